package json

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomRaw returns a random valid text with white space, and with characters that json.Marshal escapes.
func randomRaw(r *rand.Rand) []byte {
	pieces := []string{`a`, `bcdefghi`, `<`, `>`, `&`, "\u2028", "\u2029", "\u2027", "ü", "世界", `\"`, `\\`, `\u003c`, `\n`, strings.Repeat("x", 40), "\xe2\x80", "\xff"}
	var text strings.Builder
	text.WriteString("[ ")
	for i := range r.IntN(8) {
		if i > 0 {
			text.WriteString(strings.Repeat(" ", r.IntN(3)) + ",\n\t ")
		}
		if r.IntN(3) == 0 {
			text.WriteString([]string{`1`, `-2.5e7`, `true`, `null`, `{ "a" : [ ] }`}[r.IntN(5)])
			continue
		}
		text.WriteByte('"')
		for range r.IntN(12) {
			text.WriteString(pieces[r.IntN(len(pieces))])
		}
		text.WriteByte('"')
	}
	text.WriteString("\r]")
	return []byte(text.String())
}

// TestRaw checks that raw texts are written as json.Marshal writes them, into buffers of any size.
func TestRaw(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		text := randomRaw(r)
		want, err := json.Marshal(json.RawMessage(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		b := append(make([]byte, 0, 3+r.IntN(200)), "abc"...)
		if got, ok := AppendRaw(b, text); !ok || string(got[:3]) != "abc" || !bytes.Equal(got[3:], want) {
			t.Fatalf("%q is %q, want %q", text, got[3:], want)
		}
	}
}

// TestRawFaults checks that texts with faults are refused if they are not valid, whatever the memory has.
func TestRawFaults(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		text := randomRaw(r)
		for range 1 + r.IntN(8) {
			text[r.IntN(len(text))] = "\"\\<\xe2\x80\xa8 a"[r.IntN(8)]
		}
		text = text[:r.IntN(len(text)+1)]
		got, ok := AppendRaw(append(make([]byte, 0, 1+r.IntN(100)), 'x'), text)
		want, err := json.Marshal(json.RawMessage(text))
		if ok != (err == nil) || ok && string(got[1:]) != string(want) || !ok && string(got) != "x" {
			t.Fatalf("%q is %q, %t, want %q and the error %v", text, got, ok, want, err)
		}
	}
}

func BenchmarkRaw(b *testing.B) {
	text := []byte(`{"sha": "8611f8b90c7950fa2273ea380e5c9bebcd266ea8", "author": {"email": "someone@example.com", "name": "Some One"}, "message": "fix: the \"quoted\" name\n\nSigned-off-by: Some One <someone@example.com>", "distinct": true, "url": "https://api.github.com/repos/o/r/commits/x"}`)
	buf := make([]byte, 0, 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		AppendRaw(buf, text)
	}
}

// TestAppendMarshalJSON checks that the results of methods are written as json.Marshal writes them, or fail.
func TestAppendMarshalJSON(t *testing.T) {
	for _, text := range []string{
		`"2026-03-02T11:22:33Z"`, `"500m"`, `""`, `"`, ``, ` "a"`, `"a" `, `"a"b"`, `"<"`, `"a\u003c"`, `"a\"`, `"\""`, "\"a\x01b\"", "\"\xff\"", `"ü"`, "\"\u2028\"",
		`"a" "b"`, `1`, `01`, ` { "a" : [ 1 , 2 ] } `, `{"a":1,}`, `null`, `"&amp;"`, `"12345678901234567890<"`, `"123456789012345678901234"`,
	} {
		want, err := json.Marshal(json.RawMessage(text))
		e := new(Output)
		got := e.AppendMarshalJSON([]byte("x"), nil, []byte(text), nil)
		if e.Failed != (err != nil) || err == nil && string(got) != "x"+string(want) {
			t.Errorf("%q is %q, failed %t, want %q and the error %v", text, got, e.Failed, want, err)
		}
	}
}
