package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"bale/result"
	"bale/runner/measure"
)

// unpack returns the JSON of the value that pack has packed, like the function unpacked of page.js.
func unpack(t *testing.T, p *packed) string {
	t.Helper()
	var value func(v any) string
	texts := func(list []any) []string {
		out := make([]string, len(list))
		for i, v := range list {
			out[i] = value(v)
		}
		return out
	}
	value = func(v any) string {
		switch v := v.(type) {
		case string:
			if ref, ok := strings.CutPrefix(v, "~"); ok {
				var i int
				for _, c := range ref {
					i = 36*i + strings.IndexRune("0123456789abcdefghijklmnopqrstuvwxyz", c)
				}
				if s, ok := p.Shared[i].(string); ok {
					v = s
				} else {
					return value(p.Shared[i])
				}
			}
			text, _ := json.Marshal(v)
			return string(text)
		case []any:
			if kind := v[0].(int); kind > 0 {
				parts := texts(v[1:])
				for i, name := range texts(p.Keys[kind-1].([]any)) {
					parts[i] = name + ":" + parts[i]
				}
				return "{" + strings.Join(parts, ",") + "}"
			}
			return "[" + strings.Join(texts(v[1:]), ",") + "]"
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	return value(p.Value)
}

func TestPack(t *testing.T) {
	long := strings.Repeat("long text ", 5)
	shared := map[string]any{"text": long, "list": []any{long, "~", "~1", ""}}
	for _, v := range []any{
		nil, true, 1.5e-7, -3, "", "~", "~0", "a", long, []any{}, map[string]any{}, []any{[]any{}, map[string]any{}, map[string]any{}},
		[]any{long, long, "~" + long, "~" + long, "short", "short"},
		map[string]any{"a": shared, "b": []any{shared, shared}, long: shared, "~": 1, "": []any{long, []any{[]any{long}}}},
		[]any{map[string]any{"x": 1, "y": 2}, map[string]any{"x": 3, "y": nil}, map[string]any{"y": false}},
	} {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		p, err := pack(v)
		if err != nil {
			t.Fatal(err)
		}
		if got := unpack(t, p); got != string(want) {
			t.Errorf("packed and unpacked:\n%s\nwant\n%s", got, want)
		}
	}
	if _, err := pack(func() {}); err == nil {
		t.Error("a function is packed without an error")
	}
}

// TestPackedPage checks that nothing of the data of a page is lost, and that it is packed the same way each time.
func TestPackedPage(t *testing.T) {
	r, code := syntheticWithAspects(len(syntheticCodecs), 3)
	data := newPage(nil, &Reader{}).Data
	for range 2 {
		data.Runs = append(data.Runs, newPage([]*result.Results{r}, &Reader{Code: code}).Data.Runs...)
	}
	want, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pack(data)
	if err != nil {
		t.Fatal(err)
	}
	if got := unpack(t, p); got != string(want) {
		t.Error("the data has changed")
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if 3*len(text) > len(want) {
		t.Errorf("%d bytes are packed into %d", len(want), len(text))
	}
	if again, err := pack(data); err != nil || fmt.Sprint(again) != fmt.Sprint(p) {
		t.Errorf("packed again, the data differs (%v)", err)
	}
	if !bytes.Contains(text, []byte("~")) {
		t.Error("nothing is shared")
	}
}

// TestSameDigits checks that rounded numbers are shown as before, also by the page's script, which rounds half of the last digit up.
func TestSameDigits(t *testing.T) {
	for v, halfDown := range map[float64]bool{134.49998: true, 134.5: true, 135.5: false, 135.49999: true, 8.125: true, 8.12499999: true, 8.375: false, 10.25: true, 12.5: false} {
		half := parsed(strconv.FormatFloat(v, 'g', 5, 64))
		if got := sameDigits(v); (got < half) != halfDown || threeDigits(got) != threeDigits(v) {
			t.Errorf("%v is shown as %s, rounded as %v", v, threeDigits(v), got)
		}
	}
	for i := range 20000 {
		v := 0.5 + float64(i*i)*0.0001234567
		if got := sameDigits(v); threeDigits(got) != threeDigits(v) {
			t.Errorf("%v is shown as %s, rounded as %s", v, threeDigits(v), threeDigits(got))
		}
		if got := shownCount(v); result.Count(got) != result.Count(v) {
			t.Errorf("%v is shown as %s, rounded as %s", v, result.Count(v), result.Count(got))
		}
	}
}

// TestSameLosses checks that the page has each list of losses once, with all codecs and shapes that have it.
func TestSameLosses(t *testing.T) {
	r := synthetic(4, 3)
	losses := []measure.Loss{{Path: "At", Kind: "zone dropped", Before: "before <1>", After: "after 1"}}
	other := []measure.Loss{{Path: "At", Kind: "zone dropped", Before: "before 2", After: "after 2"}}
	var names []string
	for i := range r.Rows {
		row := &r.Rows[i]
		row.Losses = nil
		if row.Measured() && !row.Reference && row.Shape != r.Rows[len(r.Rows)-1].Shape {
			row.Losses = losses
			if row.Shape == r.Rows[0].Shape {
				names = append(names, row.Codec)
			}
		}
	}
	last := &r.Rows[len(r.Rows)-1]
	last.Losses = other
	var b bytes.Buffer
	if err := pageOfOne(&b, r); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for text, want := range map[string]int{
		"before &lt;1&gt;": 1, "before 2": 1, "<b>" + strings.Join(names, ", ") + "</b> zone dropped (At)": 1, "<b>" + last.Codec + "</b> zone dropped (At)": 1,
		`<p>As for <a href="#run-1-shape-1">` + r.Rows[0].Shape + `</a>.</p>`: 1, "<h3>Losses</h3>": 3,
	} {
		if got := strings.Count(page, text); got != want {
			t.Errorf("%q occurs %d times, want %d", text, got, want)
		}
	}
}
