package facts

import (
	_ "embed"
	"fmt"
	"strings"
)

// An Absence says why a serializer has no codec.
type Absence struct {
	Name    string // of the serializer, as its authors write it
	Module  string // module path with the version that was tried
	Reason  string
	Command string // command that shows the reason
	Date    string // when the reason was last checked, as 2006-01-02
}

//go:embed absent.tsv
var absentTable string

// absentHead is the first line of the table of absences.
const absentHead = "name\tmodule\treason\tcommand\tdate"

// Absent returns the serializers without a codec, in the order of absent.tsv.
func Absent() []Absence {
	list, err := ParseAbsent(absentTable)
	if err != nil {
		panic(err) // cannot happen: the tests parse the table
	}
	return list
}

// ParseAbsent parses a table with one line for each serializer and tabs between the columns.
func ParseAbsent(text string) ([]Absence, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != absentHead {
		return nil, fmt.Errorf("absent: line 1 is %q: want %q", lines[0], absentHead)
	}
	var list []Absence
	for i, line := range lines[1:] {
		c := strings.Split(line, "\t")
		if len(c) != strings.Count(absentHead, "\t")+1 {
			return nil, fmt.Errorf("absent: line %d has %d columns: want %d", i+2, len(c), strings.Count(absentHead, "\t")+1)
		}
		list = append(list, Absence{c[0], c[1], c[2], c[3], c[4]})
	}
	return list, nil
}
