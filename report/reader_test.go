package report

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

const (
	pageVerdict = `[...document.querySelectorAll('section.on .verdict :is(p, li)')].map(e => e.textContent).join(' ')`
	pageWinner  = `(b => b ? b.textContent : '')(document.querySelector('section.on .verdict .lead b'))`
	pageOrder   = `[...document.querySelectorAll('section.on .ranking tbody tr:not(.reference):not(.card-row)')]
		.filter(tr => tr.cells[12].textContent).map(tr => tr.querySelector('.open').textContent)`
)

// open loads a page with an address after #, like a link that somebody sent.
func open(page, address string) action {
	loads++
	return navigate(fmt.Sprintf("%s?%d#%s", page, loads, address))
}

var loads int // makes each URL new, so that the browser loads the page again

// TestPageAdvises checks that the page's script has the same verdicts and order as advise, for every use.
func TestPageAdvises(t *testing.T) {
	withFacts(t)
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 2)
	do(t, b, open(writeRuns(t, Reader{Code: code}, r), ""))
	for _, p := range verdict.Presets {
		for _, now := range []string{"", "json", "colfer", "capnp", "gencode/unsafe", "sproto"} {
			for _, s := range views(r, &Reader{For: p, Now: now, Code: code}) {
				v := s.Classes[0]
				address := url.Values{"shape": {s.Name}, "for": {p.Name}, "now": {now}, "all": {"1"}}.Encode()
				do(t, b, run(fmt.Sprintf(`history.replaceState(null, '', %q); dispatchEvent(new PopStateEvent('popstate'))`, "#"+address)))
				if got, want := eval[string](t, b, pageVerdict), shownVerdict(v); got != want {
					t.Errorf("%s, %q, %s: the page says\n%s\nwant\n%s", p.Name, now, s.Name, got, want)
				}
				if got, want := eval[string](t, b, pageWinner), v.Sentences().Winner; got != want {
					t.Errorf("%s, %q, %s: %q is bold, want %q", p.Name, now, s.Name, got, want)
				}
				if p.BySpeed() {
					continue // sorted by rank, which TestScriptAgreesWithServer compares
				}
				var want []string
				for _, c := range verdict.Contenders(&p, v.lines()) {
					want = append(want, c.Row.Codec)
				}
				if got := eval[[]string](t, b, pageOrder); !slices.Equal(got, want) {
					t.Errorf("%s, %s: the page's order is\n%v\nwant\n%v", p.Name, s.Name, got, want)
				}
			}
		}
	}
}

// shownVerdict returns the verdict in the order of the page, which begins with the sentence that names the winner.
func shownVerdict(v *classView) string {
	s := v.Sentences()
	list := append([]string{s.Before + s.Winner + s.After}, s.Rest...)
	if v.Find != "" {
		list = append(list, "To find out: "+v.Find)
	}
	return strings.Join(list, " ")
}

// TestPageBeginsWithReader checks that a page for a reader first shows the verdict for this reader, with and without the script.
func TestPageBeginsWithReader(t *testing.T) {
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 1)
	p, _ := verdict.PresetNamed("storage")
	reader := Reader{For: p, Now: "gob", Code: code}
	want := shownVerdict(views(r, &reader)[0].Classes[0])
	page := writeRuns(t, reader, r)
	do(t, b, open(page, ""))
	if got := eval[string](t, b, pageVerdict); got != want {
		t.Errorf("the page says\n%s\nwant\n%s", got, want)
	}
	do(t, b, withoutScript(true), open(page, ""))
	if got := eval[string](t, b, strings.Replace(pageVerdict, ".on", "", 1)); got != want {
		t.Errorf("without JavaScript the page says\n%s\nwant\n%s", got, want)
	}
}

func hash(t *testing.T, b *tab) string { return eval[string](t, b, `location.hash`) }

