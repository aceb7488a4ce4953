package result

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"bale/runner/measure"
)

// TestMeans checks the means over all shapes, and which codecs are ranked by them.
func TestMeans(t *testing.T) {
	type times struct {
		codec, shape string
		enc, dec     float64
		size         float64
		status       measure.Status
	}
	two := func(codec string, enc, dec, size float64, factor float64) []times {
		return []times{{codec, "small", enc, dec, size, measure.OK}, {codec, "large", enc * factor, dec * factor, size * factor, measure.OK}}
	}
	join := func(lists ...[]times) (all []times) {
		for _, l := range lists {
			all = append(all, l...)
		}
		return all
	}
	for _, c := range []struct {
		name string
		rows []times
		want string // codec shapes/of encode decode size =rank, a star for each best codec, and ! for losses
	}{
		{"one shape", two("a", 100, 100, 10, 1)[:1], ""},
		{"both count the same", join(two("a", 100, 100, 10, 1000), two("b", 200, 400, 20, 1000)), "a 2/2 1.0 1.0 1.0 =1*, b 2/2 2.0 4.0 2.0 =2"},
		{"the mean is geometric", join(two("a", 100, 100, 10, 100), two("b", 200, 200, 5, 900)), "a 2/2 1.0 1.0 1.4 =1*, b 2/2 6.0 6.0 2.1 =2"},
		{"a codec without a shape is not ranked", join(two("a", 200, 200, 10, 100), two("b", 100, 100, 10, 100)[:1], two("c", 400, 400, 10, 100)), "a 2/2 1.4 1.4 1.0 =1*, c 2/2 2.8 2.8 1.0 =2, b 1/2 1.0 1.0 1.0 =0"},
		{"a lossy codec is not recommended", join(two("a", 100, 100, 10, 100), []times{{"x", "small", 10, 10, 1, measure.Lossy}, {"x", "large", 1000, 1000, 100, measure.OK}}), "x 2/2 0.3 0.3 0.3 =1!1, a 2/2 3.2 3.2 3.2 =2*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newLab()
			b.run.Config.Shapes = []string{"small", "large"}
			for _, e := range c.rows {
				b.row(measure.Row{Shape: e.shape, Codec: e.codec, Size: e.size, Status: e.status})
				b.measure(cell(e.shape, e.codec, measure.Encode), 12, e.enc, 0.01)
				b.measure(cell(e.shape, e.codec, measure.Decode), 12, e.dec, 0.01)
			}
			b.row(measure.Row{Codec: "floor", Reference: true})
			b.measure(cell("small", "floor", measure.Encode), 12, 1, 0.01)
			b.measure(cell("small", "floor", measure.Decode), 12, 1, 0.01)
			var got []string
			for _, m := range b.derive().Means {
				text := fmt.Sprintf("%s %d/%d %.1f %.1f %.1f =%d", m.Codec, m.Shapes, m.Of, m.Encode, m.Decode, m.Size, m.Rank)
				if m.Best {
					text += "*"
				}
				if m.Lossy > 0 {
					text += fmt.Sprintf("!%d", m.Lossy)
				}
				if math.Abs(m.Both-math.Sqrt(m.Encode*m.Decode)) > 1e-9 {
					t.Errorf("%s: the mean of both is %v", m.Codec, m.Both)
				}
				got = append(got, text)
			}
			if g := strings.Join(got, ", "); g != c.want {
				t.Errorf("got\n%s, want\n%s", g, c.want)
			}
		})
	}
}
