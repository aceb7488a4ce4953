package facts

import _ "embed"

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
	return must(ParseAbsent(absentTable))
}

// ParseAbsent parses a table with one line for each serializer and tabs between the columns.
func ParseAbsent(text string) ([]Absence, error) {
	lines, err := parseTable("absent", absentHead, text)
	var list []Absence
	for _, c := range lines {
		list = append(list, Absence{c[0], c[1], c[2], c[3], c[4]})
	}
	return list, err
}
