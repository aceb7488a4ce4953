package report

import (
	"regexp"
	"strings"
	"testing"

	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// TestNoiseInEveryUse checks the verdicts for every use on a run whose fastest codec has wide intervals. They decide where they are apart from those
// of json, and else the run is too noisy to decide, also if json is in use already.
func TestNoiseInEveryUse(t *testing.T) {
	withFacts(t)
	for _, c := range []struct {
		name     string
		enc, dec [6]float64 // times of compact
		want     string
	}{
		{"apart", [6]float64{427, 500, 700, 900, 1300, 1826}, [6]float64{537, 600, 800, 1000, 1300, 1779}, "se bale/compact: "},
		{"overlapping", [6]float64{427, 500, 700, 900, 3900, 7826}, [6]float64{537, 600, 800, 1000, 9300, 17790}, "the run is too noisy to decide: any of bale/compact and json "},
	} {
		run := &result.Run{Complete: true, Config: result.Config{Effort: result.Effort{Name: "default", Rounds: 6}}}
		rounds := result.NewRounds()
		add := func(codec string, size float64, enc, dec [6]float64) {
			run.Rows = append(run.Rows, measure.Row{Shape: "Order", Codec: codec, Status: measure.OK, Size: size})
			for i := range enc {
				for op, ns := range map[measure.Op]float64{measure.Encode: enc[i], measure.Decode: dec[i]} {
					key := measure.Cell{Shape: "Order", Codec: codec, Op: op, Mode: measure.DefaultMode}
					rounds.Add(measure.Block{Cell: key, N: 1000, Ns: ns, CPUNs: 1000 * ns, OwnNs: 1000 * ns, WallNs: 1000 * ns, YardNs: 30000})
				}
			}
		}
		add("bale/compact", 41, c.enc, c.dec)
		add("json", 41, [6]float64{1971, 2000, 2100, 2200, 2300, 2569}, [6]float64{5128, 5300, 5500, 6000, 6300, 6812})
		add("gob", 61, [6]float64{9000, 9100, 9200, 9300, 9400, 9500}, [6]float64{19000, 19100, 19200, 19300, 19400, 19500})
		r := result.Derive(run, rounds, result.Options{Raw: true})
		for _, row := range run.Rows {
			r.Aspects = append(r.Aspects, result.Aspects{Shape: row.Shape, Codec: row.Codec, Hostile: &result.Hostile{Inputs: 1, Refused: 1},
				Evolution: []result.TypeChange{{Change: "appended", Forward: result.Right, Backward: result.Right}}})
		}
		for _, p := range verdict.Presets {
			if p.TB > 1 { // nearly all of the cost is that of the bytes
				continue
			}
			for _, now := range []string{"", "json"} {
				text := views(r, &Reader{For: p, Now: now})[0].Classes[0].Verdict
				if !strings.Contains(strings.Replace(text, "The run", "the run", 1), c.want) || strings.Contains(text, "keep it") {
					t.Errorf("%s, for %s with -now %q: %s", c.name, p.Name, now, text)
				}
			}
		}
		var b strings.Builder
		if err := Table(&b, r, Options{Width: 100}); err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`\b0\.\d+x`).MatchString(b.String()) {
			t.Errorf("%s: the ratio 1x is not that of the fastest in\n%s", c.name, b.String())
		}
	}
}
