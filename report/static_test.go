package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"bale/result"
)

// TestStaticRows checks the table that the page shows without JavaScript: it has the first rows of the ranking, all notes to which they refer, and
// says how many rows it lacks.
func TestStaticRows(t *testing.T) {
	r := synthetic(len(syntheticCodecs), 1)
	var b bytes.Buffer
	if err := HTML(&b, []*result.Results{r}, Reader{}); err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(b.String(), `<div class="scroll" tabindex="0"`)
	section, _, _ = strings.Cut(section, `<div class="charts bars">`)
	if n := strings.Count(section, "<tr><td"); n != staticRows {
		t.Errorf("%d rows, want %d", n, staticRows)
	}
	all := len(newPage([]*result.Results{r}, &Reader{}).Runs[0].Shapes[0].First().Lines)
	if want := fmt.Sprintf("the page shows %d more rows", all-staticRows); !strings.Contains(section, want) {
		t.Errorf("the page lacks %q", want)
	}
	var referred, noted []string
	for _, m := range regexp.MustCompile(` \[(\d+)\]<td`).FindAllStringSubmatch(section, -1) {
		referred = append(referred, m[1])
	}
	for _, m := range regexp.MustCompile(`<li value="(\d+)">`).FindAllStringSubmatch(section, -1) {
		noted = append(noted, m[1])
	}
	if len(noted) == 0 || len(referred) != len(noted) {
		t.Errorf("the rows refer to the notes %v, and the notes are %v", referred, noted)
	}
	for _, n := range referred {
		if !strings.Contains(section, `<li value="`+n+`">`) {
			t.Errorf("note %s is missing", n)
		}
	}
}

// TestViews checks that a page with two views of one run has a menu of codecs, and prints one view at a time.
func TestViews(t *testing.T) {
	all, others := synthetic(6, 1), synthetic(4, 1)
	others.Without = "bale"
	var page bytes.Buffer
	if err := HTML(&page, []*result.Results{all, others}, Reader{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<label class="runs">codecs <select`, `<option value="run-1">all</option><option value="run-2">without bale</option>`, `<div class="run view" id="run-2">`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("%s is missing", want)
		}
	}
}
