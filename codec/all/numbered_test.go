package all

import (
	"slices"
	"strings"
	"testing"
)

// TestNumbered checks that the variants of wire formats with numbered fields say so.
func TestNumbered(t *testing.T) {
	for _, c := range Codecs {
		for _, v := range c.Variants {
			want := slices.ContainsFunc([]string{"protobuf", "Thrift", "Cap'n Proto", "FlatBuffers", "sproto", "benc gen"}, func(family string) bool {
				return strings.HasPrefix(v.Wire, family)
			})
			if v.Numbered != want {
				t.Errorf("%s (%s): Numbered is %t", c.FullName(v), v.Wire, v.Numbered)
			}
		}
	}
}
