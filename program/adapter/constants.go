package adapter

import (
	"fmt"
	"path"
	"strings"

	"bale/model"
)

// constants is the kind of a change of constants, the last part of its name.
const constants = "constants"

// compareConstants records a change if values of a type have other names, or none, in the type that they go over to. A new constant with a value
// that none had is no change.
func (p *carryPrinter) compareConstants(to, from model.Type) {
	now, ok1 := to.(*model.Named)
	before, ok2 := from.(*model.Named)
	if !ok1 || !ok2 || p.compared[[2]*model.Named{now, before}] {
		return
	}
	p.compared[[2]*model.Named{now, before}] = true
	if differences := constantChanges(p.constants[now], p.constants[before]); len(differences) > 0 {
		p.change(p.constantsName(now), constants, "%s; values go over as they are", strings.Join(differences, ", "))
	}
}

// constantsName returns the name of a type in the name of a change: with its package, if there is a change of another type of the same name.
func (p *carryPrinter) constantsName(n *model.Named) string {
	for _, c := range p.changes {
		if c.Name == n.Name+"."+constants {
			return path.Base(n.Package) + "." + n.Name
		}
	}
	return n.Name
}

// constantChanges describes what values of before mean now.
func constantChanges(now, before []*model.Constant) (differences []string) {
	value := map[string]string{}
	name := map[string]string{} // the first name of a value
	for _, c := range now {
		value[c.Name] = c.Value
		if name[c.Value] == "" {
			name[c.Value] = c.Name
		}
	}
	for _, c := range before {
		is, has := value[c.Name]
		switch {
		case has && is == c.Value:
		case has:
			differences = append(differences, fmt.Sprintf("%s was %s and is %s", c.Name, c.Value, is))
		case name[c.Value] != "":
			differences = append(differences, fmt.Sprintf("%s, which was %s, is gone, and %[2]s is %s", c.Name, c.Value, name[c.Value]))
		default:
			differences = append(differences, fmt.Sprintf("%s, which was %s, is gone", c.Name, c.Value))
		}
	}
	return differences
}
