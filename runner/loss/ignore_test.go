package loss

import (
	"reflect"
	"slices"
	"testing"
)

func TestIgnore(t *testing.T) {
	type inner struct {
		Cache int
		Tags  []string
	}
	type order struct {
		Cache, Total int
		Inner        inner
	}
	a, b := order{1, 2, inner{3, nil}}, order{4, 5, inner{6, []string{}}}
	for _, c := range []struct{ ignore, want []string }{
		{nil, []string{"Cache", "Total", "Inner.Cache", "Inner.Tags"}},
		{[]string{"nil"}, []string{"Cache", "Total", "Inner.Cache"}},
		{[]string{"order.Cache"}, []string{"Total", "Inner.Cache", "Inner.Tags"}},
		{[]string{"order.Cache", "inner.Cache", "nil"}, []string{"Total"}},
		{[]string{"integer"}, []string{"Inner.Tags"}},
		{[]string{"zone", "float"}, []string{"Cache", "Total", "Inner.Cache", "Inner.Tags"}},
	} {
		var got []string
		for _, l := range Diff(reflect.ValueOf(a), reflect.ValueOf(b), 0, c.ignore...) {
			got = append(got, l.Path)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("without %v: %v, want %v", c.ignore, got, c.want)
		}
	}
}
