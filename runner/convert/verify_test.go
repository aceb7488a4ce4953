package convert

import (
	"errors"
	"fmt"
	"testing"
)

// TestManyDifferences checks that a difference that is not allowed is found behind many that are.
func TestManyDifferences(t *testing.T) {
	type row struct{ A, B, C, D, E, F, G, H, I, J []int }
	type wide struct{ A, B, C, D, E, F, G, H, I, J, K row }
	empty := func() row {
		return row{[]int{}, []int{}, []int{}, []int{}, []int{}, []int{}, []int{}, []int{}, []int{}, []int{}}
	}
	none := func([]byte, *wide) error { return nil }
	p := Make(Spec[wide, wide]{
		Type: "wide",
		Source: Side[wide]{Codec: "full", New: func() Codec[wide] {
			return Codec[wide]{Decode: func(_ []byte, v *wide) error {
				*v = wide{empty(), empty(), empty(), empty(), empty(), empty(), empty(), empty(), empty(), empty(), empty()}
				return nil
			}}
		}},
		Target: Side[wide]{Codec: "none", New: func() Codec[wide] {
			return Codec[wide]{Decode: none, Encode: func(*wide) ([]byte, error) { return nil, nil }}
		}},
	})
	var allow []string
	for _, a := range "ABCDEFGHIJK" {
		for _, b := range "ABCDEFGHIJ" {
			allow = append(allow, fmt.Sprintf("wide.%c.%c.nil", a, b))
		}
	}
	last := allow[len(allow)-1]
	for _, c := range []struct {
		allow []string
		want  string
	}{{allow, ""}, {allow[:len(allow)-1], last}} {
		conv := p.New(c.allow)
		if _, err := conv.Decode(nil); err != nil {
			t.Fatal(err)
		}
		altered, err := conv.Verify(nil)
		var d *Difference
		if got := errors.As(err, &d); got != (c.want != "") || got && d.Name != c.want || !got && len(altered) != len(allow) {
			t.Errorf("%d names are allowed: %v, %d are altered", len(c.allow), err, len(altered))
		}
	}
}