// TestReaderForm checks that a choice in the form changes the table and the address, that the address restores the choice, and that Back
// undoes it.
func TestReaderForm(t *testing.T) {
	withFacts(t)
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 3)
	page := writeRuns(t, Reader{Code: code}, r)
	price := `document.querySelector('section.on tbody tr:not(.reference)').cells[12].textContent`
	checked := `[...document.querySelectorAll('.reader [name=for]:checked, .reader [name=need]:checked')].map(i => i.value).join()`
	do(t, b, window(1280, 900, false), open(page, ""))

	do(t, b, unfoldForm, click(`.reader input[value=storage]`))
	if got := eval[string](t, b, checked); got != "storage,stored" {
		t.Errorf("after a click on storage, %s is checked", got)
	}
	if got := hash(t, b); got != "#for=storage" {
		t.Errorf("the address is %s", got)
	}
	before := eval[string](t, b, price)
	do(t, b, setValue(`.reader [name=rate]`, "1000000"))
	if after := eval[string](t, b, price); before == after || !strings.HasPrefix(after, "$") {
		t.Errorf("a hundred times the messages cost %s, before %s", after, before)
	}
	do(t, b, click(`.reader input[value=languages]`))
	if got := hash(t, b); got != "#for=storage&rate=1000000&needs=stored,languages" {
		t.Errorf("the address is %s", got)
	}
	if got := eval[string](t, b, checked); got != "stored,languages" {
		t.Errorf("with a customised use, %s is checked", got)
	}
	if got := eval[string](t, b, pageVerdict); !strings.HasPrefix(got, "For your own use, use ") {
		t.Errorf("the verdict is %s", got)
	}
	excluded := eval[[]string](t, b, `[...document.querySelectorAll('section.on .why')].map(e => e.textContent)`)
	if !slices.Contains(excluded, "excluded: exists for Go only") {
		t.Errorf("the exclusions are %q", excluded)
	}

	sent := eval[string](t, b, `location.hash + '|' + document.querySelector('section.on tbody').textContent`)
	address, table, _ := strings.Cut(sent, "|")
	do(t, b, back)
	if got := eval[string](t, b, checked); got != "stored" {
		t.Errorf("after Back, %s is checked", got)
	}
	do(t, b, open(page, strings.TrimPrefix(address, "#")))
	if got := eval[string](t, b, `document.querySelector('section.on tbody').textContent`); got != table {
		t.Error("the address that was sent shows another table")
	}

	do(t, b, setValue(`.reader [name=network]`, "50"))
	if got := eval[string](t, b, `document.querySelector('.reader [name=tb]').value`); got != "50" {
		t.Errorf("out of a cloud, a TB costs %s", got)
	}
	do(t, b, open(page, "for=nonsense&rate=-3&needs=x,hostile&sort=99&shape=huge&run=7&mode=a,b&open=nobody&scale=up"))
	if got := eval[string](t, b, checked); got != "hostile" {
		t.Errorf("with unknown words in the address, %s is checked", got)
	}
}

// TestRefusedNumbers checks that an invalid number is marked, and that the last valid number stays in effect.
func TestRefusedNumbers(t *testing.T) {
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 1)
	page := writeRuns(t, Reader{Now: "json", Code: code}, r)
	do(t, b, window(1280, 900, false), open(page, "for=storage&rate=500"))
	want := eval[string](t, b, pageVerdict)
	if !strings.Contains(want, "json takes") {
		t.Fatalf("the verdict does not compare with json: %s", want)
	}
	enter := func(name, value string) string {
		return eval[string](t, b, fmt.Sprintf(`(i => { i.focus(); i.value = %q; i.dispatchEvent(new Event('input')); return String(i.getAttribute('aria-invalid')); })(document.querySelector('.reader [name=%s]'))`, value, name))
	}
	for _, c := range [][2]string{{"rate", "0"}, {"rate", "-5"}, {"rate", "1e30"}, {"rate", ""}, {"decodes", "-1"}} {
		if got := enter(c[0], c[1]); got != "true" {
			t.Errorf("%s %q: aria-invalid is %s", c[0], c[1], got)
		}
		if got := eval[string](t, b, pageVerdict); got != want {
			t.Errorf("%s %q: the verdict is\n%s\nwant\n%s", c[0], c[1], got, want)
		}
	}
	blur := `(i => { i.dispatchEvent(new Event('blur')); return i.value + ' ' + i.getAttribute('aria-invalid'); })(document.querySelector('.reader [name=rate]'))`
	if got := eval[string](t, b, blur); got != "500 null" {
		t.Errorf("afterwards, the rate is %s", got)
	}
	if got := enter("encodes", "0"); got != "false" {
		t.Errorf("messages that are only decoded: aria-invalid is %s", got)
	}
	if got := enter("decodes", "0"); got != "true" {
		t.Errorf("messages that are neither encoded nor decoded: aria-invalid is %s", got)
	}
	do(t, b, open(page, "for=storage&rate=0&encodes=0&decodes=0"))
	if got := eval[string](t, b, pageVerdict); strings.Contains(got, "NaN") {
		t.Errorf("with invalid numbers in the address, the verdict is\n%s", got)
	}
}

