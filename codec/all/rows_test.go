package all_test

import (
	"testing"

	"bale/codec/internal/rows"
	"bale/schema"
)

func TestRowsApply(t *testing.T) {
	point := &schema.Named{Package: "p", Name: "Point", Underlying: &schema.Struct{}}
	points := &schema.Slice{Elem: point}
	holds := func(typ schema.Type) schema.Type {
		return &schema.Struct{Fields: []*schema.Field{{Name: "F", Type: typ}}}
	}
	for _, c := range []struct {
		name string
		typ  schema.Type
		want bool
	}{
		{"[]Point", points, true},
		{"[]*Point", &schema.Slice{Elem: &schema.Pointer{Elem: point}}, true},
		{"type Points []Point", &schema.Named{Package: "p", Name: "Points", Underlying: points}, true},
		{"struct{ F []Point }", holds(points), true},
		{"struct{ F Point }", holds(point), false},
		{"struct{ F []int }", holds(&schema.Slice{Elem: &schema.Basic{Kind: schema.Int}}), false},
		{"[]time.Time", &schema.Slice{Elem: &schema.Time{}}, false},
		{"[][]Point", &schema.Slice{Elem: points}, false},
		{"Point", point, false},
		{"map[string]Point", &schema.Map{Key: &schema.Basic{Kind: schema.String}, Elem: point}, false},
	} {
		if got := rows.Applies(c.typ); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
