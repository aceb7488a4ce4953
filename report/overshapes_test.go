package report

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// A lead compares a format of bale with the fastest other codec of each cell of the reference run.
type lead struct {
	sum           float64 // of the logarithms of the ratios
	cells, behind int
	types         map[string]bool // in which it is behind
}

// add adds a cell.
func (l *lead) add(shape string, ratio float64) {
	l.sum += math.Log(ratio)
	l.cells++
	if ratio < 1 {
		l.behind++
		if l.types == nil {
			l.types = map[string]bool{}
		}
		l.types[shape] = true
	}
}

// value returns the geometric mean of the ratios, and mean its text.
func (l *lead) value() float64 { return math.Exp(l.sum / float64(l.cells)) }
func (l *lead) mean() string   { return fmt.Sprintf("%.2f", l.value()) }

// A comparison compares formats of bale with the other codecs of a kind.
type comparison struct {
	label  string
	ours   func(name string) bool
	wire   string // of the others; "" for all
	own    bool   // only with decoded strings that do not share memory
	decode bool   // only decoding
}

// TestOverShapes checks the means over all shapes on the pages that quote them against profile/times.tsv.
func TestOverShapes(t *testing.T) {
	text, err := os.ReadFile("../profile/times.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	tuned := map[string]bool{"small": true, "nested-1": true, "nested-100": true, "block": true, "submit": true, "valmsg": true, "mixed": true}
	best := func(name string) bool { return strings.HasPrefix(name, "bale") }
	only := func(format string) func(string) bool { return func(name string) bool { return name == format } }
	pages := map[string]string{}
	for _, page := range []string{"README.md", "docs/choose.md", "docs/performance.md"} {
		text, err := os.ReadFile("../" + page)
		if err != nil {
			t.Fatal(err)
		}
		pages[page] = string(text)
	}
	want := func(page, format string, args ...any) {
		if row := fmt.Sprintf(format, args...); !strings.Contains(pages[page], row) {
			t.Errorf("%s does not have the result of the reference run: %s", page, row)
		}
	}
	for _, c := range []comparison{
		{label: "bale/compact", ours: only("bale/compact")},
		{label: "bale/compact-own against own strings", ours: only("bale/compact-own"), own: true},
		{label: "the same, decoding", ours: only("bale/compact-own"), own: true, decode: true},
		{label: "the best format of bale in each cell", ours: best},
		{label: "bale/proto against protobuf", ours: only("bale/proto"), wire: "protobuf"},
		{label: "bale/msgpack against MessagePack", ours: only("bale/msgpack"), wire: "MessagePack"},
	} {
		var some, all lead
		c.eachCell(t, lines, func(shape string, ratio float64) {
			all.add(shape, ratio)
			if tuned[shape] {
				some.add(shape, ratio)
			}
		})
		want("docs/performance.md", "| %s | %s | %d of %d | %s | %d of %d |", c.label, some.mean(), some.behind, some.cells, all.mean(), all.behind, all.cells)
		switch {
		case c.label == "bale/compact":
			want("README.md", "bale/compact is %s times faster | %d of %d cells, of %d types |", all.mean(), all.behind, all.cells, len(all.types))
			want("docs/choose.md", "compact is %s times faster | %d of %d, of %d types |", all.mean(), all.behind, all.cells, len(all.types))
		case c.decode:
			want("README.md", "; equal in decoding (%s) |", all.mean())
			want("docs/choose.md", "; equal in decoding (%s) |", all.mean())
			if math.Abs(math.Log(all.value())) > 0.05 {
				t.Errorf("README.md says that compact-own decodes as fast as the others, and the mean is %s", all.mean())
			}
		case c.own:
			own := fmt.Sprintf("| %s times faster; equal in decoding", all.mean())
			want("README.md", "%s", own)
			want("README.md", ") | %d of %d cells |", all.behind, all.cells)
			want("docs/choose.md", "%s", own)
			want("docs/choose.md", ") | %d of %d |", all.behind, all.cells)
		case c.wire != "":
			want("docs/choose.md", "%s is %s times faster | %d of %d |", strings.TrimPrefix(strings.Fields(c.label)[0], "bale/"), all.mean(), all.behind, all.cells)
		}
	}
}

// eachCell calls add for each cell with the time of the fastest other codec, divided by that of the fastest of ours. Rows that lose sample values, and those
// written by hand, do not count.
func (c *comparison) eachCell(t *testing.T, lines []string, add func(shape string, ratio float64)) {
	t.Helper()
	for i, shape := range strings.Split(lines[1], "\t")[3:] {
		mine, others := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(1), math.Inf(1)}
		strs := false // the shape has strings or byte slices, which the rows with a dagger share
		for _, line := range lines[2:] {
			cells := strings.Split(line, "\t")
			name, cell := cells[0], cells[i+3]
			shares := strings.Contains(cell, "†")
			strs = strs || shares
			var ns [2]float64
			if n, _ := fmt.Sscanf(cell, "%g/%g", &ns[0], &ns[1]); n < 2 || strings.HasSuffix(cell, "*") || c.own && shares {
				continue
			}
			for op := range ns {
				switch {
				case c.ours(name):
					mine[op] = min(mine[op], ns[op])
				case !strings.HasPrefix(name, "bale") && !strings.HasPrefix(name, "handwritten") && (c.wire == "" || cells[1] == c.wire):
					others[op] = min(others[op], ns[op])
				}
			}
		}
		for op := range mine {
			ratio := others[op] / mine[op]
			if ratio == 0 || math.IsInf(ratio, 0) || math.IsNaN(ratio) || c.own && !strs || c.decode && op == 0 {
				continue
			}
			add(shape, ratio)
		}
	}
}
