package report

import (
	"slices"
	"strings"
	"testing"

	"bale/report/verdict"
)

// TestFirstScreen checks that the page begins with the verdict and the chart, and that the controls follow.
func TestFirstScreen(t *testing.T) {
	withFacts(t)
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 3)
	page := writeRuns(t, Reader{Code: code}, r)
	order := `[...document.querySelectorAll('section.on :is(.lead, canvas, .reader, .ranking)')].map(e => e.className || e.tagName).slice(0, 4).join(' ')`
	before := `[...document.querySelectorAll('input, select, button')].filter(e => e.getClientRects().length && document.querySelector('section.on canvas').compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING).length`
	for _, width := range []int64{390, 1280} {
		for _, p := range verdict.Presets {
			do(t, b, window(width, 844, width < 500), open(page, "shape=nested-1&now=json&for="+p.Name))
			if y := eval[float64](t, b, `document.querySelector('section.on .lead').getBoundingClientRect().top`); y > 290 {
				t.Errorf("for %s, the verdict begins at %v of %d pixels", p.Name, y, width)
			}
			if got := eval[string](t, b, order); got != "lead CANVAS reader ranking" {
				t.Errorf("the order is %s", got)
			}
			if n := eval[int](t, b, before); n != 0 {
				t.Errorf("%d controls are before the chart", n)
			}
		}
	}
	do(t, b, click(`.tabs a:nth-child(3)`))
	if got := eval[string](t, b, order); got != "lead CANVAS reader ranking" {
		t.Errorf("after a change of the shape, the order is %s", got)
	}
	if got := eval[string](t, b, `getComputedStyle(document.querySelector('section.on .lead b')).fontWeight`); got != "700" {
		t.Errorf("the weight of the winner is %s", got)
	}
}

// TestChartTells checks that both axes of the chart have ticks, whatever the range of the data, and that the codecs at one place are named.
func TestChartTells(t *testing.T) {
	b := browser(t)
	r := synthetic(8, 1)
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Codec == "colfer" || c.Codec == "gencode" {
			c.Ns.Center = 500
		}
	}
	axes := `(s => [s.x.ticks, s.y.ticks].map(ticks => ticks.filter(t => t.label).length))(Chart.getChart(document.querySelector('section.on canvas')).scales)`
	shared := `document.querySelector('section.on .shared').textContent`
	for _, spread := range []float64{0.001, 0.01, 0.1, 1, 5, 100} {
		for i := range r.Rows {
			r.Rows[i].Size = 300 + 300*spread*float64(i)
			if r.Rows[i].Codec == "gencode" {
				r.Rows[i].Size = r.Rows[i-1].Size
			}
		}
		for _, scale := range []string{"log", "linear"} {
			do(t, b, window(1280, 844, false), open(writeRuns(t, Reader{}, r), "all=1&scale="+scale))
			if n := eval[[]int](t, b, axes); slices.Min(n) < 2 || slices.Max(n) > 24 {
				t.Errorf("with a spread of %v on a %s scale, the axes have %v ticks", spread, scale, n)
			}
			if got := eval[string](t, b, shared); !strings.Contains(got, "colfer and gencode") {
				t.Errorf("with a spread of %v, the legend is %q", spread, got)
			}
		}
	}
}

// TestPrint checks that a printed page has no controls, black text, and cards that are not divided.
func TestPrint(t *testing.T) {
	b := browser(t)
	do(t, b, printDark, open(writePage(t), ""))
	style := `[...document.querySelectorAll('section.on .card, section.on .verdict')].map(e => getComputedStyle(e).breakInside).join(' ')`
	if got := eval[string](t, b, style); got != "avoid avoid avoid avoid" {
		t.Errorf("break-inside of the verdict and the cards: %s", got)
	}
	if n := eval[int](t, b, `[...document.querySelectorAll('input, select')].filter(e => e.getClientRects().length).length`); n != 0 {
		t.Errorf("%d controls are printed", n)
	}
	ink := `getComputedStyle(document.body).color`
	screen := eval[string](t, b, ink)
	paper := eval[string](t, b, `dispatchEvent(new Event('beforeprint')); `+ink)
	if after := eval[string](t, b, `dispatchEvent(new Event('afterprint')); `+ink); paper != "rgb(28, 30, 33)" || after != screen {
		t.Errorf("the text is %s on the screen, %s on paper, and %s afterwards", screen, paper, after)
	}
}

// TestUnfinished checks that the verdict on a run that is not finished does not say that no codec meets the needs, although nothing is known yet.
func TestUnfinished(t *testing.T) {
	b := browser(t)
	r := synthetic(8, 1)
	p, _ := verdict.PresetNamed("storage")
	for unfinished, want := range map[bool]string{true: "For storage, there is no verdict yet, since the run is not finished. It is not known whether ", false: "For storage, no codec is known to meet all needs. It is not known whether "} {
		r.Unfinished = unfinished
		if got := views(r, &Reader{For: p})[0].Classes[0].Verdict; !strings.HasPrefix(got, want) {
			t.Errorf("the verdict is %s", got)
		}
		do(t, b, open(writeRuns(t, Reader{}, r), "for=storage"))
		if got := eval[string](t, b, pageVerdict); !strings.HasPrefix(got, want) {
			t.Errorf("the page says %s", got)
		}
	}
}
