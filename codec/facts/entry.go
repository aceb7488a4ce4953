package facts

import (
	_ "embed"
	"strings"
)

// An Entry says by which functions of a program serializers encode and decode, as the functions are called in profiles.
//
// A pattern is a function with its package, as encoding/json.(*Decoder).Decode. It also matches the functions of later major versions of the
// package's module. With a dot in front it is a function or method of any package, as .MarshalMsg, or a method of a type, as .*MUS.Marshal, in a source file with the name after an @ if there is one, as
// .MarshalVT@*_vtproto.pb.go. A ? in front of that marks a method whose name is common: it counts only in the code of the user, and only if no other serializer is on the stack.
// Names match as in [path.Match], and a * at a receiver stands for itself, too. Names are without type arguments.
type Entry struct {
	Codecs []string // names of codecs or of variants whose functions have the same names; a profile does not tell them apart
	Encode []string // patterns
	Decode []string // patterns
	// Packages lists packages that belong to the serializer only, with the packages below them. What they do is encoding or decoding, also if it is in neither list.
	// With an @ in front it is the name of a source file.
	Packages []string
}

//go:embed entry.tsv
var entryTable string

const entryHead = "codecs\tencode\tdecode\tpackages"

// Entries returns all entries. Of several that match a function of any package, the first counts.
func Entries() []Entry {
	return must(ParseEntries(entryTable))
}

// ParseEntries parses a table with one line for each entry and tabs between the columns. Words in a column are separated by spaces.
func ParseEntries(text string) ([]Entry, error) {
	lines, err := parseTable("entry", entryHead, text)
	var list []Entry
	for _, c := range lines {
		list = append(list, Entry{strings.Fields(c[0]), strings.Fields(c[1]), strings.Fields(c[2]), strings.Fields(c[3])})
	}
	return list, err
}
