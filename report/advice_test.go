package report

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"regexp"
	"strings"
	"testing"

	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// syntheticWithAspects returns synthetic results with aspects, a folder and a noisy codec, and the map for Reader.Code, from which every fourth
// codec is missing.
func syntheticWithAspects(nCodecs, nShapes int) (*result.Results, map[string]bool) {
	r := synthetic(nCodecs, nShapes)
	r.Aspects = syntheticAspects(r)
	r.Folder = "bale-results/it's 1"
	makeNoisy(r, "gencode/unsafe")
	code := map[string]bool{}
	for i, c := range syntheticCodecs {
		if i%4 != 3 {
			code[c.name] = i%2 == 0
		}
	}
	return r, code
}

// makeNoisy makes the intervals of a codec's times to encode too wide for a rank.
func makeNoisy(r *result.Results, codec string) {
	for i := range r.Cells {
		if c := &r.Cells[i]; c.Codec == codec && c.Op == measure.Encode {
			c.Ns.Hi, c.Rank, c.Ratio = 20*c.Ns.Center, 0, result.Interval{}
		}
	}
	for i := range r.Overall {
		if o := &r.Overall[i]; o.Codec == codec {
			o.Rank, o.Candidate, o.Best, o.Close = 0, false, false, false
		}
	}
}

// TestAdviceGolden compares the verdicts for every use, with and without a codec in use now, with a golden file.
func TestAdviceGolden(t *testing.T) {
	withFacts(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 2)
	var b bytes.Buffer
	for _, p := range verdict.Presets {
		for _, now := range []string{"", "json", "colfer", "capnp", "gencode/unsafe", "sproto", "nowhere"} {
			for _, s := range views(r, &Reader{For: p, Now: now, Code: code}) {
				fmt.Fprintf(&b, "-for %s -now %q, %s:\n%s\n\n", p.Name, now, s.Name, s.Classes[0].Verdict)
			}
		}
	}
	golden(t, "advice.txt", b.Bytes())
}

