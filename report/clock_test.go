package report

import (
	"bytes"
	"strings"
	"testing"

	"bale/result"
	"bale/runner/measure"
)

// clockRun returns the results of two codecs on a busy machine. calm takes 200 ns of CPU time and 500 ns of wall time, and sleepy the given times.
func clockRun(cpuNs, ownNs float64) *result.Results {
	run := &result.Run{Complete: true, Config: result.Config{Effort: result.Effort{Name: "default", Rounds: 6}}}
	rounds := result.NewRounds()
	for codec, times := range map[string][3]float64{"calm": {500, 200, 200}, "sleepy": {900, cpuNs, ownNs}} {
		run.Rows = append(run.Rows, measure.Row{Shape: "Order", Codec: codec, Status: measure.OK, Size: 40})
		for i := range 6 {
			for _, op := range []measure.Op{measure.Encode, measure.Decode} {
				rounds.Add(measure.Block{Cell: measure.Cell{Shape: "Order", Codec: codec, Op: op, Mode: measure.DefaultMode}, N: 1,
					Ns: times[0] + 0.1*float64(i), CPUNs: times[1], OwnNs: times[2], WallNs: times[0], YardNs: 30000})
			}
		}
	}
	return result.Derive(run, rounds, result.Options{Raw: true})
}

// reports returns the three reports of results: the terminal's, Markdown and the page.
func reports(t *testing.T, r *result.Results) map[string]string {
	t.Helper()
	var table, md, page bytes.Buffer
	for _, err := range []error{Table(&table, r, Options{Width: 200}), Markdown(&md, r, Reader{}), HTML(&page, []*result.Results{r}, Reader{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return map[string]string{"terminal": table.String(), "Markdown": md.String(), "page": page.String()}
}

// TestClocksInReports checks that reports say by which time sequential cells are ranked, and why a cell is ranked by another.
func TestClocksInReports(t *testing.T) {
	const fallback, waiting = "this run has no CPU times: sequential rows are ranked by wall time", "ranked by wall time, because they wait, each in at least one operation: sleepy"
	for _, c := range []struct {
		name       string
		cpu, own   float64
		want, lack []string
	}{
		{"CPU times", 100, 100, []string{"Use sleepy"}, []string{fallback, waiting}},
		{"one row without CPU times", 0, 0, []string{"Use calm", fallback}, []string{waiting}},
		{"one row waits", 100, 800, []string{"Use calm", waiting}, []string{fallback}},
	} {
		r := clockRun(c.cpu, c.own)
		for name, text := range reports(t, r) {
			for _, want := range c.want {
				if !strings.Contains(strings.ReplaceAll(text, "<b>", ""), want) {
					t.Errorf("%s: the %s report has no %q in\n%s", c.name, name, want, text)
				}
			}
			for _, lack := range c.lack {
				if strings.Contains(text, lack) {
					t.Errorf("%s: the %s report has %q", c.name, name, lack)
				}
			}
			reason := strings.Contains(text, "ranked by wall time, because it waits: its wall time is 9 times its CPU time, and without the time in which others had the processor 8 times")
			if name != "terminal" && reason != (c.own == 800) {
				t.Errorf("%s: the %s report has the reason on the row: %t", c.name, name, reason)
			}
		}
	}
	if text := reports(t, clockRun(100, 100))["Markdown"]; !strings.Contains(text, "| encode | ± | wall |") || !strings.Contains(text, "| sleepy | 100ns | 0% | 900ns |") {
		t.Errorf("no wall times in\n%s", text)
	}
}

// TestClockOnPage checks that the card of a row has the wall time, and says which time the rank is by.
func TestClockOnPage(t *testing.T) {
	ctx := browser(t)
	page := writeRuns(t, Reader{}, clockRun(100, 800))
	for codec, want := range map[string]string{"calm": "encode 200ns (200ns to 200ns) of CPU time, wall time as measured 500ns", "sleepy": "encode 900ns (900ns to 901ns) of wall time, wall time as measured 900ns"} {
		do(t, ctx, open(page, "open="+codec))
		if card := eval[string](t, ctx, `document.querySelector('section.on .card-row').innerText`); !strings.Contains(card, want) {
			t.Errorf("%s: no %q in\n%s", codec, want, card)
		}
	}
}