// TestCardsAndFamilies checks that a row opens its card and a family its variants, that both are in the address, and that the keyboard
// focus stays.
func TestCardsAndFamilies(t *testing.T) {
	withFacts(t)
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 1)
	page := writeRuns(t, Reader{Code: code}, r)
	names := `[...document.querySelectorAll('section.on tbody tr:not(.card-row) .open')].map(b => b.textContent).filter(n => n.startsWith('json') || n.startsWith('gencode'))`
	do(t, b, window(1280, 900, false), open(page, ""))
	if got := eval[[]string](t, b, names); !slices.Equal(got, []string{"gencode", "json"}) {
		t.Errorf("folded, the families show %v", got)
	}
	do(t, b, click(`section.on [data-key="more json"]`))
	if got := eval[[]string](t, b, names); !slices.Equal(got, []string{"gencode", "json", "json/v2"}) {
		t.Errorf("unfolded, they show %v", got)
	}
	do(t, b, enter(`section.on [data-key="open colfer"]`, "\n"))
	card := eval[string](t, b, `document.querySelector('section.on .card-row').innerText`)
	for _, want := range []string{
		"Speed", "encode", "zone dropped (Order.At, Order.Changed and 1 more)", "field appended: old messages wrong without an error",
		"github.com/pascaldekloe/colfer v1.8.1", "zstd, 1,000 together: 12 B a message", "adds 1.2 MB to the binary", "loses sample values",
	} {
		if !strings.Contains(card, want) {
			t.Errorf("the card has no %q:\n%s", want, card)
		}
	}
	if got := eval[string](t, b, `document.activeElement.dataset.key + ' ' + document.activeElement.getAttribute('aria-expanded')`); got != "open colfer true" {
		t.Errorf("the focus is on %s", got)
	}
	if got := hash(t, b); got != "#unfold=json&open=colfer" {
		t.Errorf("the address is %s", got)
	}
	do(t, b, enter(`.reader [name=find]`, "protobuf"))
	found := eval[[]string](t, b, `[...document.querySelectorAll('section.on tbody th small:first-of-type')].map(e => e.textContent)`)
	if len(found) != 5 || slices.ContainsFunc(found, func(wire string) bool { return wire != "protobuf" }) {
		t.Errorf("a search for protobuf finds %v", found)
	}
}

// TestCodecInUseIsVisible checks that the codec in use now has a row although its family is folded.
func TestCodecInUseIsVisible(t *testing.T) {
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 1)
	page := writeRuns(t, Reader{Code: code}, r)
	names := `[...document.querySelectorAll('section.on tbody .open')].map(b => b.textContent).filter(n => n.startsWith('json') || n.startsWith('gencode'))`
	for now, want := range map[string][]string{
		"": {"gencode", "json"}, "json": {"gencode", "json"}, "json/v2": {"gencode", "json", "json/v2"}, "gencode/unsafe": {"gencode", "json", "gencode/unsafe"},
	} {
		do(t, b, open(page, url.Values{"now": {now}}.Encode()))
		if got := eval[[]string](t, b, names); !slices.Equal(got, want) {
			t.Errorf("with %q in use, the page shows %v, want %v", now, got, want)
		}
	}
}

