package report_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/report"
	"bale/report/matrix"
)

// shownRows lists the names in the rows of docs/serializers.html that are visible.
const shownRows = `[...document.querySelectorAll('.ranking > tbody > tr:not(.card-row)')].filter(tr => tr.offsetHeight).map(tr => tr.querySelector('.open').textContent)`

// serializersPage returns the URL of docs/serializers.html.
func serializersPage(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../docs/serializers.html")
	if err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// TestSerializersFilter checks for each kind that the page shows the variants that carry it, and the other parts of the filter alone and together.
func TestSerializersFilter(t *testing.T) {
	table, err := matrix.Tested()
	if err != nil {
		t.Fatal(err)
	}
	b := report.Browser(t)
	page := serializersPage(t)
	report.Do(t, b, report.Window(1280, 900, false), report.Navigate(page))
	all := report.Eval[[]string](t, b, shownRows)
	if len(all) < len(table) {
		t.Fatalf("%d rows, and support.tsv has %d variants", len(all), len(table))
	}
	show := func(address string) []string {
		return report.Eval[[]string](t, b, fmt.Sprintf(`new Promise(done => { addEventListener('hashchange', () => done(%s), {once: true}); location.hash = '%s'; })`, shownRows, address))
	}
	kinds := map[string][]string{}
	for _, k := range matrix.Kinds() {
		want := slices.DeleteFunc(slices.Clone(all), func(name string) bool {
			carried, _, ok := k.Of(table, name)
			return !carried || !ok
		})
		kinds[k.Word] = want
		if got := show("carries=" + k.Word); !slices.Equal(got, want) || len(got) == 0 || len(got) == len(all) {
			t.Errorf("%s: the page shows\n%v\nwant\n%v", k.Word, got, want)
		}
	}
	both := slices.DeleteFunc(slices.Clone(kinds["maps"]), func(name string) bool { return !slices.Contains(kinds["zones"], name) })
	if got := show("carries=maps&carries=zones"); !slices.Equal(got, both) {
		t.Errorf("maps and zones: %v, want %v", got, both)
	}
	for address, want := range map[string]string{
		"wire=Colfer": "colfer", "find=TINYLIB+msgp": "msgp msgp/tuple", "find=zzyzx": "", "wire=Avro&is=nocode": "hamba-avro twmb-avro",
		"wire=Avro&is=nounsafe&is=own": "goavro", "wire=XDR&is=safe": "bale/xdr", "wire=no+such&find=gotiny": "gotiny",
	} {
		if got := strings.Join(show(address), " "); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	for word, none := range map[string]string{
		"own": "protobuf", "nocode": "msgp", "nounsafe": "sonic/std", "noschema": "colfer", "languages": "gob", "safe": "borsh", "nomisread": "json", "reads": "bale/xdr",
	} {
		if got := show("is=" + word); len(got) < 10 || slices.Contains(got, none) {
			t.Errorf("%s: %d rows, and %s should not be among them: %v", word, len(got), none, got)
		}
	}
}

// TestSerializersPageControls uses the page as a reader does: with the keyboard, the mouse, on a narrow screen, on paper, and without JavaScript.
func TestSerializersPageControls(t *testing.T) {
	b := report.Browser(t)
	page := serializersPage(t)
	report.Do(t, b, report.Window(1280, 900, false), report.Navigate(page), report.Enter("input[name=find]", "tinylib"))
	if got := report.Eval[string](t, b, `location.hash + ' ' + document.querySelector('.where').textContent`); !strings.HasPrefix(got, "#find=tinylib 2 of ") {
		t.Errorf("after typing: %s", got)
	}
	const cards = `[...document.querySelectorAll('.card-row')].filter(tr => tr.offsetHeight).length`
	first := "tbody tr:not([hidden]) .open"
	report.Do(t, b, report.Enter(first, "\n"))
	if got := report.Eval[string](t, b, `document.querySelector('`+first+`').getAttribute('aria-expanded') + ' ' + `+cards); got != "true 1" {
		t.Errorf("after Enter, a card is open: %s", got)
	}
	report.Do(t, b, report.Click("button[type=reset]"))
	if got := report.Eval[string](t, b, `new Promise(done => setTimeout(() => done(location.hash + document.querySelector('.where').textContent)))`); !strings.HasPrefix(got, "All ") {
		t.Errorf("after Clear: %s", got)
	}
	report.Do(t, b, report.Click(first))
	for _, order := range []string{"ascending", "descending"} {
		report.Do(t, b, report.Click(".ranking thead th:nth-child(7) button"))
		released := report.Eval[[]string](t, b, `[...document.querySelectorAll('.ranking > tbody > tr:not(.card-row)')].map(tr => tr.cells[6].textContent).filter(text => /^\d/.test(text))`)
		if order == "descending" {
			slices.Reverse(released)
		}
		if got := report.Eval[string](t, b, `document.querySelector('[aria-sort]').getAttribute('aria-sort')`); got != order || !slices.IsSorted(released) || len(released) < 100 {
			t.Errorf("sorted by the last release, %s: %s, %v", order, got, released)
		}
	}
	opened := `document.querySelector('.card-row.on').previousElementSibling.querySelector('.open').textContent`
	report.Do(t, b, report.Window(390, 900, true), report.Navigate(page+"?narrow#find=vmihailenco&carries=maps"), report.Click(first))
	if got := report.Eval[string](t, b, opened); got != "vmihailenco-msgpack" {
		t.Errorf("the card of %s is open", got)
	}
	if got := report.Eval[int](t, b, `document.documentElement.scrollWidth`); got > 390 {
		t.Errorf("with an open card, the page is %d pixels wide", got)
	}
	report.Do(t, b, report.PrintDark)
	if got := report.Eval[[]string](t, b, `['.reader', '.where', '.card-row.on'].map(s => getComputedStyle(document.querySelector(s)).display)`); got[0] != "none" || got[1] == "none" || got[2] == "none" {
		t.Errorf("the form, the number of rows and a card are printed as %q", got)
	}
	report.Do(t, b, report.WithoutScript(true), report.Navigate(page+"?plain"))
	if rows, open := len(report.Eval[[]string](t, b, shownRows)), report.Eval[int](t, b, cards); rows < 150 || open != rows {
		t.Errorf("without JavaScript, %d rows and %d cards are visible", rows, open)
	}
}
