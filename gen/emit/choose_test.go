package emit

import (
	"testing"
)

// TestChoose checks the order of the formats, duplicate names and unknown names.
func TestChoose(t *testing.T) {
	a, b, c := &Format{Name: "a"}, &Format{Name: "b"}, &Format{Name: "c"}
	chosen, unknown := Choose([]*Format{a, b, c}, []string{"c", "x", "a", "c"})
	if Names(chosen) != "a, c" || len(unknown) != 1 || unknown[0] != "x" {
		t.Errorf("chosen %s, unknown %q", Names(chosen), unknown)
	}
}