// TestPageFinds checks the command that the verdict of a page ends with.
func TestPageFinds(t *testing.T) {
	withFacts(t)
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 2)
	page := writeRuns(t, Reader{Code: code}, r)
	command := `(e => e ? e.textContent : '')(document.querySelector('section.on .verdict code'))`
	const resume = `bale compare -resume 'bale-results/it'\''s 1' `
	for address, want := range map[string]string{
		"for=speed": "", "for=cache": resume + "-for cache", "for=storage": resume + "-for storage", "for=service&now=json/v2": resume + "-for service -now json/v2",
		"for=storage&rate=5": resume + "-aspects evolution", "for=speed&needs=hostile,evolution,languages": resume + "-aspects hostile,evolution", "for=speed&needs=nocode": "",
	} {
		do(t, b, open(page, "shape=nested-1&"+address))
		if got := eval[string](t, b, command); got != want {
			t.Errorf("%s: the command is %q, want %q", address, got, want)
		}
		if said := eval[string](t, b, pageVerdict); !strings.HasSuffix(said, want) {
			t.Errorf("%s: the verdict does not end with %q: %s", address, want, said)
		}
	}
	r.Folder = ""
	do(t, b, open(writeRuns(t, Reader{Code: code}, r), "shape=nested-1&for=storage"))
	if got := eval[string](t, b, pageVerdict); strings.Contains(got, "To find out") || !strings.Contains(got, "It is not known") {
		t.Errorf("without a folder, the verdict is %s", got)
	}
}

// TestWideIntervalsInCharts checks that an interval that is too wide for a rank does not stretch the axis of a chart, and that the cell is not
// bold.
func TestWideIntervalsInCharts(t *testing.T) {
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 1)
	for i := range r.Cells {
		if c := &r.Cells[i]; c.Ns.Wide() {
			c.Ns.Hi = 1e9
		}
	}
	do(t, b, window(1280, 900, false), open(writeRuns(t, Reader{Code: code}, r), "all=1"))
	for _, scale := range []string{"linear", "log"} {
		do(t, b, click(`section.on input[name=scale][value=`+scale+`]`))
		if got := eval[float64](t, b, `Math.max(...[...document.querySelectorAll('section.on canvas')].map(c => Chart.getChart(c).scales.x.max))`); got > 1e4 {
			t.Errorf("the axis of the %s scale ends at %v ns", scale, got)
		}
	}
	row := `[...document.querySelectorAll('section.on tbody tr')].find(tr => tr.querySelector('.open').textContent === 'gencode/unsafe')`
	if got := eval[string](t, b, row+`.querySelectorAll('.first').length + '|' + `+row+`.cells[1].textContent`); got != "0|" {
		t.Errorf("the noisy cell and its rank are %s", got)
	}
}

// TestSeveralRuns checks a page of several runs: its menu of runs keeps the shape.
func TestSeveralRuns(t *testing.T) {
	b := browser(t)
	first, second := synthetic(10, 3), quick(6, 2)
	second.Environment.GOARCH, second.Environment.CPU = "arm64", "Neoverse <N1>"
	page := writeRuns(t, Reader{}, first, second)
	do(t, b, open(page, "shape=nested-1"))
	shown := `[document.querySelector('section.on').id, document.querySelector('.run.on .where').textContent, [...document.querySelectorAll('.tabs a')].filter(a => !a.hidden).length].join('|')`
	if got := eval[string](t, b, shown); !strings.HasPrefix(got, "run-1-shape-2|AMD EPYC") || !strings.HasSuffix(got, "|3") {
		t.Errorf("first, the page shows %s", got)
	}
	do(t, b, setValue(`select[name=run]`, "run-2"))
	if got := eval[string](t, b, shown); !strings.HasPrefix(got, "run-2-shape-2|Neoverse <N1> · linux/arm64") || !strings.HasSuffix(got, "|2") {
		t.Errorf("for the second run, the page shows %s", got)
	}
	if got := hash(t, b); got != "#run=2&shape=nested-1" {
		t.Errorf("the address is %s", got)
	}
	do(t, b, open(page, "run-2-shape-1"))
	if got := eval[string](t, b, shown); !strings.HasPrefix(got, "run-2-shape-1|") {
		t.Errorf("a link to a section shows %s", got)
	}
	do(t, b, withoutScript(true), open(page, ""))
	if n := eval[int](t, b, `[...document.querySelectorAll('section.shape .scroll:has(+ .row-notes) table')].filter(e => e.getClientRects().length).length`); n != 5 {
		t.Errorf("without JavaScript %d tables are shown, want 5", n)
	}
}