// TestReaderOfAllReports checks that the table, the Markdown report and the page have the same verdict.
func TestReaderOfAllReports(t *testing.T) {
	r, code := syntheticWithAspects(10, 1)
	p, _ := verdict.PresetNamed("storage")
	reader := Reader{For: p, Now: "msgp", Code: code}
	want := views(r, &reader)[0].Classes[0].Verdict
	var table, md, page bytes.Buffer
	for _, err := range []error{Table(&table, r, Options{Width: 1000, Reader: reader}), Markdown(&md, r, reader), HTML(&page, []*result.Results{r}, reader)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if text := strings.ReplaceAll(regexp.MustCompile(`<[^>]+>`).ReplaceAllString(page.String(), ""), "\n", " "); !strings.Contains(html.UnescapeString(text), shownVerdict(views(r, &reader)[0].Classes[0])) {
		t.Errorf("page: the verdict %q is missing", want)
	}
	for name, text := range map[string]string{"table": table.String(), "markdown": strings.ReplaceAll(md.String(), `\`, "")} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: the verdict %q is missing", name, want)
		}
	}
}

// TestWarnings checks what the verdict says about hidden fields, and about a winner by speed that decodes wrong values when the type changes.
func TestWarnings(t *testing.T) {
	r, _ := syntheticWithAspects(len(syntheticCodecs), 1)
	said := func(use string) string {
		p, _ := verdict.PresetNamed(use)
		return views(r, &Reader{For: p})[0].Classes[0].Verdict
	}
	winner := views(r, &Reader{For: verdict.Presets[0]})[0].Classes[0].Fastest.Row.Codec
	if text := said("speed"); strings.Contains(text, "If the type changes") || strings.Contains(text, "because of a tag") {
		t.Errorf("without a cause: %s", text)
	}
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Codec == winner {
			row.Stream = true
			row.Hidden, row.Sends = []string{"Order.Note"}, []string{"Order.Secret"}
		}
	}
	for i := range r.Aspects {
		if a := &r.Aspects[i]; a.Codec == winner {
			a.Evolution = []result.TypeChange{{Change: "swapped", Forward: result.Wrong, Backward: result.Right}}
		}
	}
	text := said("speed")
	for _, want := range []string{
		"If the type changes, it decodes wrong values from earlier messages, without an error, after two fields of the same type change places.",
		"Messages of " + winner + " do not have Order.Note, because of a tag.",
		"Messages of " + winner + " are parts of one stream: no other program can decode one.",
		winner + " sends Order.Secret, which a tag hides from other serializers:",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in %s", want, text)
		}
	}
	if text := said("cache"); strings.Contains(text, "use "+winner) || !strings.Contains(text, winner+" (no other program can decode its messages, which are parts of one stream") {
		t.Errorf("a cache with a stream: %s", text)
	}
	if text := said("cache"); strings.Contains(text, "If the type changes") {
		t.Errorf("a use that excludes the codec repeats the warning: %s", text)
	}
}

func TestBill(t *testing.T) {
	p := verdict.Preset{Rate: 1000, Encodes: 1, Decodes: 10, Core: 20, TB: 5}
	// 1,000 × (100 + 10 × 200) ns are 0.0021 cores; 1,000 × 50 B are 0.4 Mbit/s and 0.1296 TB in 30 days.
	if got, want := fmt.Sprintf("%.4f", *p.Bill(100, 200, 50)), "{0.0021 0.4000 0.6900}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// adviceCases has lines for every sentence of the verdict for a use, with the codec that it recommends and whether it says that an examination
// can find something out.
func adviceCases() []adviceCase {
	a := verdictLine{codec: "a", enc: 100, dec: 200, size: 40}
	b := verdictLine{codec: "b", enc: 101, dec: 202, size: 40}
	lossy := verdictLine{codec: "l", enc: 50, dec: 50, size: 40, lossy: true}
	size := verdictLine{codec: "s", enc: 400, dec: 800, size: 10}
	noisy := verdictLine{codec: "n", enc: 90, dec: 190, size: 40, noise: 5}
	with := func(v verdictLine, codec string, a *result.Aspects) verdictLine {
		v.codec, v.aspects = codec, a
		return v
	}
	safe := &result.Aspects{Hostile: &result.Hostile{Inputs: 10, Refused: 8, Accepted: 2}}
	panics := &result.Aspects{Hostile: &result.Hostile{Inputs: 10, Panicked: 1, Worst: "panics: no"}}
	failed := &result.Aspects{Failed: []result.AspectFailure{{Aspect: "hostile", Reason: "no answer"}, {Aspect: "evolution", Reason: "it does not build"}}}
	p := func(tb float64, needs ...verdict.Need) *verdict.Preset {
		return &verdict.Preset{Title: "x", Rate: 1e6, Encodes: 1, Decodes: 1, Core: 30, TB: tb, Needs: needs}
	}
	return []adviceCase{
		{"nothing", p(0), []verdictLine{{codec: "floor", enc: 1, dec: 1}}, "", false},
		{"one codec", p(0), []verdictLine{a}, "a", false},
		{"speed", p(0), []verdictLine{a, size}, "a", false},
		{"size", p(1), []verdictLine{a, size}, "s", false},
		{"close", p(0), []verdictLine{a, b}, "a", false},
		{"wide intervals", p(0), []verdictLine{{codec: "w", enc: 100, dec: 200, size: 40, noise: 1.5}, {codec: "b", enc: 130, dec: 260, size: 40}, {codec: "c", enc: 190, dec: 390, size: 40, noise: 1.4}}, "w", false},
		{"wide intervals and more than twice the cost", p(0), []verdictLine{{codec: "w", enc: 100, dec: 200, size: 40, noise: 1.5}, {codec: "c", enc: 220, dec: 440, size: 40, noise: 1.5}}, "", false},
		{"a noisy one", p(0), []verdictLine{noisy, a}, "", false},
		{"a noisy one that may be cheaper", p(0), []verdictLine{{codec: "n", enc: 900, dec: 1900, size: 40, noise: 20}, a, b}, "", false},
		{"a noisy one that is cheaper", p(0), []verdictLine{{codec: "n", enc: 9, dec: 19, size: 40, noise: 5}, a, b}, "n", false},
		{"a noisy one that is dearer", p(0), []verdictLine{{codec: "n", enc: 900, dec: 1900, size: 40, noise: 5}, a, b}, "a", false},
		{"a noisy time, but most of the cost is that of the bytes", p(50), []verdictLine{{codec: "n", enc: 90, dec: 190, size: 400, noise: 5}, {codec: "a", enc: 100, dec: 200, size: 400}}, "n", false},
		{"one noisy codec", p(0), []verdictLine{noisy}, "n", false},
		{"few rounds", p(0), []verdictLine{{codec: "f", enc: 100, dec: 200, size: 40, noise: math.Inf(1)}}, "f", false},
		{"few rounds of two", p(0), []verdictLine{{codec: "f", enc: 100, dec: 200, size: 40, noise: math.Inf(1)}, {codec: "g", enc: 1000, dec: 2000, size: 40, noise: math.Inf(1)}}, "", false},
		{"cheaper but lossy", p(0), []verdictLine{a, b, lossy}, "a", false},
		{"all but one lossy", p(0), []verdictLine{a, lossy}, "a", false},
		{"all lossy", p(0), []verdictLine{lossy}, "", false},
		{"messages of no bytes", p(1), []verdictLine{{codec: "b", enc: 100, dec: 200}, a}, "b", false},
		{"not known for any", p(0, verdict.Hostile), []verdictLine{a, b}, "", true},
		{"not known for the only one", p(0, verdict.Hostile), []verdictLine{a}, "", true},
		{"not known for cheaper ones", p(0, verdict.Hostile), []verdictLine{a, b, with(size, "s", safe), {codec: "z", enc: 9e5, dec: 9e5}}, "s", true},
		{"not known for a cheaper one", p(0, verdict.Hostile), []verdictLine{a, with(b, "b", safe)}, "b", true},
		{"not known for dearer ones", p(0, verdict.Hostile), []verdictLine{with(a, "a", safe), b, size}, "a", false},
		{"not known, but excluded for another need", p(0, verdict.Hostile, verdict.Evolution), []verdictLine{with(a, "a", panics)}, "", false},
		{"two needs not known", p(0, verdict.Hostile, verdict.Evolution, verdict.Languages), []verdictLine{a, with(b, "b", safe), with(size, "s", failed)}, "", true},
		{"not found", p(0, verdict.Hostile), []verdictLine{with(a, "a", failed), with(b, "b", safe)}, "b", false},
		{"not known and noisy", p(0, verdict.Hostile), []verdictLine{noisy, with(b, "b", safe)}, "b", true},
		{"known and noisy", p(0, verdict.Hostile), []verdictLine{with(noisy, "n", safe), a}, "n", false},
		{"excluded", p(0, verdict.Hostile), []verdictLine{with(a, "a", panics), with(b, "b", safe), with(size, "s", safe)}, "b", false},
		{"all excluded", p(0, verdict.Hostile), []verdictLine{with(a, "a", panics), with(b, "b", panics)}, "", false},
	}
}

type adviceCase struct {
	name    string
	p       *verdict.Preset
	lines   []verdictLine
	use     string
	canFind bool
}

// TestAdvise compares the verdicts for uses with a golden file.
func TestAdvise(t *testing.T) {
	withFacts(t)
	var all strings.Builder
	for _, c := range adviceCases() {
		var lines []*verdict.Line
		for _, v := range c.lines {
			l := v.line()
			l.Bill = c.p.Bill(l.Enc.Ns.Center, l.Dec.Ns.Center, l.Row.Size)
			lines = append(lines, l)
		}
		got := verdict.Advise(c.p, lines, 0.02)
		name := ""
		if got.Use != nil {
			name = got.Use.Row.Codec
		}
		if name != c.use || (len(got.Find) > 0) != c.canFind {
			t.Errorf("%s: uses %q and can find more: %v; want %q, %v", c.name, name, (len(got.Find) > 0), c.use, c.canFind)
		}
		fmt.Fprintf(&all, "%s:\n%s\n\n", c.name, strings.TrimSpace(adviceText(got, false)+"\n"+openText(got)))
	}
	golden(t, "advise.txt", []byte(all.String()))
}

func TestAmounts(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{amount(0), "0"}, {amount(0.00001), "<0.0001"}, {amount(0.00283), "0.0028"}, {amount(3.76), "3.8"}, {amount(26.9), "27"},
		{amount(99.4), "99"}, {amount(99.6), "100"}, {amount(12345), "12,345"},
		{dollars(0), "$0.00"}, {dollars(0.004), "less than $0.01"}, {dollars(0.085), "$0.09"}, {dollars(99.99), "$99.99"}, {dollars(1234.4), "$1,234"},
		{differences([]string{"1 core", "2 Mbit/s"}, []float64{1, 2}), "1 core and 2 Mbit/s more"},
		{differences([]string{"1 core", "2 Mbit/s"}, []float64{1, -2}), "1 core more and 2 Mbit/s less"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
