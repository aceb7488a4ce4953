package json

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// skips are the functions that skip a value of any kind.
var skips = map[string]func(b []byte, n int) int{"Skip": Skip, "SkipString": SkipString, "SkipNumber": SkipNumber}

// TestSkip compares the skipped values with the texts that encoding/json finds valid, at each alignment.
func TestSkip(t *testing.T) {
	texts := []string{
		``, `n`, `nul`, `null`, `true`, `fals`, `false`, `-`, `0`, `-0`, `00`, `01`, `1.`, `1.5`, `.5`, `1e`, `1e+`, `1E-7`, `12345678`, `123456789012345678901234567890`,
		`-12345678.12345678e12345678`, `1234567a`, `"`, `""`, `"a`, `"\`, `"\"`, `"\""`, `"\u12"`, `"\u12zz"`, `"\u12Ab"`, `"\x"`, "\"\x1f\"", "\"\xff\xc3\x28\"", `"äöü€"`,
		`"0123456789abcdef"`, `"0123456789abcde"`, `"0123456`, `"01234567\n89abcdefghijklmnopqrstuvwxyz"`, `[`, `]`, `[]`, `[ ]`, `[,]`, `[1`, `[1]`, `[1,]`, `[1,,2]`, `[,1]`, `[01]`, `[0]`,
		`[0,0,0,0,0,0]`, `[1,2,3,4,5,6,7,8,9,10,255,0]`, `[1,2,3,4,5,6,7,00]`, `[100,1,0]`, `[1000000,01]`, `[1234567,1]`, `[1,2,3,10,0]`, `[1,2,3,10,02]`, `[1,2,3,1,0]`, `[1,2,3,1,0,]`,
		`[12345678901234567890,1,2]`, `[1234567,12345678,]`, `[1, 2, 3,4,5 ,6,7,8]`, `[1,2,3,4, ]`, `[1,2,3,4, 5,6,7,8,9 ]`, `[1,2,3,4,-5,6.5,7e1,8]`, `[1,2,"a",{"b":[3,4]}]`, `[1}`, `[1,2,3,4,5}`,
		`{`, `{}`, `{ }`, `{"a"}`, `{"a":}`, `{"a":1}`, `{"a":1,}`, `{,"a":1}`, `{"a" : 1 , "b" : [ ] }`, `{"a":{"b":{"c":[[[]]]}}}`, `{"a":1]`, `{"a":1"b":2}`, `{a:1}`,
		strings.Repeat("[", 800) + strings.Repeat("]", 800), strings.Repeat(`{"a":`, 800) + "1" + strings.Repeat("}", 800),
	}
	for _, text := range texts {
		compareSkips(t, text)
	}
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"[", "]", "{", "}", ",", ",", ":", "\"", "\"ab\"", "\\n", "0", "0", "1", "12345678", "-", ".", "e", " ", "null", "ä", "\x01", "\"name\":"}
	for range 20_000 {
		var text []byte
		for range r.IntN(20) {
			text = append(text, pieces[r.IntN(len(pieces))]...)
		}
		compareSkips(t, string(text))
	}
	for range 20_000 { // lists of numbers
		text := []byte("[")
		for range r.IntN(30) {
			text = append(text, "00123456789,,,,,]"[r.IntN(17)])
		}
		compareSkips(t, string(text)+"]")
	}
}

// compareSkips checks that each function skips a text if it is valid, alone and with others around it, and that it skips nothing else.
func compareSkips(t *testing.T, text string) {
	t.Helper()
	valid := json.Valid([]byte(text)) && strings.TrimSpace(text) == text
	for name, skip := range skips {
		for _, front := range []string{"", " "} {
			for _, back := range []string{"", "]", ",0123456789012345"} {
				b := []byte(front + text + back)
				end := skip(b, len(front))
				if valid && end != len(front+text) || end >= 0 && !json.Valid(b[len(front):end]) {
					t.Fatalf("%s of %q before %q ends at %d", name, text, back, end)
				}
			}
		}
	}
}

// TestSkipMembers checks that the rest of an object is skipped after each of its members.
func TestSkipMembers(t *testing.T) {
	for rest, want := range map[string]bool{
		`}`: true, ` }`: true, `,"b":1}`: true, ` , "b":{"c":[1,{}]},"d":"}"}`: true,
		``: false, `]`: false, `,}`: false, `{}`: false, `{}}`: false, `[]`: false, `"b":1}`: false, `,"b"}`: false, `,"b":1]`: false, `,"b":1`: false, `:1}`: false,
	} {
		text := `{"a":0` + rest
		if json.Valid([]byte(text)) != want {
			t.Fatal(text)
		}
		end := SkipMembers([]byte(text+" "), len(`{"a":0`))
		if want && end != len(text) || !want && end >= 0 {
			t.Errorf("%s: the end is %d", text, end)
		}
	}
}

// TestSkipDepth checks that deep values are left to encoding/json.
func TestSkipDepth(t *testing.T) {
	for depth, want := range map[int]bool{MaxDepth - 1: true, MaxDepth: false, 5000: false} {
		text := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		if end := Skip([]byte(text), 0); end >= 0 != want {
			t.Error(fmt.Sprint("depth ", depth, ": the end is ", end))
		}
	}
}

func BenchmarkSkip(b *testing.B) {
	texts := map[string]string{
		"mixed":   `{"sha": "8611f8b90c7950fa2273ea380e5c9bebcd266ea8", "author": {"email": "someone@example.com", "name": "Some One"}, "message": "fix: the \"quoted\" name\n\nSigned-off-by: Some One <someone@example.com>", "distinct": true, "url": "https://api.github.com/repos/o/r/commits/x"}`,
		"compact": `{"name":"sidecar","ports":[{"name":"http","containerPort":8080,"protocol":"TCP"},{"name":"metrics","containerPort":9090,"protocol":"TCP"}],"env":[{"name":"POD_NAME","valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"metadata.name"}}},{"name":"LOG_FORMAT","value":"json"}],"resources":{"limits":{"cpu":"500m","memory":"512Mi"}},"readOnly":true}`,
		"time":    `"2026-03-02T11:22:33Z"`,
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			text := []byte(text + "                ")
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if Skip(text, 0) < 0 {
					b.Fatal("not valid")
				}
			}
		})
	}
}
