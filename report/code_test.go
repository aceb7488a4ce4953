package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"bale/result"
)

// withCode returns the results of an invented run with code for three codecs: a short one, one that no page has room for, and a longer one.
func withCode() *result.Results {
	r := synthetic(len(syntheticCodecs), 2)
	rnd, huge := rand.NewChaCha8([32]byte{7}), make([]byte, 2*maxPage)
	_, _ = rnd.Read(huge) // it does not fail
	file := func(text string) []result.CodeFile {
		return []result.CodeFile{{Name: "order.proto", Kind: "schema", Text: "message Order {}"}, {Name: "bale_adapter0.go", Kind: "adapter", Text: text}}
	}
	r.Code = []result.Code{
		{Codec: "msgp", Shapes: []string{"small"}, Files: file("package small // <msgp> & \"more\"")},
		{Codec: "benc", Shapes: []string{"small"}, Files: file(base64.StdEncoding.EncodeToString(huge))},
		{Codec: "vtprotobuf", Shapes: []string{"small", "nested-1"}, Files: file(strings.Repeat("package small\n", 10_000))},
	}
	return r
}

// TestPageCode checks that a page has the code of the rows, without that for which it has no room.
func TestPageCode(t *testing.T) {
	r := withCode()
	var b bytes.Buffer
	if err := HTML(&b, []*result.Results{r, withCode(), synthetic(3, 1)}, Reader{}); err != nil {
		t.Fatal(err)
	}
	if b.Len() > maxPage {
		t.Errorf("the page has %d bytes, more than %d", b.Len(), maxPage)
	}
	_, text, _ := strings.Cut(b.String(), `<script type="application/json" id="code">`)
	text, _, _ = strings.Cut(text, "</script>")
	var code pageCode
	if err := json.Unmarshal([]byte(text), &code); err != nil {
		t.Fatal(err)
	}
	if len(code.Lists) != 1 || !maps.Equal(code.Runs, map[string]int{"run-1": 0, "run-2": 0}) {
		t.Fatalf("%d lists, runs %v", len(code.Lists), code.Runs)
	}
	for _, c := range r.Code {
		packed := code.Lists[0][c.Codec]
		if c.Codec == "benc" {
			if packed != "" {
				t.Error("the page has the code of benc")
			}
			continue
		}
		zipped, err := base64.StdEncoding.DecodeString(packed)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(zipped))
		if err != nil {
			t.Fatalf("%s: %v", c.Codec, err)
		}
		got, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal([]result.Code{c})
		if err != nil {
			t.Fatal(err)
		}
		if string(bytes.TrimSpace(got)) != string(want) {
			t.Errorf("the code of %s is %.300s, want %.300s", c.Codec, got, want)
		}
	}
}

// TestCodeInBrowser opens the code in the card of a row.
func TestCodeInBrowser(t *testing.T) {
	b := browser(t)
	url := writeRuns(t, Reader{}, withCode())
	for _, c := range []struct{ address, want string }{
		{"#shape=small&open=msgp", `order.proto (schema)|message Order {}|bale_adapter0.go (adapter)|package small // <msgp> & "more"`},
		{"#shape=nested-1&open=msgp", "None for this shape."},
	} {
		do(t, b, navigate("about:blank"), navigate(url+c.address), run(`document.querySelector('.card-row details.code').open = true`))
		const shown = `new Promise((done) => {
			const look = () => {
				const parts = [...document.querySelector('.card-row details.code').childNodes].slice(1);
				if (parts.length) done(parts.map((p) => p.textContent).join('|')); else setTimeout(look, 10);
			};
			look();
		})`
		if got := eval[string](t, b, shown); got != c.want {
			t.Errorf("%s shows %q, want %q", c.address, got, c.want)
		}
	}
	do(t, b, navigate("about:blank"), navigate(url+"#shape=small&open=benc"))
	if got := eval[string](t, b, `document.querySelector('.card-row p.code').textContent`); !strings.Contains(got, "not on the page") {
		t.Errorf("the card of benc says %q", got)
	}
}
