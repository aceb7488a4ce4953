package proto

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// An enum is an integer type whose constants are an enum in the .proto file.
type enum struct {
	name      string
	constants []enumConstant // the one with the value 0 first, and those with one value in the order of the source, since the first name is the usual one
}

// An enumConstant is a constant of an enum.
type enumConstant struct {
	name  string // as in the .proto file
	value int32
	pos   string
}

// addEnums finds the enums of the messages. The names of the messages have to be known, since they do not depend on enums.
func (p *planner) addEnums() {
	found := map[*model.Named]*enum{}
	for _, m := range p.messages {
		for i, f := range m.Values {
			if n := enumType(f.Elem); n != nil && !(m.Entry && i == 0) { // the key of a map cannot be an enum
				if e := p.enumOf(n, f.Elem.Basic()); e != nil {
					found[n] = e
				}
			}
		}
	}
	taken, values := map[string]bool{"Complex": true}, map[string]bool{}
	for _, m := range p.messages {
		taken[m.Label], values[jsonKey(m.Label)] = true, true
	}
	list := slices.SortedFunc(maps.Keys(found), func(a, b *model.Named) int {
		return cmp.Or(cmp.Compare(found[a].name, found[b].name), cmp.Compare(plan.FullName(a, p.Package), plan.FullName(b, p.Package)))
	})
	number := func(name string, i int) string { return fmt.Sprint(name, i) }
	for _, n := range list {
		e := found[n]
		e.name = unique(e.name, taken, func(name string) string { return name }, number)
		values[jsonKey(e.name)] = true
	}
	for _, n := range list {
		found[n].nameConstants(snake(n.Name)+"_", values)
	}
	p.enums = found
}

// enumType returns the type of a value if it is a number that has the bytes of an enum, and a type that may have constants, or nil.
func enumType(e *value) *model.Named {
	if e == nil || e.Kind != plan.Integer || e.Rules.Sint || e.Basic() == model.Bool {
		return nil
	}
	n, _ := e.Type.(*model.Named)
	return n
}

// enumOf returns the enum of a type, without names, or nil if its constants are no enum. The numbers of an enum have 32 bits. The type of a field with
// wider numbers is an enum only if its constants are numbered, so that it is not a quantity such as a number of bytes: other programs would read
// large quantities wrong.
func (p *planner) enumOf(n *model.Named, kind model.Kind) *enum {
	e := &enum{name: plan.Upper(ascii(strings.TrimPrefix(p.Name(n), "_")))}
	numbers := map[int32]bool{}
	for _, c := range p.Directives.ConstantsOf(n) {
		x, err := strconv.ParseInt(c.Value, 10, 32)
		if err != nil {
			return nil
		}
		e.constants = append(e.constants, enumConstant{c.Name, int32(x), c.Pos})
		numbers[int32(x)] = true
	}
	wide := kind.Bits() > 32 || kind.Bits() == 32 && kind.Unsigned()
	most := int32(min(2*len(numbers), math.MaxInt32))
	for x := range numbers {
		if wide && (x < -most || x > most) {
			return nil
		}
	}
	if len(numbers) == 0 {
		return nil
	}
	if !numbers[0] { // proto3 needs one
		e.constants = append(e.constants, enumConstant{name: "Unspecified"})
	}
	slices.SortStableFunc(e.constants, func(a, b enumConstant) int {
		switch {
		case a.value == b.value:
			fileA, lineA := model.SplitPos(a.pos)
			fileB, lineB := model.SplitPos(b.pos)
			return cmp.Or(cmp.Compare(fileA, fileB), cmp.Compare(lineA, lineB))
		case a.value == 0:
			return -1
		case b.value == 0:
			return 1
		}
		return cmp.Compare(a.value, b.value)
	})
	return e
}

// nameConstants gives the constants their names: STATUS_OPEN for a constant Open or StatusOpen of type Status. own is the prefix that their names in Go
// may have. The names of all constants of a file differ.
func (e *enum) nameConstants(own string, taken map[string]bool) {
	for i, c := range e.constants {
		name := strings.ToUpper(snake(e.name) + "_" + strings.TrimPrefix(snake(c.name), own))
		e.constants[i].name = unique(name, taken, jsonKey, func(name string, i int) string { return fmt.Sprintf("%s_%d", name, i) })
	}
}

// text returns the declaration of the enum.
func (e *enum) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nenum %s {\n", e.name)
	for i := range e.constants[1:] {
		if e.constants[i].value == e.constants[i+1].value {
			b.WriteString("  option allow_alias = true;\n")
			break
		}
	}
	for _, c := range e.constants {
		fmt.Fprintf(&b, "  %s = %d;\n", c.name, c.value)
	}
	b.WriteString("}\n")
	return b.String()
}

// enumTexts returns the declarations of the enums, in the order of their names.
func (p *planner) enumTexts() string {
	text := ""
	for _, e := range slices.SortedFunc(maps.Values(p.enums), func(a, b *enum) int { return cmp.Compare(a.name, b.name) }) {
		text += e.text()
	}
	return text
}
