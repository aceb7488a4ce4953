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

// TestSerializersFilter checks for each kind that the page shows the variants that carry it, and the other parts of the filter.
func TestSerializersFilter(t *testing.T) {
	table, err := matrix.Tested()
	if err != nil {
		t.Fatal(err)
	}
	b := report.Browser(t)
	report.Do(t, b, report.Window(1280, 900, false), report.Navigate(serializersPage(t)))
	all := report.Eval[[]string](t, b, shownRows)
	if len(all) < len(table) {
		t.Fatalf("%d rows, and support.tsv has %d variants", len(all), len(table))
	}
	want := map[string][]string{"carries=maps&carries=zones": nil}
	for _, k := range matrix.Kinds() {
		want["carries="+k.Word] = slices.DeleteFunc(slices.Clone(all), func(name string) bool {
			carried, _, ok := k.Of(table, name)
			return !carried || !ok
		})
	}
	for _, name := range want["carries=maps"] {
		if slices.Contains(want["carries=zones"], name) {
			want["carries=maps&carries=zones"] = append(want["carries=maps&carries=zones"], name)
		}
	}
	for address, names := range map[string]string{
		"wire=Colfer": "colfer", "find=TINYLIB+msgp": "msgp msgp/tuple", "find=zzyzx": "", "wire=no+such&find=gotiny": "gotiny", "wire=XDR&is=safe": "bale/xdr", "wire=Avro&is=noschema": "",
		"wire=Avro&is=nocode": "hamba-avro twmb-avro", "wire=Avro&is=nounsafe&is=own": "goavro", "wire=CBOR&is=nomisread": "cbor/keyasint cbor/toarray", "wire=CBOR&is=reads": "",
		"wire=sproto&is=reads&is=languages": "bale/sproto sproto", "wire=gob&is=languages": "",
	} {
		want[address] = strings.Fields(names)
	}
	for address, names := range want {
		got := report.Eval[[]string](t, b, fmt.Sprintf(`new Promise(done => { addEventListener('hashchange', () => done(%s), {once: true}); location.hash = '%s'; })`, shownRows, address))
		if !slices.Equal(got, names) || len(got) == len(all) {
			t.Errorf("%s: the page shows\n%v\nwant\n%v", address, got, names)
		}
	}
}

// TestSerializersControls uses the page with the keyboard and the mouse, in a narrow window, on paper, and without JavaScript.
func TestSerializersControls(t *testing.T) {
	const first, state = "tbody tr:not([hidden]) .open", `[location.hash, document.querySelector('.where').textContent.split(' ')[0], document.querySelectorAll('.card-row.on').length].join(' ')`
	b, page := report.Browser(t), serializersPage(t)
	step := func(about, js, want string) {
		t.Helper()
		if got := report.Eval[string](t, b, js); got != want {
			t.Errorf("%s: %s, want %s", about, got, want)
		}
	}
	for _, width := range []int64{600, 950, 1100, 1280} {
		report.Do(t, b, report.Window(width, 900, false), report.Navigate(page))
		step(fmt.Sprintf("at %d pixels, the table exceeds its frame", width), `(e => String(Math.max(0, e.scrollWidth - e.clientWidth)))(document.querySelector('.scroll'))`, "0")
	}
	report.Do(t, b, report.Enter("input[name=find]", "tinylib"))
	step("typed", state, "#find=tinylib 2 0")
	report.Do(t, b, report.Enter(first, "\n"))
	step("Enter", state, "#find=tinylib 2 1")
	report.Do(t, b, report.Click("button[type=reset]"))
	step("cleared", `new Promise(done => setTimeout(() => done(`+state+`)))`, " All 1")
	report.Do(t, b, report.Click(".ranking thead th:first-child button"), report.Click(".ranking thead th:first-child button"))
	step("sorted by name, down", `document.querySelector('[aria-sort]').getAttribute('aria-sort') + ' ' + document.querySelector('`+first+`').textContent`, "descending yaml")
	report.Do(t, b, report.Window(390, 900, true), report.Navigate(page+"?narrow#find=vmihailenco"), report.Click(first))
	step("narrow", `document.documentElement.scrollWidth + ' ' + document.querySelector('.card-row.on').offsetWidth`, "390 356")
	report.Do(t, b, report.PrintDark)
	step("printed", `['.reader', '.where', '.card-row.on'].map(s => getComputedStyle(document.querySelector(s)).display).join(' ')`, "none block table-row")
	report.Do(t, b, report.WithoutScript(true), report.Navigate(page+"?plain"))
	step("without JavaScript, rows without a visible card", `String([...document.querySelectorAll('.ranking > tbody > tr')].filter(tr => !tr.offsetHeight).length)`, "0")
}
