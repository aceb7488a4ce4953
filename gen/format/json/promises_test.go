package json_test

import (
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/internal/gentest"
)

// TestPromises runs the tests of package promises, with unsafe code and without, and its generated tests.
func TestPromises(t *testing.T) {
	gentest.SkipIfShort(t)
	files := map[string]string{}
	for _, folder := range []string{"unsafe", "safe"} {
		for _, name := range []string{"types.go", "promises_test.go"} {
			files[folder+"/"+name] = "testdata/promises/" + name
		}
	}
	m := gentest.New(t, files)
	m.Write(t, "go.mod", []byte("module example.org/promises\n\ngo 1.24\n"))
	types := gentest.ReadFile(t, "testdata/promises/types.go") // a strict type with another one inside is refused with -safe
	m.Write(t, "safe/types.go", []byte(strings.Replace(types, "//\n//bale:gen wire=json\ntype Part", "type Part", 1)))
	for folder, safe := range map[string]bool{"unsafe": false, "safe": true} {
		if err := m.Generate(t, folder, gen.Request{Formats: []*emit.Format{json.Format}, Known: all.Formats, Safe: safe, Tests: true}); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := m.Test(t, "./..."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRefused checks the errors for types that JSON code cannot be generated for.
func TestRefused(t *testing.T) {
	gentest.CheckErrors(t, all.Formats, `package m

//bale:gen wire=json
type A struct {
	C complex128
	M map[[2]int]int
	X int `+"`bale:\"max=3\"`"+`
}

type Heir struct {
	A
	Own int
}

//bale:gen wire=compact
//bale:strict
type Other struct{ X int }

//bale:gen wire=json
type Own struct{ X int }

func (Own) MarshalText() ([]byte, error) { return nil, nil }
`,
		"refused.go:5:2: A.C: encoding/json cannot encode complex numbers: leave the field out with the tag `json:\"-\"`",
		"refused.go:6:2: A.M: encoding/json takes only strings, integers and types with MarshalText as keys: leave the field out with the tag `json:\"-\"`",
		"refused.go:7:2: X: max is for strings, slices and maps: remove it",
		"refused.go:10:6: Heir: embeds A, whose method MarshalJSON it would get, so that encoding/json would lose its other fields: generate JSON code for Heir, too",
		"refused.go:17:6: Other: strict is for the format json, in which unknown names are an error then: add it with wire=json, or leave out the directive",
		"refused.go:20:6: Own: encoding/json calls its hand-written methods MarshalJSON, MarshalText, UnmarshalJSON or UnmarshalText, which the methods of bale gen would replace: remove the format json or these methods")
}

// TestSafeRefused checks that safe code is refused where encoding/json would call generated methods that lead to other results.
func TestSafeRefused(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/embeds\n\ngo 1.24\n"))
	m.Write(t, "m.go", []byte("package m\n\n//bale:gen wire=json\ntype A struct{ X int }\n\n//bale:gen wire=json\ntype B struct{ L []struct{ *A } }\n\n//bale:gen wire=json\n//bale:strict\ntype C struct{ M map[string]A }\n"))
	err := m.Generate(t, "", gen.Request{Known: all.Formats, Safe: true})
	want := "m.go:7:29: B: with -safe, a type with JSON code cannot embed another one: leave out -safe, or generate no JSON code for A\n" +
		"m.go:11:6: C: with -safe, a strict type cannot hold another one with JSON code: leave out -safe, or generate no JSON code for A"
	if err == nil || strings.ReplaceAll(err.Error(), m.Dir+"/", "") != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	if err := m.Generate(t, "", gen.Request{Known: all.Formats}); err != nil {
		t.Error(err)
	}
}

// TestLock checks the names in bale.lock, and that a new name for a field is refused until it is accepted. The advice of the error works.
func TestLock(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/lock\n\ngo 1.24\n"))
	source := func(fields string) {
		m.Write(t, "m.go", []byte("package m\n\n//bale:gen wire=json\ntype A struct {\n"+fields+"\n}\n"))
	}
	generate := func(want string, accept bool) {
		t.Helper()
		got := ""
		if err := m.Generate(t, "", gen.Request{Known: all.Formats, Accept: accept}); err != nil {
			got = strings.ReplaceAll(err.Error(), m.Dir+"/", "")
		}
		if got != want {
			t.Errorf("got error %q, want %q", got, want)
		}
	}
	locked := func(want string) {
		t.Helper()
		if _, got, _ := strings.Cut(string(m.Read(t, "bale.lock")), "here, too.\n"); got != want {
			t.Errorf("bale.lock has\n%s\nwant\n%s", got, want)
		}
	}
	source("Old, Other string; N int `json:\"a b.c\"`; Skipped int `json:\"-\"`")
	generate("", false)
	locked("json A.Old - string\njson A.Other - string\njson A.a%20b%2Ec - int\n")
	source("New, Other string; N int `json:\"a b.c\"`")
	generate("m.go:5:1: A.New: it is new in json, and Old, which was string (bale.lock line 2), is gone: if it was renamed, the tag `json:\"Old\"` keeps its name in messages; if it is another field, remove the one and add the other in two runs of bale gen, or run bale gen -accept if nobody keeps such messages", false)
	source("New string `json:\"Old\"`; Other string; N int `json:\"a b.c\"`") // the first advice
	generate("", false)
	source("Other string; N int `json:\"a b.c\"`") // the second one
	generate("", false)
	source("New, Other string; N int `json:\"a b.c\"`")
	generate("", false)
	source("Last, Other string; N int8 `json:\"a b.c\"`") // the third one
	generate("", true)
	locked("json A.Last - string\njson A.Other - string\njson A.a%20b%2Ec - int8\n")
	source("New string; N int8 `json:\"a b.c\"`; M int8")
	m.Write(t, "m.go", []byte(strings.Replace(string(m.Read(t, "m.go")), "wire=json", "wire=json lock=off", 1)))
	generate("", false)
}

const allocationTest = `package nested

import (
	"math/rand/v2"
	"testing"
)

func TestAllocations(t *testing.T) {
	for n, most := range map[int]float64{1: 5, 100: 5, 1000: 12} {
		v := Nested(BaleSamples(rand.New(rand.NewPCG(1, 2)), n))
		text, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if got := testing.AllocsPerRun(20, func() { new(Nested).UnmarshalJSON(text) }); got > most {
			t.Errorf("decoding %d elements takes %v allocations, want %v", n, got, most)
		}
		if got := testing.AllocsPerRun(20, func() { v.MarshalJSON() }); got > 1 {
			t.Errorf("encoding %d elements takes %v allocations, want 1", n, got)
		}
	}
}
`

// TestAllocations checks the numbers of allocations for the shape nested.
func TestAllocations(t *testing.T) {
	gentest.SkipIfShort(t)
	m := gentest.New(t, map[string]string{"nested.go": "../../../shape/nested/nested.go"})
	m.Write(t, "go.mod", []byte("module example.org/nested\n\ngo 1.24\n"))
	m.Write(t, "nested_test.go", []byte(allocationTest))
	if err := m.Generate(t, "", gen.Request{Types: []string{"Nested"}, Formats: []*emit.Format{json.Format}, Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, "."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
