package root

import (
	"fmt"
	"slices"
	"testing"

	"bale/gen/emit"
	"bale/gen/source"
	"bale/model"
)

// TestSplit checks that a format with a view of its own gets roots of its own, that the other formats of a root stay together, and that the given roots
// keep all formats.
func TestSplit(t *testing.T) {
	options := func(*source.Package) model.Options { return model.Options{} }
	plain, other := &emit.Format{Name: "plain"}, &emit.Format{Name: "other"}
	json := &emit.Format{Name: "json", View: emit.View{Options: options}, Methods: emit.Methods{Imports: map[string][]string{"v2": {"json/v2", "jsontext"}}}}
	of := func(name string, formats ...*emit.Format) *Root {
		return &Root{Root: emit.Root{Name: name, Formats: formats}}
	}
	list := List{of("A", plain), of("B", plain, json, other), of("C", json)}
	show := func(list List) (text string) {
		for _, r := range list {
			text += fmt.Sprintf("%s:%s ", r.Name, emit.Names(r.Formats))
		}
		return text
	}
	var got []string
	for _, l := range list.Split() {
		got = append(got, show(l))
	}
	if want := []string{"A:plain B:plain, other ", "B:json C:json "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := show(list), "A:plain B:plain, json, other C:json "; got != want {
		t.Errorf("the roots have become %q, want %q", got, want)
	}
	if lists := (List{}).Split(); len(lists) != 1 || len(lists[0]) > 0 {
		t.Errorf("no roots are split into %v", lists)
	}
	list[1].Words, list[2].Words = []string{"v2"}, []string{"v2"}
	if got, want := list.Imports(), []string{"json/v2", "jsontext"}; !slices.Equal(got, want) {
		t.Errorf("imports %v, want %v", got, want)
	}
}
