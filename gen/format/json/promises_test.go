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
