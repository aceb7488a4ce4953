package json

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func input(text string) *Input {
	d := &Input{Types: none{}}
	d.B = []byte(text)
	return d
}

// TestSkipV2 checks which values are skipped: those without names that appear twice, in UTF-8.
func TestSkipV2(t *testing.T) {
	many := func(last string) string {
		text := "{"
		for i := range 40 {
			text += fmt.Sprintf("\"n%d\":[%d],", i, i)
		}
		return text + last + ":1}"
	}
	for text, want := range map[string]bool{
		"1": true, "-1.5e3": true, "null": true, "true": true, `"x"`: true, `"\u00e9é"`: true, `"\ud83d\ude00"`: true, "[]": true, "{}": true, "[1, {} ,[2]]": true, `{"a" : 1,"b":{"a":2}}`: true, many(`"n40"`): true, `{"":0}`: true, `{"a":"b","b":"a"}`: true,
		"\"\xff\"": false, `"\ud800"`: false, `"\udc00x"`: false, `{"a":1,"a":2}`: false, `{"a":1,"\u0061":2}`: false, `[{"x":{"b":1,"b":1}}]`: false, many(`"n0"`): false, many(`"n39"`): false, "{\"\xff\":1}": false, `{"\ud800":1}`: false, "[1 2]": false, "{1:2}": false,
		"[": false, "{": false, `{"a":1`: false, `{"a"}`: false, "": false, "[01]": false, "[1,]": false, `{"a":1,}`: false, strings.Repeat("[", 5000) + strings.Repeat("]", 5000): false,
	} {
		end := input(text).SkipV2(0)
		if end >= 0 != want || want && end != len(text) {
			t.Errorf("%.60s: got offset %d, want %t", text, end, want)
		}
	}
}

func TestTextV2(t *testing.T) {
	for text, want := range map[string]string{`"x"`: "x", `""`: "", `"\u0041é"`: "Aé", `"\ud83d\ude00"`: "😀", "\"\ufffd\"": "\ufffd"} {
		if got, end := input(text).TextV2(0); got != want || end != len(text) {
			t.Errorf("%s: got %q, %d, want %q", text, got, end, want)
		}
	}
	for _, text := range []string{"\"\xff\"", `"\ud800"`, `"\ud800\u0041"`, "\"a\xe2\x80\"", `x`, `"`} {
		if got, end := input(text).TextV2(0); end >= 0 {
			t.Errorf("%s: got %q", text, got)
		}
	}
}

func TestKeysV2(t *testing.T) {
	for text, want := range map[string]int64{`"0":`: 0, `"-0":`: 0, `"-12" : `: -12, `"\u0031":`: 1, `"9223372036854775807":`: 1<<63 - 1} {
		if got, end := input(text).IntKeyV2(0); got != want || end != len(text) {
			t.Errorf("%s: got %d, %d, want %d", text, got, end, want)
		}
	}
	for _, text := range []string{`"":`, `"+1":`, `"01":`, `" 1":`, `"1 ":`, `"1.0":`, `"1e2":`, `"9223372036854775808":`, `"x":`, `1:`, `"1"`} {
		if got, end := input(text).IntKeyV2(0); end >= 0 {
			t.Errorf("%s: got %d", text, got)
		}
	}
	for _, text := range []string{`"-0":`, `"-1":`, `"18446744073709551616":`, `"":`} {
		if got, end := input(text).UintKeyV2(0); end >= 0 {
			t.Errorf("%s: got %d", text, got)
		}
	}
}

