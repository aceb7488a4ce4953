package tiny

import (
	"reflect"
	"testing"

	"bale/runner/harness"
)

// TestSpec compares the fields of Spec and of the Spec of package harness: the same adapters compile with both.
func TestSpec(t *testing.T) {
	if got, want := fields(Spec[int, int]{}), fields(harness.Spec[int, int]{}); !reflect.DeepEqual(got, want) {
		t.Errorf("the fields of Spec are %v, those of harness.Spec %v", got, want)
	}
}

func fields(spec any) map[string]bool {
	names := map[string]bool{}
	for f := range reflect.TypeOf(spec).Fields() {
		names[f.Name] = true
	}
	return names
}
