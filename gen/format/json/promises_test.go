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

// TestUnionRefused checks the errors for unions with a form of their own.
func TestUnionRefused(t *testing.T) {
	gentest.CheckErrors(t, all.Formats, `package m

import "time"

var _ time.Time

//bale:gen wire=json
type A struct {
	U U
	V V
	//bale:json union=object
	X any
	//bale:json union=field:t
	//bale:union int, Fits, *T
	Y any
	Z Z
}

//bale:union Fits, Methods, *Strange, [2]int, time.Time, struct{ X int }, P, **Fits, Folds
//bale:json union=field:type
type U interface{}

type (
	Fits    struct{ T1 int }
	Methods struct{}
	Strange struct { X int `+"`json:\"a\\\\b\"`"+` }
	P       *Fits
	Folds   struct { Fits; TYPE int }
	T       struct{ T int }
)

func (Methods) MarshalJSON() ([]byte, error) { return nil, nil }
func (*Methods) UnmarshalJSON([]byte) error { return nil }

//bale:union Fits, T
//bale:json union=object Fits=x, T=x, *T=y
type V interface{}

//bale:json union=object
type Z interface{}
`,
		"refused.go:9:2: A.U.(Methods): its own methods encode it, so it cannot have the field \"type\": use the object form, //bale:json union=object",
		"refused.go:9:2: A.U.(*Strange): only encoding/json encodes it, so it cannot have the field \"type\": use the object form, //bale:json union=object",
		"refused.go:9:2: A.U.([2]int): only structs and pointers to structs can have the field \"type\": use the object form, //bale:json union=object",
		"refused.go:9:2: A.U.(time.Time): only structs and pointers to structs can have the field \"type\": use the object form, //bale:json union=object",
		"refused.go:9:2: A.U.(struct{X int}): a struct without a name cannot have the field \"type\": declare a type for it",
		"refused.go:9:2: A.U.(P): a pointer type with a name cannot have the field \"type\": use the object form, //bale:json union=object",
		"refused.go:9:2: A.U.(**Fits): only structs and pointers to structs can have the field \"type\": use the object form, //bale:json union=object",
		"refused.go:9:2: A.U.(Folds): its field TYPE has the name \"TYPE\" in JSON, as which encoding/json reads \"type\": rename it by a tag, or take another name, as in //bale:json union=field:type_",
		"refused.go:11:2: X: json union is for an interface whose types //bale:union lists in the same place: add it, as in //bale:union Circle, *Square",
		"refused.go:15:2: A.Y.(int): only structs and pointers to structs can have the field \"t\": use the object form, //bale:json union=object",
		"refused.go:15:2: A.Y.(*T): its field T has the name \"T\" in JSON, as which encoding/json reads \"t\": rename it by a tag, or take another name, as in //bale:json union=field:t_",
		"refused.go:36:1: V: Fits and T have the name x: give one another name, as in //bale:json union=object T=other",
		"refused.go:36:1: V: *T is no type of the union: it has Fits, T",
		"refused.go:39:1: Z: json union is for an interface whose types //bale:union lists in the same place: add it, as in //bale:union Circle, *Square")
	gentest.CheckErrors(t, all.Formats, `package m

//bale:gen wire=json
type A struct{ U U }

//bale:union int
//bale:json union=list
type U interface{}

//bale:union int
//bale:json union=field:
type V interface{}

//bale:union int
//bale:json union=object int=a, int=b
type W interface{}

//bale:union int
//bale:json union=object
//bale:json union=field:t
type Y interface{}

type X struct {
	//bale:json union=object int=a"b
	//bale:union int
	F any
}
`,
		"refused.go:7:1: U: \"json union=list\": want the form of a union, json union=object or json union=field:NAME, as in //bale:json union=field:type",
		"refused.go:11:1: V: union=field: needs the name of the field that names the type, as in //bale:json union=field:type",
		"refused.go:15:1: W: int has two names: remove one",
		"refused.go:20:1: Y: json union appears twice: remove one")
	gentest.CheckErrors(t, all.Formats, `package m

//bale:gen
type A struct{ U U }

//bale:union int
//bale:json union=object
type U interface{}
`,
		"refused.go:7:1: U: json is for the format json, in which unions have a form of their own then: add it with wire=json, or leave out the directive")
	gentest.CheckErrors(t, all.Formats, `package m

//bale:gen wire=json
type A struct{ X undeclared }
`,
		"package example.org/refused does not compile: fix these first",
		"refused.go:4:18: undefined: undeclared")
}

