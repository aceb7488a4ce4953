package directive

import (
	"fmt"
	"strings"

	"bale/model"
)

// ParseType parses the directives above a type. problems has what is wrong with them.
func ParseType(notes []Note, isAlias bool) (uses Uses, problems []Note) {
	for _, x := range notes {
		if model.IsPackageDirective(x.Text) { // the loader reads it
			continue
		}
		use, problem := parseType(x)
		switch {
		case isAlias && (use == nil || use.Word != "gen"): // package gen reports an alias with gen
			problem = firstWord(x.Text) + " has no effect on an alias, because an alias is not a type of its own: put it above the aliased type, or at fields"
		case problem == "" && use.Alone && uses.Has(use.Word):
			problem = use.Word + " appears twice: remove one"
		}
		if problem != "" {
			problems = append(problems, Note{Text: problem, Pos: x.Pos})
		} else {
			uses = append(uses, *use)
		}
	}
	return uses, problems
}

// parseType parses a directive above a type, or returns what is wrong with it.
func parseType(x Note) (use *Use, problem string) {
	for _, s := range Specs {
		if s.Where&AtType == 0 || s.Word != x.Text && (s.Parse == nil || !s.starts(x.Text)) {
			continue
		}
		use = &Use{Spec: s, Text: x.Text, Pos: x.Pos}
		if s.Parse != nil {
			use.Value, problem = s.Parse(x.Text)
		}
		return use, problem
	}
	first := firstWord(x.Text)
	s := withFirst(AtType, first)
	switch {
	case s != nil && s.Usage != "":
		return nil, s.Usage
	case s != nil:
		return nil, fmt.Sprintf("%s takes no arguments: write //bale:%[1]s alone", first)
	case withFirst(AtField, first) != nil:
		return nil, fmt.Sprintf("%s is for fields: put it at one; a type can have %s", first, List(AtType))
	}
	if withFirst(AtPackage, first) != nil {
		return nil, fmt.Sprintf("%s is for packages: write //bale:gen %[1]s in the comment of the package", first)
	}
	name, _, _ := strings.Cut(x.Text, " ")
	return nil, fmt.Sprintf("unknown directive %q: a type can have %s", name, List(AtType))
}
