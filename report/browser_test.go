package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/result"
)

// browser opens a tab of a headless Chromium. It skips the test if Chromium is not installed. Exceptions, console
// output and log entries of the page are errors of the test, and so are requests for anything except the page itself.
func browser(t *testing.T) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts Chromium")
	}
	c, err := started()
	if err != nil {
		t.Fatal(err)
	}
	if c == nil {
		t.Skip("no Chromium on PATH")
	}
	b, closeTab, err := c.newTab()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := closeTab(); err != nil { // events that happened before come before its result
			t.Error(err)
		}
		delete(c.tabs, b.session)
		for _, p := range b.problems {
			t.Error(p)
		}
	})
	return b
}

func do(t *testing.T, b *tab, actions ...action) {
	t.Helper()
	for _, act := range actions {
		if err := act(b); err != nil {
			t.Fatal(err)
		}
	}
}

// eval evaluates JavaScript in the page.
func eval[T any](t *testing.T, b *tab, js string) T {
	t.Helper()
	var v T
	if err := b.evaluate(js, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// writePage writes the page of a run with many codecs and shapes to a file, and returns its URL.
func writePage(t *testing.T) string {
	t.Helper()
	return writeRuns(t, Reader{}, synthetic(len(syntheticCodecs), len(syntheticShapes)))
}

// writeRuns writes the page of several runs to a file, and returns its URL.
func writeRuns(t *testing.T, reader Reader, runs ...*result.Results) string {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, runs, reader); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

const (
	firstCodecs = `[...document.querySelectorAll('section.on .ranking tbody th')].slice(0, 3).map(th => th.firstChild.textContent).join(' ')`
	inkedPixels = `[...document.querySelectorAll('section.on canvas')].map(c => {
		const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
		let n = 0;
		for (let i = 3; i < d.length; i += 4) n += d[i] > 0;
		return n;
	})`
)

// unfoldForm shows all controls of the form.
var unfoldForm = run(`document.querySelectorAll('.reader details').forEach(d => { d.open = true; })`)

func TestPageInBrowser(t *testing.T) {
	b := browser(t)
	do(t, b, window(1280, 900, false), navigate(writePage(t)))

	inked := eval[[]int](t, b, inkedPixels)
	if len(inked) != 3 {
		t.Errorf("%d charts, want 3", len(inked))
	}
	for i, n := range inked {
		if n < 1000 {
			t.Errorf("chart %d is blank: %d pixels drawn", i, n)
		}
	}

	caption := `document.querySelector('section.on caption').textContent`
	do(t, b, unfoldForm, click(`input[name=memory][value=reuse]`))
	if got := eval[string](t, b, caption); got != "small, convert,reuse,copy,seq,varied" {
		t.Errorf("after the switch to reuse the table is %q", got)
	}
	if eval[bool](t, b, `!document.querySelector('input[name=form][value=native]').disabled`) {
		t.Error("native can be chosen, although it was not measured with reuse")
	}
	do(t, b, click(`input[name=memory][value=fresh]`), click(`.tabs a:nth-child(4)`))
	if got := eval[string](t, b, caption); got != "block, convert,fresh,copy,seq,varied" {
		t.Errorf("after the fourth tab the table is %q", got)
	}

	before := eval[string](t, b, firstCodecs)
	byName := `section.on .ranking thead tr:last-child th:first-child button`
	do(t, b, click(byName))
	if got := eval[string](t, b, firstCodecs); got != "avro bale/compact benc" {
		t.Errorf("sorted by name: %s", got)
	}
	do(t, b, click(byName))
	if got := eval[string](t, b, firstCodecs); got != "xdr2 vtprotobuf vmihailenco" {
		t.Errorf("sorted by name, down: %s", got)
	}
	do(t, b, click(byName))
	if got := eval[string](t, b, firstCodecs); got != before {
		t.Errorf("third click: %s, want %s", got, before)
	}

	do(t, b, click(`section.on input[name=scale][value=linear]`))
	if n := eval[[]int](t, b, inkedPixels); len(n) != 3 || n[0] < 1000 {
		t.Errorf("charts on the linear scale: %v", n)
	}
	if !eval[bool](t, b, `document.querySelector('section.on input[name=scale][value=linear]').checked`) {
		t.Error("the scale switch lost its choice")
	}
}

// TestLongName checks that the name of a type that is longer than a line does not make the page wider than the window.
func TestLongName(t *testing.T) {
	text, err := json.Marshal(synthetic(len(syntheticCodecs), 1))
	if err != nil {
		t.Fatal(err)
	}
	name := "Wide[map[string]int," + strings.Repeat("LongName", 40) + ",struct{A int}]"
	text = bytes.ReplaceAll(text, []byte(`"`+syntheticShapes[0].name+`"`), []byte(`"`+name+`"`))
	r := new(result.Results)
	if err := json.Unmarshal(text, r); err != nil {
		t.Fatal(err)
	}
	r.Warnings = append(r.Warnings, name+": a warning")
	b := browser(t)
	page := writeRuns(t, Reader{}, r)
	for _, width := range []int64{390, 900, 1280} {
		do(t, b, window(width, 900, false), navigate(page))
		if got := eval[string](t, b, `document.querySelector('section.on h2').textContent`); got != name {
			t.Fatalf("the page is about %s", got)
		}
		if got := eval[int64](t, b, `document.documentElement.scrollWidth`); got > width {
			t.Errorf("in a window of %d pixels, the page is %d pixels wide", width, got)
		}
	}
}

// TestScriptAgreesWithServer checks that the page's script, which shows the default class again, writes the same text as the server, and that
// all notes and the numbers in the table, which only the script draws, are those of the other reports.
func TestScriptAgreesWithServer(t *testing.T) {
	b := browser(t)
	r := synthetic(len(syntheticCodecs), len(syntheticShapes))
	address := writeRuns(t, Reader{}, r)
	text := `[...document.querySelectorAll('section')].map(s => [...s.querySelectorAll('.class, .verdict')].map(e => e.textContent.replaceAll('\n', '')).join('\n')).join('\n\n')`
	do(t, b, withoutScript(true), navigate(address))
	if eval[bool](t, b, `getComputedStyle(document.querySelector('section')).display === 'none'`) {
		t.Error("without JavaScript no shape is shown")
	}
	want := eval[string](t, b, text)
	do(t, b, withoutScript(false), navigate(address+"?again#all=1"),
		run(`document.querySelectorAll('.tabs a').forEach(a => a.click())`))
	if !eval[bool](t, b, `document.querySelector('.reader input') !== null`) {
		t.Fatal("the script has not run")
	}
	sameLines(t, eval[string](t, b, text), want)
	var notes []string
	for _, s := range views(r, &Reader{}) {
		notes = append(notes, s.Classes[0].Notes...)
	}
	sameLines(t, eval[string](t, b, `[...document.querySelectorAll('section.shape .notes li')].map(e => e.textContent).join('\n')`), strings.Join(notes, "\n"))
	cells := `[...document.querySelectorAll('table.ranking tbody tr')].map(tr => [...tr.cells].map((c, i) => i ? c.textContent : c.querySelector('.open').textContent).join('|')).join('\n')`
	sameLines(t, eval[string](t, b, cells), strings.Join(wantedCells(r), "\n"))
}

// sameLines compares what the script has written with the wanted text.
func sameLines(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("line %d: the script writes\n%s\nwant\n%s", i+1, g[i], w[i])
		}
	}
	if len(g) != len(w) {
		t.Errorf("%d lines, want %d", len(g), len(w))
	}
}

