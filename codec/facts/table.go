package facts

import (
	"fmt"
	"strings"
)

// parseTable returns the fields of the lines of a table with tabs between its columns. The first line is head. The name is for errors.
func parseTable(name, head, text string) ([][]string, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != head {
		return nil, fmt.Errorf("%s: line 1 is %q: want %q", name, lines[0], head)
	}
	want := strings.Count(head, "\t") + 1
	var list [][]string
	for i, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		if len(fields) != want {
			return nil, fmt.Errorf("%s: line %d has %d columns: want %d", name, i+2, len(fields), want)
		}
		list = append(list, fields)
	}
	return list, nil
}

// must returns the entries of an embedded table. The tests parse these tables, so err is nil.
func must[T any](list []T, err error) []T {
	if err != nil {
		panic(err)
	}
	return list
}