// TestPageFits checks that the page and the ranking do not scroll sideways and that no name is clipped, on a phone and on wider screens.
func TestPageFits(t *testing.T) {
	withFacts(t)
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 3)
	page := writeRuns(t, Reader{Code: code}, r, synthetic(5, 1))
	clipped := `[...document.querySelectorAll('section.on .ranking th, section.on .ranking td, .reader label, .reader input, .tabs a')].filter(e => {
		const b = e.getBoundingClientRect();
		return b.width && (b.right > document.documentElement.clientWidth + 1 || e.scrollWidth > e.clientWidth + 1 && e.matches('th, td, .open'));
	}).map(e => e.textContent || e.name)`
	for _, width := range []int64{390, 800, 1280, 1920} {
		for _, address := range []string{"", "for=api&now=json&open=sproto,json/v2&unfold=json,gencode&rate=1000000000"} {
			do(t, b, window(width, 844, width < 500), open(page, address))
			if w := eval[int64](t, b, `document.documentElement.scrollWidth`); w > width {
				t.Errorf("the page is %d pixels wide on a screen of %d (%s)", w, width, address)
			}
			if w := eval[[]int64](t, b, `(e => [e.scrollWidth, e.clientWidth])(document.querySelector('section.on .scroll'))`); w[0] > w[1]+2 {
				t.Errorf("the table is %d pixels wide, but has room for %d, on a screen of %d (%s)", w[0], w[1], width, address)
			}
			if names := eval[[]string](t, b, clipped); len(names) > 0 {
				t.Errorf("on a screen of %d (%s) these are clipped: %q", width, address, names)
			}
		}
	}
}

// TestPageNames checks that every control has a name for screen readers.
func TestPageNames(t *testing.T) {
	b := browser(t)
	r, code := syntheticWithAspects(len(syntheticCodecs), 2)
	do(t, b, open(writeRuns(t, Reader{Code: code}, r, synthetic(4, 1)), "all=1&open=json/v2"), unfoldForm)
	nameless := `[...document.querySelectorAll('input, select, button, canvas, table, section, nav, [tabindex]')].filter(e => e.getClientRects().length && !(
		e.getAttribute('aria-label') || (e.labels && e.labels.length && e.labels[0].textContent.trim()) || (e.matches('button') && e.textContent.trim()) ||
		(e.matches('table') && (e.caption || e.closest('details')))
	)).map(e => e.outerHTML.slice(0, 80))`
	if got := eval[[]string](t, b, nameless); len(got) > 0 {
		t.Errorf("without a name: %q", got)
	}
	levels := `[...document.querySelectorAll('h1, h2, h3')].filter(e => e.getClientRects().length).map(e => Number(e.tagName[1]))`
	for i, got := range eval[[]int](t, b, levels) {
		if i == 0 && got != 1 || i > 0 && got == 1 {
			t.Errorf("heading %d is of level %d", i+1, got)
		}
	}
	if got := eval[int](t, b, `document.querySelectorAll('section.on .ranking th:not([scope])').length`); got > 0 {
		t.Errorf("%d header cells have no scope", got)
	}
	if got := eval[string](t, b, `[...document.querySelectorAll('.open')].find(b => b.textContent === 'gencode/unsafe').getAttribute('aria-label')`); got != "gencode/unsafe" {
		t.Errorf("the button of gencode/unsafe is called %q", got)
	}
}

// TestPageWithoutNumbers checks that a page of runs or shapes without results shows the reasons, and that its form works without errors.
func TestPageWithoutNumbers(t *testing.T) {
	b := browser(t)
	nothing := result.Derive(&result.Run{}, result.NewRounds(), result.Options{})
	failed := result.Derive(&result.Run{Rows: []measure.Row{{Shape: "T", Codec: "json", Status: measure.Timeout, Reason: "no answer within 60s"}}}, result.NewRounds(), result.Options{})
	for _, runs := range [][]*result.Results{{}, {nothing}, {failed}, {synthetic(3, 1), nothing, failed}} {
		do(t, b, open(writeRuns(t, Reader{}, runs...), "for=service&open=json"))
		if len(runs) == 0 {
			continue
		}
		do(t, b, click(`.reader input[value=storage]`))
		if len(runs) > 1 {
			do(t, b, setValue(`select[name=run]`, "run-2"), click(`.reader input[value=cache]`), setValue(`select[name=run]`, "run-3"))
		}
		if runs[len(runs)-1] == failed && !strings.Contains(eval[string](t, b, `document.querySelector('section.on').innerText`), "no answer within 60s") {
			t.Error("the page does not give the reason why there are no results")
		}
	}
}
