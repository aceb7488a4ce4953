package loss

import (
	"slices"
	"testing"
)

// TestMerge: each pair of path and kind is listed once, and of the truncations of a time the coarsest.
func TestMerge(t *testing.T) {
	cut := func(edge, path, unit string) Loss { return Loss{Edge: edge, Path: path, Kind: KindPrecision + unit} }
	for _, c := range []struct {
		name             string
		list, more, want []Loss
		beyond           bool
	}{
		{"known", []Loss{{Path: "A", Kind: KindBool}}, []Loss{{Path: "A", Kind: KindBool, Edge: "zero"}}, []Loss{{Path: "A", Kind: KindBool}}, false},
		{"another kind", []Loss{{Path: "A", Kind: KindTime}}, []Loss{cut("", "A", "ms")}, []Loss{{Path: "A", Kind: KindTime}, cut("", "A", "ms")}, true},
		{"another path", []Loss{cut("", "A", "ms")}, []Loss{cut("", "B", "µs")}, []Loss{cut("", "A", "ms"), cut("", "B", "µs")}, true},
		{"a finer unit", []Loss{cut("", "A", "µs")}, []Loss{cut("nanoseconds", "A", "100ns")}, []Loss{cut("", "A", "µs")}, false},
		{"a coarser unit of sample values", []Loss{cut("", "A", "100ns")}, []Loss{cut("nanoseconds", "A", "µs")}, []Loss{cut("", "A", "µs")}, true},
		{"a coarser unit of edge values", []Loss{cut("zone", "A", "ms")}, []Loss{cut("nanoseconds", "A", "s")}, []Loss{cut("nanoseconds", "A", "s")}, true},
	} {
		if got := NewLoss(c.more, c.list) != nil; got != c.beyond {
			t.Errorf("%s: beyond is %v", c.name, got)
		}
		if got := Merge(c.list, c.more...); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %v\nwant %v", c.name, got, c.want)
		}
	}
}
