package printer

import (
	"strings"
	"testing"
)

// TestImportNames checks that the names of imports differ from each other and from what the package declares.
func TestImportNames(t *testing.T) {
	p := NewPrinter("example.com/own")
	p.Reserve = true
	p.Taken = map[string]string{"bits": "own.go:1:1", "max": "own.go:2:1", "money": "own.go:3:1"}
	for path, want := range map[string]string{
		"time":                        "time",
		"math/rand/v2":                "rand",
		"math/bits":                   "bits2",
		"gopkg.in/yaml.v3":            "yaml",
		"example.com/go-cash":         "gocash",
		"example.com/errors":          "errors2",
		"example.com/own/money":       "money2",
		"example.com/own/shop/v2":     "shop",
		"example.com/own/2nd":         "p2nd",
		"example.com/other/type":      "ptype",
		"example.com/own/other/slice": "slice",
		"container/list":              "listpkg", // a local variable may have the name list
		"example.com/own/x2":          "x2pkg",
	} {
		if got := p.Import(path); got != want || p.Import(path) != want {
			t.Errorf("%s is called %s, want %s", path, got, want)
		}
	}
	p.Line("func F(b bits) gocash.T { return max(b.Len(1), time.Now(), func(x int) int { return x }) }")
	p.Taken["close"] = "own.go:4:1"
	p.Line("func G() int { return bits.Len(2) }")
	text, err := p.File("own")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\tbits2 \"math/bits\"\n", "return bits2.Len(2)",
		"return balecore.Max(b.Len(1), time.Now(), func(x int) int { return x })",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "Min") || strings.Contains(string(text), "yaml") {
		t.Errorf("unused helpers or imports are in\n%s", text)
	}
}

// TestTakenBuiltin checks the error for a package that declares a predeclared name which the generated code needs.
func TestTakenBuiltin(t *testing.T) {
	p := NewPrinter("example.com/own")
	p.Taken = map[string]string{"len": "own.go:2:1", "cap": "own.go:1:1", "close": "own.go:3:1"}
	p.Line("func F(b []byte) int { return len(b) + cap(b) + len(b) }")
	_, err := p.File("own")
	const advice = ", and the generated code needs the predeclared identifier of this name: rename it"
	if want := "own.go:1:1: the package declares cap" + advice + "\nown.go:2:1: the package declares len" + advice; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}
