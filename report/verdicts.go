package report

import (
	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// Verdicts returns the verdicts on the first class of each shape for all uses. now and code are as in Reader.
func Verdicts(r *result.Results, now string, code map[string]bool) (list []result.Verdict) {
	for _, p := range verdict.Presets {
		for _, s := range views(r, &Reader{For: p, Now: now, Code: code}) {
			if len(s.Classes) > 0 {
				list = append(list, resultVerdict(&p, s.Classes[0]))
			}
		}
	}
	return list
}

// resultVerdict returns the verdict on a class for a use as it is in results.json.
func resultVerdict(p *verdict.Preset, c *classView) result.Verdict {
	v := result.Verdict{Shape: c.Shape, Axes: measure.Axes(c.Mode), Use: p.Name, Text: c.Verdict, Needs: []result.Evidence{}}
	if c.Use == nil {
		return v
	}
	v.Codec, v.Next, v.Sends = c.Use.Row.Codec, c.Next, c.Use.Row.Sends
	if b := c.Use.Bill; b != nil {
		v.Cost = &result.Cost{Cores: b.Cores, Mbit: b.Mbit, Dollars: b.Dollar}
	}
	for _, n := range p.Needs {
		a := c.Use.Answer(n)
		v.Needs = append(v.Needs, result.Evidence{Need: string(n), Title: n.Title(), Why: a.Why})
	}
	return v
}
