package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"bale/result"
)

// syntheticWithAspects returns synthetic results with aspects, and the map for Reader.Code, from which every fourth codec is missing.
func syntheticWithAspects(nCodecs, nShapes int) (*result.Results, map[string]bool) {
	r := synthetic(nCodecs, nShapes)
	r.Aspects = syntheticAspects(r)
	code := map[string]bool{}
	for i, c := range syntheticCodecs {
		if i%4 != 3 {
			code[c.name] = i%2 == 0
		}
	}
	return r, code
}

// TestAdviceGolden compares the verdicts for every use, with and without a codec in use now, with a golden file.
func TestAdviceGolden(t *testing.T) {
	withFacts(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 2)
	var b bytes.Buffer
	for _, p := range Presets {
		for _, now := range []string{"", "json", "colfer", "capnp", "nowhere"} {
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
	p, _ := PresetNamed("storage")
	reader := Reader{For: p, Now: "msgp", Code: code}
	want := views(r, &reader)[0].Classes[0].Verdict
	var table, md, page bytes.Buffer
	for _, err := range []error{Table(&table, r, Options{Width: 1000, Reader: reader}), Markdown(&md, r, reader), HTML(&page, []*result.Results{r}, reader)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"table": table.String(), "markdown": strings.ReplaceAll(md.String(), `\`, ""), "page": strings.ReplaceAll(page.String(), "&#39;", "'")} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: the verdict %q is missing", name, want)
		}
	}
}

func TestBill(t *testing.T) {
	p := Preset{Rate: 1000, Encodes: 1, Decodes: 10, Core: 20, TB: 5}
	// 1,000 × (100 + 10 × 200) ns are 0.0021 cores; 1,000 × 50 B are 0.4 Mbit/s and 0.1296 TB in 30 days.
	if got, want := fmt.Sprintf("%.4f", *p.bill(100, 200, 50)), "{0.0021 0.4000 0.6900}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAdvise(t *testing.T) {
	a := verdictLine{codec: "a", enc: 100, dec: 200, size: 40}
	lossy := verdictLine{codec: "l", enc: 50, dec: 50, size: 40, lossy: true}
	size := verdictLine{codec: "s", enc: 400, dec: 800, size: 10}
	p := func(tb float64, needs ...Need) *Preset {
		return &Preset{Title: "x", Rate: 1e6, Encodes: 1, Decodes: 1, Core: 30, TB: tb, Needs: needs}
	}
	for _, c := range []struct {
		name  string
		p     *Preset
		lines []verdictLine
		want  string
		use   string
	}{
		{"nothing", p(0), []verdictLine{{codec: "floor", enc: 1, dec: 1}}, "Nothing was measured.", ""},
		{"speed", p(0), []verdictLine{a, size}, "For x, use a: 0.3 cores, 320 Mbit/s and $9.00 a month for 1,000,000 messages a second, the cheapest of 2 codecs.", "a"},
		{"size", p(1), []verdictLine{a, size}, "For x, use s: 1.2 cores, 80 Mbit/s and $61.92 a month for 1,000,000 messages a second, the cheapest of 2 codecs.", "s"},
		{"close", p(0), []verdictLine{a, {codec: "b", enc: 101, dec: 202, size: 40}}, "For x, use a: 0.3 cores, 320 Mbit/s and $9.00 a month for 1,000,000 messages a second, the cheapest of 2 codecs. About the same: b.", "a"},
		{"noisy", p(0), []verdictLine{{codec: "n", enc: 100, dec: 200, size: 40, noise: 5}, {codec: "b", enc: 150, dec: 300, size: 40}, {codec: "c", enc: 300, dec: 600, size: 40}},
			"For x, use n: 0.3 cores, 320 Mbit/s and $9.00 a month for 1,000,000 messages a second, the cheapest of 3 codecs. About the same: b. " +
				"The run is too noisy to tell how much more it costs with c.", "n"},
		{"cheaper but lossy", p(0), []verdictLine{a, lossy}, "For x, use a: 0.3 cores, 320 Mbit/s and $9.00 a month for 1,000,000 messages a second. Cheaper, but excluded: l (loses sample values).", "a"},
		{"none", p(0), []verdictLine{lossy}, "For x, no codec meets all needs. Excluded: l (loses sample values).", ""},
		{"messages of no bytes", p(1), []verdictLine{{codec: "b", enc: 100, dec: 200}, a}, "For x, use b: 0.3 cores, 0 Mbit/s and $9.00 a month for 1,000,000 messages a second, the cheapest of 2 codecs.", "b"},
		{"not known", p(0, Hostile), []verdictLine{a}, "For x, use a: 0.3 cores, 320 Mbit/s and $9.00 a month for 1,000,000 messages a second. Not known for a: safe with hostile input.", "a"},
	} {
		var lines []*line
		for _, v := range c.lines {
			l := v.line()
			for _, cell := range []*result.Cell{l.Enc, l.Dec} {
				cell.Ns.Lo, cell.Ns.Hi = cell.Ns.Center/max(1, v.noise), cell.Ns.Center*max(1, v.noise)
			}
			l.Bill = c.p.bill(l.Enc.Ns.Center, l.Dec.Ns.Center, l.Row.Size)
			lines = append(lines, l)
		}
		got, use := advise(c.p, lines, 0.02)
		name := ""
		if use != nil {
			name = use.Row.Codec
		}
		if got != c.want || name != c.use {
			t.Errorf("%s: uses %q, want %q; got\n%s\nwant\n%s", c.name, name, c.use, got, c.want)
		}
	}
}

func TestFront(t *testing.T) {
	lines := []*line{}
	for _, v := range []verdictLine{
		{codec: "floor", enc: 1, dec: 1, size: 1}, {codec: "fast", enc: 10, dec: 10, size: 50}, {codec: "small", enc: 30, dec: 30, size: 20},
		{codec: "beaten", enc: 31, dec: 30, size: 20}, {codec: "lossy", enc: 5, dec: 5, size: 5, lossy: true}, {codec: "empty", enc: 40, dec: 40},
		{codec: "equal", enc: 10, dec: 10, size: 50}, {codec: "half", dec: 1, oneOnly: true, size: 1},
	} {
		lines = append(lines, v.line())
		lines[len(lines)-1].Both = nil
	}
	markFront(lines)
	var front []string
	for _, l := range lines {
		if l.Front {
			front = append(front, l.Row.Codec)
		}
	}
	if got := strings.Join(front, " "); got != "fast small empty equal" {
		t.Errorf("the front is %s", got)
	}
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

func TestPresetNames(t *testing.T) {
	if got := PresetNames(); got != "speed, service, storage, cache, api" {
		t.Errorf("the presets are %s", got)
	}
	if _, ok := PresetNamed("speedy"); ok {
		t.Error("there is a preset called speedy")
	}
}
