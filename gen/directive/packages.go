package directive

import (
	"fmt"
	"slices"
	"strings"
)

// ParsePackage parses the directive gen in the comment of a package. It returns its arguments as directives of the package, and what is wrong with them.
func ParsePackage(x Note) (uses Uses, problems []Note) {
	args := strings.Fields(strings.TrimPrefix(x.Text, "gen"))
	fail := func(format string, args ...any) {
		problems = append(problems, Note{Text: fmt.Sprintf(format, args...), Pos: x.Pos})
	}
	if len(args) == 0 {
		fail("//bale:gen in the comment of a package has no argument: move it above a type, or add some of %s", List(AtPackage))
	}
	for _, arg := range args {
		s := withFirst(AtPackage, firstWord(arg))
		switch {
		case arg == "safe":
			fail("the argument safe is gone: remove it, and build with -tags purego for a program without package unsafe")
		case s == nil || s.hasValue() && !strings.Contains(arg, "=") || !s.hasValue() && s.Word != arg:
			fail("unknown argument %q: //bale:gen in the comment of a package takes %s, as in //bale:gen evolve", arg, List(AtPackage))
		case s.hasValue():
			_, value, _ := strings.Cut(arg, "=")
			uses = append(uses, Use{Spec: s, Text: arg, Pos: x.Pos, Value: value})
		default:
			uses = append(uses, Use{Spec: s, Text: arg, Pos: x.Pos})
		}
	}
	return uses, problems
}

// hasValue reports whether an argument of a package has a value.
func (s *Spec) hasValue() bool { return s.Form != "" }

// PackageWords returns the words of the directives without a value that a package can have, in their order.
func PackageWords() (words []string) {
	for _, s := range Specs {
		if s.Where&AtPackage != 0 && !s.hasValue() && !slices.Contains(words, s.Word) {
			words = append(words, s.Word)
		}
	}
	return words
}
