package feature

import (
	"regexp"
	"strings"
	"testing"
)

// TestAll checks that every struct in the source is a feature, except for Point, which only others use.
func TestAll(t *testing.T) {
	var listed []string
	for _, f := range All {
		name, _, _ := strings.Cut(f.Type, "[")
		listed = append(listed, name)
	}
	found := 0
	for _, m := range regexp.MustCompile(`(?m)^(?:\t|type )(\w+)(?:\[T any\])? +struct`).FindAllSubmatch(Source, -1) {
		name := string(m[1])
		if name == "Point" {
			continue // a field type of other structs
		}
		found++
		if !strings.Contains(" "+strings.Join(listed, " ")+" ", " "+name+" ") {
			t.Errorf("%s is missing in All", name)
		}
	}
	if found != len(All) {
		t.Errorf("%d types and %d features", found, len(All))
	}
}
