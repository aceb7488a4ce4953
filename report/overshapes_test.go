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

// mean returns the geometric mean of the ratios.
func (l *lead) mean() string { return fmt.Sprintf("%.2f", math.Exp(l.sum/float64(l.cells))) }

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
	want := map[string][]string{}
	for _, c := range []struct {
		label string
		ours  func(name string) bool
		wire  string // of the others; "" for all
	}{
		{"bale/compact", only("bale/compact"), ""}, {"the best format of bale in each cell", best, ""},
		{"bale/proto against protobuf", only("bale/proto"), "protobuf"}, {"bale/msgpack against MessagePack", only("bale/msgpack"), "MessagePack"},
	} {
		var some, all lead
		eachCell(t, lines, c.ours, c.wire, func(shape string, ratio float64) {
			all.add(shape, ratio)
			if tuned[shape] {
				some.add(shape, ratio)
			}
		})
		want["../docs/performance.md"] = append(want["../docs/performance.md"], fmt.Sprintf("| %s | %s | %d of %d | %s | %d of %d |", c.label, some.mean(), some.behind, some.cells, all.mean(), all.behind, all.cells))
		name := strings.TrimPrefix(strings.Fields(c.label)[0], "bale/")
		if c.label == "bale/compact" {
			want["../README.md"] = append(want["../README.md"], fmt.Sprintf("bale/compact is %s times faster | %d of %d cells, of %d types |", all.mean(), all.behind, all.cells, len(all.types)))
			want["../docs/choose.md"] = append(want["../docs/choose.md"], fmt.Sprintf("compact is %s times faster | %d of %d, of %d types |", all.mean(), all.behind, all.cells, len(all.types)))
		} else if c.wire != "" {
			want["../docs/choose.md"] = append(want["../docs/choose.md"], fmt.Sprintf("%s is %s times faster | %d of %d |", name, all.mean(), all.behind, all.cells))
		}
	}
	for page, rows := range want {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if !strings.Contains(string(text), row) {
				t.Errorf("%s does not have the result of the reference run: %s", page, row)
			}
		}
	}
}

// eachCell calls add for each cell with the time of the fastest other codec, divided by that of the fastest of ours. Rows that lose sample values, and those
// written by hand, do not count.
func eachCell(t *testing.T, lines []string, ours func(name string) bool, wire string, add func(shape string, ratio float64)) {
	t.Helper()
	for i, shape := range strings.Split(lines[1], "\t")[3:] {
		mine, others := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(1), math.Inf(1)}
		for _, line := range lines[2:] {
			cells := strings.Split(line, "\t")
			name, cell := cells[0], cells[i+3]
			var ns [2]float64
			if n, _ := fmt.Sscanf(cell, "%g/%g", &ns[0], &ns[1]); n < 2 || strings.HasSuffix(cell, "*") {
				continue
			}
			for op := range ns {
				switch {
				case ours(name):
					mine[op] = min(mine[op], ns[op])
				case !strings.HasPrefix(name, "bale") && !strings.HasPrefix(name, "handwritten") && (wire == "" || cells[1] == wire):
					others[op] = min(others[op], ns[op])
				}
			}
		}
		for op := range mine {
			if ratio := others[op] / mine[op]; !math.IsInf(ratio, 0) && !math.IsNaN(ratio) {
				add(shape, ratio)
			}
		}
	}
}
