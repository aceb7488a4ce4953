package facts

import (
	_ "embed"
	"slices"
	"strings"
)

// A Code says what code a variant runs.
type Code struct {
	Codec string // name of the variant
	// Unsafe lists the packages with package unsafe, without the standard library: "generated" stands for the code that is generated for the type, with the packages of bale's runtime.
	Unsafe []string
}

//go:embed code.tsv
var codeTable string

const codeHead = "codec\tunsafe"

// GeneratedCode stands for generated code in Code.Unsafe.
const GeneratedCode = "generated"

// ParseCode parses a table with one line for each variant and tabs between the columns. Packages are separated by spaces.
func ParseCode(text string) ([]Code, error) {
	lines, err := parseTable("code", codeHead, text)
	var list []Code
	for _, c := range lines {
		list = append(list, Code{c[0], strings.Fields(c[1])})
	}
	return list, err
}

// FormatCode returns the table that ParseCode parses.
func FormatCode(list []Code) string {
	var b strings.Builder
	b.WriteString(codeHead + "\n")
	for _, c := range list {
		b.WriteString(c.Codec + "\t" + strings.Join(c.Unsafe, " ") + "\n")
	}
	return b.String()
}

// UnsafeWord returns "yes" if a variant runs code with package unsafe outside of the standard library, "no" if not, and "?" if it is not known.
func UnsafeWord(variant string) string {
	switch c, ok := CodeOf(variant); {
	case !ok:
		return "?"
	case len(c.Unsafe) > 0:
		return "yes"
	}
	return "no"
}

// CodeOf returns what code a variant runs, and whether it is known.
func CodeOf(variant string) (Code, bool) {
	list := must(ParseCode(codeTable))
	i := slices.IndexFunc(list, func(c Code) bool { return c.Codec == variant })
	if i < 0 {
		return Code{}, false
	}
	return list[i], true
}