func TestBytesV2(t *testing.T) {
	for text, want := range map[string]bool{`"AAEC"`: true, `"AAECAA=="`: false, `"AAE="`: false, `"AA=="`: false, `""`: false, `"AA\u0041A"`: false, `"A-EC"`: false, `[0,1,2]`: false, `"AAECAAEC"`: false} {
		x := [3]byte{9, 9, 9}
		if end := ArrayV2([]byte(text), 0, x[:]); end >= 0 != want || want && x != [3]byte{0, 1, 2} {
			t.Errorf("%s: got %v, %d", text, x, end)
		}
	}
	for _, old := range [][]byte{nil, {}, {1}, {1, 2, 3, 4}} {
		for text, want := range map[string]string{`"aGk="`: "hi", `""`: ""} {
			got, end := input(text).Base64V2(old, 0)
			if string(got) != want || got == nil || end != len(text) || cap(old) > len(got) && len(got) > 0 && &got[0] != &old[0] {
				t.Errorf("%s: got %q, %d", text, got, end)
			}
		}
		for _, text := range []string{`"aGk"`, `"aG\nk="`, `"a-_="`, `"`, `1`, ``} {
			if got, end := input(text).Base64V2(old, 0); end >= 0 {
				t.Errorf("%s: got %q", text, got)
			}
		}
	}
}

func TestTimeV2(t *testing.T) {
	old := time.Unix(1, 2)
	for text, want := range map[string]string{`"2006-01-02T03:04:05Z"`: "2006-01-02T03:04:05Z", `"2006-01-02T03:04:05.5+07:00"`: "2006-01-02T03:04:05.5+07:00", `null`: "0001-01-01T00:00:00Z"} {
		got := old
		if end := input(text).TimeV2(&got, 0); end != len(text) || got.Format(time.RFC3339Nano) != want {
			t.Errorf("%s: got %v, %d", text, got, end)
		}
	}
	for _, text := range []string{`"2006-01-02T03:04:05,5Z"`, `"2006-01-02T03:04:05"`, `""`, `1`, `nul`, `"2006-01-02t03:04:05z"`} {
		got := old
		if end := input(text).TimeV2(&got, 0); end >= 0 || got != old {
			t.Errorf("%s: got %v, %d", text, got, end)
		}
	}
}

func TestAnyV2(t *testing.T) {
	var v any
	text := `{"a":[1,true,null,"x",{}],"b":[]}`
	if end := input(text).AnyV2(&v, 0); end != len(text) {
		t.Errorf("got %d", end)
	}
	if got := string(Begin(none{}).AppendAnyV2(nil, v)); got != text {
		t.Errorf("got %s, want %s", got, text)
	}
	for _, text := range []string{`{"a":1,"a":2}`, `["\ud800"]`, `[1,]`, `{"a"}`, `1e999`} {
		v = nil
		if end := input(text).AnyV2(&v, 0); end >= 0 || v != nil {
			t.Errorf("%s: got %v, %d", text, v, end)
		}
	}
	for want, v := range map[string]any{`[]`: []any(nil), `{}`: map[string]any(nil), `{"a":-1,"b":[1.5,false]}`: map[string]any{"b": []any{1.5, false}, "a": int64(-1)}} {
		if got := string(Begin(none{}).AppendAnyV2(nil, v)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestAppendTextV2(t *testing.T) {
	for s, want := range map[string]string{"": `""`, "abc": `"abc"`, "a<b>&\u2028": "\"a<b>&\u2028\"", "\x00\x1f\x7f\b\f\n\r\t\"\\/é": "\"\\u0000\\u001f\x7f\\b\\f\\n\\r\\t\\\"\\\\/é\"", "long enough for several words\n": `"long enough for several words\n"`} {
		if got := string(Begin(none{}).AppendTextV2([]byte("x"), s)); got != "x"+want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
	e := Begin(none{})
	if e.AppendTextV2(nil, "a\xff"); !e.Failed {
		t.Error("a string that is not UTF-8 was accepted")
	}
}

func TestIsEmptyV2(t *testing.T) {
	for text, want := range map[string]bool{`null`: true, `""`: true, `[]`: true, `{}`: true, `0`: false, `false`: false, `[0]`: false, `"x"`: false} {
		if got := IsEmptyV2([]byte("before"+text), 6); got != want {
			t.Errorf("%s: got %t", text, got)
		}
	}
}
