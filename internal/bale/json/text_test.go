package json

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// randomString returns a random string of ASCII, of characters of all lengths, and of bytes that are not UTF-8.
func randomString(r *rand.Rand) string {
	pieces := []string{"a", "bcdefghi", " ", "<", ">", "&", "\"", "\\", "\n", "\x00", "\x7f", "é", "Привет", "漢字かな", "ё", "߿", "\u0800", "\ud7ff", "\ue000", "\ufffd", "\uffff",
		"\u2027", "\u2028", "\u2029", "\u202a", "𐀀", "\U0010ffff", "😀"}
	if r.IntN(2) == 0 {
		pieces = append(pieces, "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
			"\xff", "\x80", "\xe2\x80", "\xf0\x9f\x98", "\xd0")
	}
	var s strings.Builder
	for range r.IntN(12) {
		s.WriteString(strings.Repeat(pieces[r.IntN(len(pieces))], 1+r.IntN(6)))
	}
	return s.String()
}

// TestText compares encoding and decoding random strings with encoding/json.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for range *numbers / 2 {
		s := randomString(r)
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		b := append(AppendText(append(make([]byte, 0, 1+r.IntN(100)), '"'), s), '"')
		if string(b) != string(want) {
			t.Fatalf("%q is %s, want %s", s, b, want)
		}
		text := []byte(`"` + escape.Replace(s) + `"`)
		var read string
		err = json.Unmarshal(text, &read)
		var d Input
		d.B = text
		if got, end := d.Text(0); (err == nil) != (end == len(text)) || err == nil && got != read {
			t.Fatalf("%s is %q, %d, want %q, %v", text, got, end, read, err)
		}
		var e Output
		b = e.AppendTextV2(nil, s)
		if e.Failed == utf8.ValidString(s) {
			t.Fatalf("encoding %q as in encoding/json/v2: failed is %t", s, e.Failed)
		}
		if err := json.Unmarshal(b, &read); !e.Failed && (err != nil || read != s || strings.Contains(string(b), `\u2028`)) {
			t.Fatalf("%q is %s in encoding/json/v2", s, b)
		}
	}
}

// TestRunes compares the first characters of words of eight bytes with utf8.DecodeRune.
func TestRunes(t *testing.T) {
	check := func(b ...byte) {
		text := append(b, "aaaaaaaa"...)
		want := 0
		if r, size := utf8.DecodeRune(text); size > 1 && !isSeparator(r) {
			want = size
		}
		got := inUTF8(text, 0)
		if valid := utf8.Valid(text); valid != (got == len(text)) {
			t.Fatalf("% x: valid is %t, but inUTF8 ends at %d", text, valid, got)
		}
		if got := unescaped(string(text), 0); got < want || want == 0 && got > 0 {
			t.Fatalf("% x: %d bytes need no escapes, but the first character has %d", text, got, want)
		}
	}
	ends := []byte{'a', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xa7, 0xa8, 0xa9, 0xaa, 0xbf, 0xc0, 0xff}
	for first := 0x80; first < 0x100; first++ {
		for second := range 0x100 {
			for _, third := range ends {
				for _, fourth := range ends {
					check(byte(first), byte(second), third, fourth)
				}
			}
		}
	}
}