// wantedCells returns the texts of the rows of all rankings in the first class.
func wantedCells(r *result.Results) (list []string) {
	op := func(c *result.Cell) []string {
		if c == nil {
			return []string{"", "", ""}
		}
		return []string{duration(c.Ns.Center) + " " + plusMinus(c.Ns), ratioShort(c), result.Count(c.Allocs)}
	}
	for _, s := range views(r, &Reader{}) {
		for _, l := range s.Classes[0].Order {
			front, bill := "", []string{"", "", ""}
			if l.Front {
				front = "●"
			}
			if b := l.Bill; b != nil && !l.Row.Reference {
				bill = []string{amount(b.Cores), amount(b.Mbit), dollars(b.Dollar)}
			}
			list = append(list, strings.Join(slices.Concat([]string{l.Row.Codec, l.Rank}, op(l.Enc), op(l.Dec), []string{sizeText(l), front}, bill), "|"))
		}
	}
	return list
}

// TestNewColumn adds a column to the page, with one entry of the list. It checks that the script shows it and sorts by it.
func TestNewColumn(t *testing.T) {
	before := pageColumns
	t.Cleanup(func() { pageColumns = before })
	pageColumns = append(slices.Clone(pageColumns), pageColumn{Title: "Length", Format: "text", of: func(l *line) any { return len(l.Row.Codec) }})
	r := synthetic(len(syntheticCodecs), 1)
	longest := slices.MaxFunc(views(r, &Reader{})[0].Classes[0].Lines, func(a, b *line) int { return len(a.Row.Codec) - len(b.Row.Codec) }).Row.Codec
	if p := newPage([]*result.Results{r}, &Reader{}); p.Data.Columns[len(before)].Value != "values.Length" ||
		p.Data.Runs[0].Shapes[0].Classes[0].Lines[0].Values["Length"] == nil {
		t.Error("the data of the page has no values of the column")
	}
	b := browser(t)
	do(t, b, navigate(writeRuns(t, Reader{}, r)+fmt.Sprintf("#all=1&sort=-%d", len(before))))
	shown := `(table => [table.tHead.rows[0].cells[13].textContent, table.tBodies[0].rows[0].querySelector('.open').textContent, table.tBodies[0].rows[0].cells[13].textContent].join())(document.querySelector('section.on table.ranking'))`
	if got, want := eval[string](t, b, shown), fmt.Sprintf("Length,%s,%d", longest, len(longest)); got != want {
		t.Errorf("the new column and its first row are %s, want %s", got, want)
	}
}
