package order

import "testing"

// TestSizes checks the sizes that docs/performance.md#calls names.
func TestSizes(t *testing.T) {
	for lines, want := range map[int][2]int{5: {166, 363}, 200: {3774, 8905}} {
		o := Sample(lines)
		text, err := o.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]int{o.SizeBinary(), len(text)}; got != want {
			t.Errorf("%d lines: %v bytes in compact and JSON, docs/performance.md#calls says %v", lines, got, want)
		}
	}
}