// TestUnionsElsewhere checks unions in types of other packages, and with -safe.
func TestUnionsElsewhere(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/elsewhere\n\ngo 1.24\n"))
	m.Write(t, "other/other.go", []byte("package other\n\ntype hidden struct{ X int }\n\ntype Box[T any] struct {\n\tV T\n\th hidden\n}\n"))
	m.Write(t, "m.go", []byte("package m\n\nimport \"example.org/elsewhere/other\"\n\n//bale:gen wire=json\ntype A struct{ B other.Box[U] }\n\n//bale:union int\n//bale:json union=object\ntype U interface{}\n"))
	for _, c := range []struct {
		safe bool
		want string
	}{
		{false, "m.go:6:16: A.B: package example.org/elsewhere/other does not export the types of all fields of other.Box[U], in which a union has a form of its own: leave the field out with the tag `json:\"-\"`, or declare a type of your own"},
		{true, "m.go:6:6: A: with -safe, a union cannot have a form of its own in JSON: leave out -safe, or the directive //bale:json union"},
	} {
		err := m.Generate(t, "", gen.Request{Known: all.Formats, Safe: c.safe})
		if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), m.Dir+"/", ""), c.want) {
			t.Errorf("got error %v, want %s", err, c.want)
		}
	}
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

// TestUnionLock checks the names of the members of unions in bale.lock, and the advice for a renamed member and a renamed discriminator.
func TestUnionLock(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/lock\n\ngo 1.24\n"))
	for _, c := range []struct{ form, member, want string }{
		{"union=field:type", "Circle", ""},
		{"union=field:type", "Disk", "m.go:11:6: U.Disk: it is new in json, and Circle, which was member (bale.lock line 7), is gone: if it was renamed, //bale:json union=field:type Disk=Circle keeps its name in messages; if it is another member, remove the one and add the other in two runs of bale gen, or run bale gen -accept if nobody keeps such messages"},
		{"union=field:type Disk=Circle", "Disk", ""}, // the advice
		{"union=field:kind Disk=Circle", "Disk", "m.go:11:6: U[field].kind: it is new in json, and type, which was string (bale.lock line 9), is gone: if it was renamed, //bale:json union=field:type keeps its name in messages; if it is another field, remove the one and add the other in two runs of bale gen, or run bale gen -accept if nobody keeps such messages"},
	} {
		m.Write(t, "m.go", []byte("package m\n\n//bale:gen wire=json\ntype A struct {\n\tU U\n\tF any `bale:\"union int, []any\"` //bale:json union=object []any=all\n}\n\n//bale:union "+c.member+", *A\n//bale:json "+c.form+"\ntype U interface{}\n\ntype "+c.member+" struct{ R int }\n"))
		got := ""
		if err := m.Generate(t, "", gen.Request{Known: all.Formats}); err != nil {
			got = strings.ReplaceAll(err.Error(), m.Dir+"/", "")
		}
		if got != c.want {
			t.Errorf("%s: got error %q, want %q", c.form, got, c.want)
		}
	}
	_, got, _ := strings.Cut(string(m.Read(t, "bale.lock")), "here, too.\n")
	if want := "json A.U - U\njson A.F - union\njson A.F.Int - member\njson A.F.all - member\njson Disk.R - int\njson U.Circle - member\njson U.A - member\njson U[field].type - string\n"; got != want {
		t.Errorf("bale.lock has\n%s\nwant\n%s", got, want)
	}
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
