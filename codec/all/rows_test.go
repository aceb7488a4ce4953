package all_test

import (
	"testing"

	"bale/codec/internal/rows"
	"bale/model"
)

func TestRowsApply(t *testing.T) {
	point := &model.Named{Package: "p", Name: "Point", Underlying: &model.Struct{}}
	points := &model.Slice{Elem: point}
	holds := func(typ model.Type) model.Type {
		return &model.Struct{Fields: []*model.Field{{Name: "F", Type: typ}}}
	}
	for _, c := range []struct {
		name string
		typ  model.Type
		want bool
	}{
		{"[]Point", points, true},
		{"[]*Point", &model.Slice{Elem: &model.Pointer{Elem: point}}, true},
		{"type Points []Point", &model.Named{Package: "p", Name: "Points", Underlying: points}, true},
		{"struct{ F []Point }", holds(points), true},
		{"struct{ F Point }", holds(point), false},
		{"struct{ F []int }", holds(&model.Slice{Elem: &model.Basic{Kind: model.Int}}), false},
		{"[]time.Time", &model.Slice{Elem: &model.Time{}}, false},
		{"[][]Point", &model.Slice{Elem: points}, false},
		{"Point", point, false},
		{"map[string]Point", &model.Map{Key: &model.Basic{Kind: model.String}, Elem: point}, false},
	} {
		if got := rows.Applies(c.typ); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
