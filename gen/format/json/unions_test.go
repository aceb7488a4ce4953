package json_test

import (
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
)

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
//bale:json v2
type A struct{ U U }

//bale:union int
//bale:json union=object
type U interface{}
`,
		"refused.go:5:6: A: json v2 needs encoding/json/v2, and go.mod of module example.org/refused has Go 1.26: run `go mod edit -go=1.27`, and a bale that is built with this version, or leave out the directive",
		"refused.go:5:6: A: a union in it has a form in JSON, which the code for json v2 does not have: leave out //bale:json v2, or //bale:json union")
	gentest.CheckErrors(t, all.Formats, `package m

//bale:gen wire=json
type A struct{ X undeclared }
`,
		"package example.org/refused does not compile: fix these first",
		"refused.go:4:18: undefined: undeclared")
}

// TestUnionsElsewhere checks unions in types of other packages.
func TestUnionsElsewhere(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/elsewhere\n\ngo 1.24\n"))
	m.Write(t, "other/other.go", []byte("package other\n\ntype hidden struct{ X int }\n\ntype Box[T any] struct {\n\tV T\n\th hidden\n}\n"))
	m.Write(t, "m.go", []byte("package m\n\nimport \"example.org/elsewhere/other\"\n\n//bale:gen wire=json\ntype A struct{ B other.Box[U] }\n\n//bale:union int\n//bale:json union=object\ntype U interface{}\n"))
	const want = "m.go:6:16: A.B: package example.org/elsewhere/other does not export the types of all fields of other.Box[U], in which a union has a form of its own: leave the field out with the tag `json:\"-\"`, or declare a type of your own"
	err := m.Generate(t, "", gen.Request{Known: all.Formats})
	if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), m.Dir+"/", ""), want) {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// TestUnionLock checks the names of the members of unions in bale.lock, and the advice for a renamed member and a renamed discriminator.
func TestUnionLock(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/lock\n\ngo 1.24\n"))
	for _, c := range []struct{ form, member, want string }{
		{"union=field:type", "Circle", ""},
		{"union=field:type", "Disk", "m.go:11:6: U.Disk: it is new in json, and Circle, which was member (bale.lock line 7), is gone: if it was renamed, //bale:json union=field:type Disk=Circle keeps its name in messages; if it is another member, remove the one and add the other in two runs of bale gen, or run bale gen -accept=U.Disk if nobody keeps such messages"},
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

// TestUnionWritten names the types of a union in the form for JSON as the union does.
func TestUnionWritten(t *testing.T) {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/written\n\ngo 1.24\n"))
	const types = `package written

import "time"

var _ time.Time

//bale:union []byte, rune, map[string]interface{}, time.Duration
//bale:json union=object []byte=bytes, rune=letter, map[string]interface{}=fields, time.Duration=wait
type U interface{}

//bale:gen wire=json
type T struct{ U U }
`
	m.Write(t, "types.go", []byte(strings.Replace(types, "rune=letter", "[]uint8=octets", 1)))
	if err := m.Generate(t, "", gen.Request{Known: all.Formats}); err == nil || !strings.Contains(err.Error(), "[]byte has two names: remove one") {
		t.Errorf("two names: error %v", err)
	}
	m.Write(t, "types.go", []byte(types))
	if err := m.Generate(t, "", gen.Request{Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bytes", "letter", "fields", "wait"} {
		if code := m.Read(t, "written_bale.go"); !strings.Contains(string(code), name+`\":`) {
			t.Errorf("no name %s", name)
		}
	}
}
