package lab

import (
	"reflect"
	"testing"

	"bale/model"
	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

// TestSaveCode checks that the results folder has the code of measured rows only, and none if no program was generated.
func TestSaveCode(t *testing.T) {
	row := func(shape, base, pkg string) *build.Row {
		return &build.Row{
			Row: &measure.Row{Shape: shape, Codec: "msgp"},
			On:  &build.Shape{Name: shape, Base: base, Model: &model.Model{Package: pkg}},
		}
	}
	built := []*build.Built{{
		Rows: []*build.Row{row("nested-1", "nested", "a"), row("nested-100", "nested", "a"), row("small", "small", "b"), row("small", "small", "c")},
		Code: []build.PartCode{
			{Codec: "msgp", Package: "a", Bases: []string{"nested"}, Files: []build.CodeFile{{Name: "x.go", Kind: build.AdapterCode, Text: []byte("package a")}}},
			{Codec: "msgp", Package: "b", Bases: []string{"small"}, Files: []build.CodeFile{{Name: "y.go", Kind: build.AdapterCode, Text: []byte("package b")}}},
		},
	}}
	c := newComparison(t.TempDir())
	for _, shape := range []string{"nested-1", "nested-100"} {
		c.Run.Cells = append(c.Run.Cells, result.PlannedCell{Cell: measure.Cell{Shape: shape, Codec: "msgp"}})
	}
	if err := c.saveCode(built); err != nil {
		t.Fatal(err)
	}
	got, err := result.LoadCode(c.Dir)
	want := []result.Code{{Codec: "msgp", Shapes: []string{"nested-1", "nested-100"}, Files: []result.CodeFile{{Name: "x.go", Kind: "adapter", Text: "package a"}}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}

	c = newComparison(t.TempDir())
	if err := c.saveCode([]*build.Built{{Rows: built[0].Rows}}); err != nil {
		t.Fatal(err)
	}
	if got, err := result.LoadCode(c.Dir); err != nil || got != nil {
		t.Errorf("a run without programs has %+v, %v", got, err)
	}
}
