package json_test

import (
	"go/version"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/internal/gentest"
)

// TestPromises runs the tests of package promises and its generated tests, and with BALE_TEST=slow also with the tag purego.
func TestPromises(t *testing.T) {
	gentest.SkipIfShort(t)
	m := promises(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "./..."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// TestPromisesWithVersions is TestPromises with other versions of Go, whose encoding/json differs.
func TestPromisesWithVersions(t *testing.T) {
	gentest.WithVersions(t, func(t *testing.T, other string) {
		if version.Compare("go"+other, "go1.24") < 0 {
			t.Skip("go.mod has Go 1.24, the first with omitzero")
		}
		m := promises(t)
		m.Env = []string{"GOTOOLCHAIN=go" + other}
		if out, err := m.Test(t, "./..."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// promises returns a module with package promises.
func promises(t *testing.T) *gentest.Module {
	t.Helper()
	m := gentest.New(t, map[string]string{"types.go": "testdata/promises/types.go", "promises_test.go": "testdata/promises/promises_test.go"})
	m.Write(t, "go.mod", []byte("module example.org/promises\n\ngo 1.24\n"))
	if err := m.Generate(t, "", gen.Request{Formats: []*emit.Format{json.Format}, Known: all.Formats, Tests: true}); err != nil {
		t.Fatal(err)
	}
	return m
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

type Envelope struct {
	Data []struct {
		*A
		Own int
	}
}

type Fields A

func local() (any, any) {
	type reply struct {
		Heir
		Own int
	}
	type fine struct {
		Fields
		Own int
	}
	return &reply{}, &struct{ A; *fine }{}
}

//bale:gen wire=json
type Holder struct{ In []struct{ Own } }
`,
		"refused.go:5:2: A.C: encoding/json cannot encode complex numbers: leave the field out with the tag `json:\"-\"`",
		"refused.go:6:2: A.M: encoding/json takes only strings, integers and types with MarshalText as keys: leave the field out with the tag `json:\"-\"`",
		"refused.go:7:2: X: max is for strings, slices and maps: remove it",
		"refused.go:10:6: Heir: embeds A, whose method MarshalJSON it would get, so that encoding/json would lose its other fields: generate JSON code for Heir, too",
		"refused.go:17:6: Other: strict is for the format json, in which unknown names are an error then: add it with wire=json, or leave out the directive",
		"refused.go:20:6: Own: encoding/json calls its hand-written methods MarshalJSON, MarshalText, UnmarshalJSON or UnmarshalText, which the methods of bale gen would replace: remove the format json or these methods",
		"refused.go:25:9: struct: embeds A, whose method MarshalJSON it would get, so that encoding/json would lose its other fields: declare it as a type with JSON code, or embed a type without methods, as in type Fields A",
		"refused.go:34:7: reply: embeds A, whose method MarshalJSON it would get, so that encoding/json would lose its other fields: declare reply outside of the function and generate JSON code for it, too, or embed a type without methods, as in type Fields A",
		"refused.go:42:20: struct: embeds A, whose method MarshalJSON it would get, so that encoding/json would lose its other fields: declare it as a type with JSON code, or embed a type without methods, as in type Fields A")
}

// TestInherited checks the errors for types that have methods of embedded fields, which the generated methods would hide, also if a type with JSON code
// is in between.
func TestInherited(t *testing.T) {
	reason := func(field string) string {
		return "encoding/json calls methods of its embedded field " + field + ", such as MarshalJSON or MarshalText, which the methods of bale gen would replace: remove the format json, or embed a type without methods, as in type Fields " + field
	}
	source := `package m

type Reads struct{ A int }

func (r *Reads) UnmarshalJSON([]byte) error { return nil }

type Writes struct{ A int }

func (Writes) MarshalJSON() ([]byte, error) { return nil, nil }

//bale:gen wire=json
type Value struct{ Reads }

//bale:gen wire=json
type Pointer struct{ *Reads }

//bale:gen wire=json
type More struct {
	Writes
	B int
}

//bale:gen wire=json
type Between struct{ More }

type Also struct{ Writes }

//bale:gen wire=json
type Neither struct { // the methods are in conflict, so it has none
	Also
	*More
}

//bale:gen wire=json
type Itself struct {
	*Itself
	B int
}
`
	gentest.CheckErrors(t, all.Formats, source, "refused.go:12:6: Value: "+reason("Reads"), "refused.go:15:6: Pointer: "+reason("Reads"),
		"refused.go:18:6: More: "+reason("Writes"), "refused.go:24:6: Between: encoding/json calls methods of its embedded field More.Writes, such as MarshalJSON or MarshalText, which the methods of bale gen would replace: remove the format json, or write the fields of More in Between, or let More embed a type without methods in place of Writes")
	// The advice: a type without methods.
	source = strings.NewReplacer("struct{ Reads }", "struct{ Fields }", "struct{ *Reads }", "struct{ *Fields }", "struct{ Writes }", "struct{ Fields }", "\tWrites\n\tB", "\tFields\n\tB").Replace(source)
	gentest.CheckErrors(t, all.Formats, source+"\ntype Fields Reads\n")
}

// TestEmbeddedInterface checks the error for a type that embeds an interface with such methods, and that the advice works.
func TestEmbeddedInterface(t *testing.T) {
	source := "package m\n\nimport \"encoding/json\"\n\n//bale:gen wire=json\ntype A struct {\n\tjson.Marshaler\n\tB int\n}\n"
	gentest.CheckErrors(t, all.Formats, source, "refused.go:6:6: A: encoding/json calls methods of its embedded field Marshaler, such as MarshalJSON or MarshalText, which the methods of bale gen would replace: remove the format json, or write Marshaler json.Marshaler, which does not embed the interface")
	gentest.CheckErrors(t, all.Formats, strings.Replace(source, "\tjson.M", "\tMarshaler json.M", 1))
}

// TestForeignFields checks the error for a field of another module, which no directive leaves out of JSON, and that the advice works.
func TestForeignFields(t *testing.T) {
	source := "package m\n\nimport \"crypto/tls\"\n\n//bale:gen wire=json\ntype A struct{ B struct{ C *tls.Config } }\n"
	gentest.CheckErrors(t, all.Formats, source, "refused.go:6:26: A.B.C.Time: no serializer can carry func() time.Time: leave A.B.C out with the tag `json:\"-\"`, or put it into a struct with MarshalJSON and UnmarshalJSON")
	gentest.CheckErrors(t, all.Formats, strings.Replace(source, "Config", "Config `json:\"-\"`", 1))
}

// TestInheritedGenerated checks the same for generated methods of another package, whose advice works, too.
func TestInheritedGenerated(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/embeds\n\ngo 1.24\n"))
	m.Write(t, "base/base.go", []byte("package base\n\n//bale:gen wire=json\ntype Base struct{ ID int }\n"))
	if err := m.Generate(t, "base", gen.Request{Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	source := "package order\n\nimport \"example.org/embeds/base\"\n\n//bale:gen wire=json\ntype Order struct {\n\tbase.Base\n\tX int\n}\n"
	m.Write(t, "order/order.go", []byte(source))
	err := m.Generate(t, "order", gen.Request{Known: all.Formats})
	if err == nil || !strings.Contains(err.Error(), "order.go:6:6: Order: encoding/json calls methods of its embedded field Base, ") {
		t.Errorf("got %v", err)
	}
	m.Write(t, "order/order.go", []byte(strings.Replace(source, "base.Base", "Fields", 1)+"\ntype Fields base.Base\n"))
	if err := m.Generate(t, "order", gen.Request{Known: all.Formats, Tests: true}); err != nil {
		t.Fatal(err)
	}
	if out, err := m.Test(t, gentest.Unoptimized, "./order"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRefusedFields checks the error for a type that has only JSON code, and a field that no serializer can carry.
func TestRefusedFields(t *testing.T) {
	gentest.CheckErrors(t, all.Formats, "package m\n\n//bale:gen wire=json\ntype A struct{ C chan int }\n",
		"refused.go:4:16: A.C: no serializer can carry chan int: leave it out with the tag `json:\"-\"`, or put it into a struct with MarshalJSON and UnmarshalJSON")
	gentest.CheckErrors(t, all.Formats, "package m\n\n//bale:gen wire=json\ntype A struct{ F F }\n\ntype F func()\n\nfunc (F) MarshalJSON() ([]byte, error) { return nil, nil }\n\nfunc (*F) UnmarshalJSON([]byte) error { return nil }\n",
		"refused.go:4:16: A.F: no generated code can carry F (func()): leave it out with the tag `json:\"-\"`, or put it into a struct with MarshalJSON and UnmarshalJSON")
}

// TestRefusedKeys checks the errors for maps whose keys have MarshalText and are refused all the same.
func TestRefusedKeys(t *testing.T) {
	const leave = ", or leave the field out with the tag `json:\"-\"`"
	source := func(directive string) string {
		return `package m

import "time"

//bale:gen wire=json
` + directive + `
type A struct {
	Struct    map[struct{ Key }]int
	Pointer   map[struct{ *Key }]int
	Time      map[struct{ time.Time }]int
	Keys      map[*Key]int
	Times     map[*time.Time]int
	Receiver  map[Receiver]int
	Plain     map[struct{ Plain }]int
	Fine      map[Key]int
	Declared  map[Declared]int
	FineTimes map[time.Time]int
	Text      map[Text]int
}

type Key struct{ s string }

func (k Key) MarshalText() ([]byte, error)     { return []byte(k.s), nil }
func (k *Key) UnmarshalText(text []byte) error { k.s = string(text); return nil }

type Declared struct{ Key }

type Receiver struct{ s string }

func (r *Receiver) MarshalText() ([]byte, error)    { return []byte(r.s), nil }
func (r *Receiver) UnmarshalText(text []byte) error { r.s = string(text); return nil }

type Text string

func (t *Text) MarshalText() ([]byte, error)    { return []byte(*t), nil }
func (t *Text) UnmarshalText(text []byte) error { *t = Text(text); return nil }

type Plain struct{ S string }
`
	}
	const unnamed = "bale gen does not support structs without a name as keys in JSON: declare the struct as a type" + leave
	const pointer = "encoding/json cannot decode keys that are pointers before Go 1.27: use keys that are not pointers" + leave
	gentest.CheckErrors(t, all.Formats, source("//bale:strict"),
		"refused.go:8:2: A.Struct: "+unnamed,
		"refused.go:9:2: A.Pointer: "+unnamed,
		"refused.go:10:2: A.Time: "+unnamed,
		"refused.go:11:2: A.Keys: "+pointer,
		"refused.go:12:2: A.Times: "+pointer,
		"refused.go:13:2: A.Receiver: encoding/json cannot encode keys of type Receiver, whose MarshalText has a pointer receiver: give it a value receiver"+leave,
		"refused.go:14:2: A.Plain: encoding/json takes only strings, integers and types with MarshalText as keys: leave the field out with the tag `json:\"-\"`")
	gentest.CheckErrors(t, all.Formats, source("//bale:json v2"),
		"refused.go:7:6: A: json v2 needs encoding/json/v2, and go.mod of module example.org/refused has Go 1.26: run `go mod edit -go=1.27`, and a bale that is built with this version, or leave out the directive",
		"refused.go:11:2: A.Keys: bale gen does not support pointers to types with methods as keys in JSON: use keys that are not pointers"+leave,
		"refused.go:14:2: A.Plain: encoding/json/v2 takes only strings, numbers and types with methods as keys: leave the field out with the tag `json:\"-\"`")
}

// TestForeignV2 checks that the advice about a field of another module names the field around it.
func TestForeignV2(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/foreign\n\ngo 1.26\n"))
	m.Write(t, "a.go", []byte("package a\n\nimport \"net\"\n\n//bale:gen wire=json\n//bale:json v2\ntype A struct{ B struct{ K net.KeepAliveConfig } }\n"))
	err := m.Generate(t, ".", gen.Request{Known: all.Formats})
	if err == nil || !strings.Contains(err.Error(), "A.B.K.Idle: encoding/json/v2 of Go 1.27 has no form for time.Duration: use a type of your own with MarshalText and UnmarshalText, or leave the field out with the tag `json:\"-\"`, or leave out A.B.K if") {
		t.Errorf("got %v", err)
	}
}

// TestRefusedV2 checks the errors about the directive json v2, and about types that encoding/json/v2 refuses. Each type with
// it has one more, since go.mod has a version of Go without the package.
func TestRefusedV2(t *testing.T) {
	const needs = "json v2 needs encoding/json/v2, and go.mod of module example.org/refused has Go 1.26: run `go mod edit -go=1.27`, and a bale that is built with this version, or leave out the directive"
	const advice = ": change the field, or leave the field out with the tag `json:\"-\"`"
	gentest.CheckErrors(t, all.Formats, `package m

import "time"

//bale:gen wire=json
//bale:json v2
type A struct {
	C complex128
	M map[bool]int
	D []time.Duration
	F time.Time `+"`json:\",format:RFC3339\"`"+`
	S string `+"`json:\",string\"`"+`
	x int `+"`json:\"x\"`"+`
	X int `+"`json:\"n\"`"+`
	Y int `+"`json:\"n\"`"+`
	N Number
	Number
	E int `+"`json:\",embed\"`"+`
	O Own
	Fine Own `+"`json:\"-\"`"+`
}

type Number int

//bale:gen wire=compact
//bale:json v2
type Other struct{ X int }

//bale:json v2
type None struct{ X int }

//bale:gen wire=json
//bale:json v1
type Wrong struct{ X int }

//bale:gen wire=json
//bale:json v2
type Own struct{ X int }

func (Own) AppendText(b []byte) ([]byte, error) { return b, nil }

//bale:gen wire=json
type Old struct{ L []New }

//bale:gen wire=json
//bale:json v2
type New struct{ X int }

//bale:gen wire=json
type Streams struct{ X int }

func (*Streams) MarshalJSONTo(int) {}
`,
		"refused.go:7:6: A: "+needs,
		"refused.go:8:2: A.C: encoding/json/v2 cannot encode complex numbers: leave the field out with the tag `json:\"-\"`",
		"refused.go:9:2: A.M: encoding/json/v2 takes only strings, numbers and types with methods as keys: leave the field out with the tag `json:\"-\"`",
		"refused.go:10:2: A.D[]: encoding/json/v2 of Go 1.27 has no form for time.Duration: use a type of your own with MarshalText and UnmarshalText, or leave the field out with the tag `json:\"-\"`",
		"refused.go:11:2: A.F: encoding/json/v2 refuses the struct: encoding/json/v2 of Go 1.27 does not support the option format"+advice,
		"refused.go:12:2: A.S: encoding/json/v2 refuses the struct: the option string is for numbers"+advice,
		"refused.go:13:2: A.x: encoding/json/v2 refuses the struct: an unexported field must not have a tag with the key json"+advice,
		"refused.go:15:2: A.Y: encoding/json/v2 refuses the struct: two fields have the name n"+advice,
		"refused.go:17:2: A.Number: encoding/json/v2 refuses the struct: an embedded field that is not a struct needs a name in its tag"+advice,
		"refused.go:18:2: A.E: encoding/json/v2 refuses the struct: the option embed is for structs, maps with strings as keys, and jsontext.Value"+advice,
		"refused.go:27:6: Other: json v2 is for the format json: add it with wire=json, or leave out the directive",
		"refused.go:29:1: None: json v2 is for types that get methods: put //bale:gen above None, name it with -type, or leave the directive out",
		"refused.go:33:1: Wrong: json takes the argument v2, as in //bale:json v2",
		"refused.go:38:6: Own: "+needs,
		"refused.go:38:6: Own: encoding/json/v2 calls its hand-written methods, such as MarshalJSON, MarshalText or MarshalJSONTo, which the methods of bale gen would replace: remove the format json or these methods, or embed a type without methods if they are those of an embedded field",
		"refused.go:43:6: Old: holds New, and only New has //bale:json v2: put it above Old, too",
		"refused.go:47:6: New: "+needs,
		"refused.go:50:6: Streams: encoding/json calls its hand-written methods MarshalJSONTo, UnmarshalJSONFrom, AppendText from Go 1.27 on, and the methods of bale gen do not: remove the format json or these methods, or embed a type without methods if they are those of an embedded field")
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
	generate("m.go:5:1: A.New: it is new in json, and Old, which was string (bale.lock line 2), is gone: if it was renamed, the tag `json:\"Old\"` keeps its name in messages; if it is another field, remove the one and add the other in two runs of bale gen, or run bale gen -accept=A.New if nobody keeps such messages", false)
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

// TestNewMethods checks that types that encoding/json encodes in another way from Go 1.27 on are left to it: those with its new methods, and named
// pointers with the option string.
func TestNewMethods(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/methods\n\ngo 1.24\n"))
	m.Write(t, "m.go", []byte(`package m

type To struct{ N int }

func (*To) MarshalJSONTo(int) {}

type From struct{ N int }

func (*From) UnmarshalJSONFrom(int) {}

type Appended int

func (Appended) AppendText(b []byte) ([]byte, error) { return b, nil }

//bale:gen wire=json
type A struct {
	T To
	F []From
	M map[string]struct{ Appended }
	K map[Appended]int
	Q Quoted
}

type Pointer *int

type Quoted struct { P Pointer `+"`json:\",string\"`"+` }
`))
	if err := m.Generate(t, "", gen.Request{Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	code := string(m.Read(t, "m_bale.go"))
	for _, want := range []string{"e.AppendLibrary(b, &v.T)", "d.Library(&v.T, n)", "some := v.F;", "e.AppendLibrary(b, &some[i])", "e.AppendLibrary(b, elem)", "e.AppendLibrary(b, &v.K)", "d.Library(&v.K, n)", "e.AppendLibrary(b, &v.Q)", "d.Library(&v.Q, n)"} {
		if !strings.Contains(code, want) {
			t.Errorf("the code does not have %s", want)
		}
	}
}

const allocationTest = `package nested

import (
	"math/rand/v2"
	"runtime/debug"
	"testing"
)

func TestAllocations(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties the pools
	for n, most := range map[int]float64{1: 5, 100: 14, 1000: 21} {
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
