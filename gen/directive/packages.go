package directive

import (
	"fmt"
	"slices"
	"strings"
)

// ParsePackage parses the directive gen in the comment of a package. It returns its arguments, and what is wrong with them.
func ParsePackage(x Note) (words []string, problems []Note) {
	args := strings.Fields(strings.TrimPrefix(x.Text, "gen"))
	fail := func(format string, args ...any) {
		problems = append(problems, Note{Text: fmt.Sprintf(format, args...), Pos: x.Pos})
	}
	if len(args) == 0 {
		fail("//bale:gen in the comment of a package has no argument: move it above a type, or add some of %s", List(AtPackage))
	}
	for _, word := range args {
		if withFirst(AtPackage, word) == nil {
			fail("unknown argument %q: //bale:gen in the comment of a package takes %s, as in //bale:gen evolve", word, List(AtPackage))
		} else {
			words = append(words, word)
		}
	}
	return words, problems
}

// PackageWords returns the words of the directives that a package can have, in their order.
func PackageWords() (words []string) {
	for _, s := range Specs {
		if s.Where&AtPackage != 0 && !slices.Contains(words, s.Word) {
			words = append(words, s.Word)
		}
	}
	return words
}
