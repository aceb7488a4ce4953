package gen

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"bale/gen/directive"
)

// TestFlags checks that the request has a flag for each directive that a package can have.
func TestFlags(t *testing.T) {
	flags := slices.Sorted(maps.Keys((&Request{}).flags()))
	words := slices.DeleteFunc(directive.PackageWords(), func(word string) bool { return strings.Contains(word, "=") }) // those have no flag
	slices.Sort(words)
	if !slices.Equal(flags, words) {
		t.Errorf("the request has the flags %v, and a package can have %v", flags, words)
	}
}
