// Package advice tests that the advice of the errors of bale gen works.
package advice

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/format/all"
	"bale/internal/slow"
	"bale/model/advicetest"
)

// adviceLib is a package of another module. Tests replace DECL.
const adviceLib = `package lib

type hidden struct{ N int }

type inner struct{ C chan int }

type locked struct{ n int }

type Locked struct{ n int }

type JSON struct{ n int }

func (JSON) MarshalJSON() ([]byte, error)   { return []byte("0"), nil }
func (*JSON) UnmarshalJSON(b []byte) error { return nil }

type Any struct{ V any }

type Conf struct {
	Hidden  hidden
	Chan    chan int
	Deep    struct{ In struct{ Err error } }
	Locked  Locked
	Long    [1 << 40]struct{}
	List    []map[string]Any
}

type (
	Holder  struct{ F hidden }
	Chans   struct{ F chan int }
	Funcs   struct{ F []struct{ G func() } }
	Deep    struct{ F struct{ In struct{ Err error } } }
	Locks   struct{ F map[string]*Locked }
	Longs   struct{ F [1 << 40]struct{} }
	Anys    struct{ F []any }
	Tags    map[string][]any
	Shape   interface{ Area() int }
	Box[T any] struct{ F T; Other *hidden }
	Private struct{ F struct{ n int } }
	Mixed   struct{ N, n int }
	Several struct{ a int; N any; b string; c chan int; M []Locked }
	Cells   []struct{ V any }
	Doors   map[string]struct{ L Locked }
	Keyed   map[any]int
)
`

// TestAdvice generates code for types that are refused, checks the error, follows its advice and checks that it helps.
func TestAdvice(t *testing.T) {
	const tag = " `bale:\"skip\"`"
	skip := func(what string) string { return "//bale:custom example.org/lib." + what + " skip" }
	var all []advicetest.Case
	for _, c := range []struct {
		name, field string // the name of the case, and the type of a field in the user's struct
		want        string // part of the error
		advice      string // what the error names: a directive for the package or, if it begins with a space, the tag of the field
	}{
		{"channel", "chan int", "mark the field `bale:\"skip\"`", tag},
		{"interface", "any", "mark the field `bale:\"skip\"`", tag},
		{"union", "any", "//bale:union Circle, *Square", " //bale:union Circle, *Square"},
		{"lock", "lib.Locked", "or leave out all such fields: " + skip("Locked"), skip("Locked")},
		{"lock in the key of a map", "map[lib.Locked][]int", "or leave out all such fields: " + skip("Locked"), skip("Locked")},
		{"lock with a tag", "lib.Locked", "mark the field `bale:\"skip\"`", tag},
		{"JSON", "lib.JSON", "//bale:custom example.org/lib.JSON json", "//bale:custom example.org/lib.JSON json"},
		{"hidden type", "lib.Holder", skip("Holder.F"), skip("Holder.F")},
		{"channel of another module", "lib.Chans", skip("Chans.F"), skip("Chans.F")},
		{"function of another module", "[]lib.Funcs", skip("Funcs.F"), skip("Funcs.F")},
		{"unnamed struct of another module", "lib.Deep", skip("Deep.F"), skip("Deep.F")},
		{"lock of another module", "lib.Locks", skip("Locks.F"), skip("Locks.F")},
		{"lock of another module by its type", "lib.Locks", skip("Locked"), skip("Locked")},
		{"array of another module", "lib.Longs", skip("Longs.F"), skip("Longs.F")},
		{"interface of another module", "map[string]lib.Anys", skip("Anys.F"), skip("Anys.F")},
		{"union of a field of another module", "lib.Anys", "//bale:union example.org/lib.Anys.F Circle, *Square", "//bale:union example.org/lib.Anys.F Circle, *Square"},
		{"union of a map of another module", "[]lib.Tags", "//bale:union example.org/lib.Tags Circle, *Square", "//bale:union example.org/lib.Tags Circle, *Square"},
		{"union of an interface of another module", "lib.Shape", "//bale:union example.org/lib.Shape Circle, *Square", "//bale:union example.org/lib.Shape Circle, *Square"},
		{"instance of another module", "lib.Box[int]", skip("Box.Other"), skip("Box.Other")},
		{"union of the keys of another module's map", "lib.Keyed", "//bale:union example.org/lib.Keyed Circle, *Square", "//bale:union example.org/lib.Keyed Circle, *Square"},
		{"interface in another module's list of structs without a name", "lib.Cells", "which type to decode: mark the field F `bale:\"skip\"`", tag},
		{"lock in another module's map of structs without a name", "[]lib.Doors", "mark the field F `bale:\"skip\"`", tag},
		{"hidden field without a name", "lib.Private", skip("Private.F"), skip("Private.F")},
	} {
		all = append(all, adviceCase(c.name, c.field, c.want, c.advice))
	}
	for _, c := range []struct{ name, of, want, advice string }{
		{"list of interfaces", "[]any", "as in //bale:union Circle, *Square above T, give it a type of its own with MarshalBinary and UnmarshalBinary", "//bale:union Own"},
		{"map with interfaces as keys", "map[any]int", "as in //bale:union Circle, *Square above T, ", "//bale:union Own"},
		{"pointer in a map of interfaces", "map[string]*any", "as in //bale:union Circle, *Square above T, give it a type of its own with MarshalBinary and UnmarshalBinary", "//bale:union Own"},
		{"list of JSON", "[]lib.JSON", "T[]: package example.org/lib does not export the field n: give it a type of its own with MarshalBinary and UnmarshalBinary; or encode all such fields by the type's JSON methods", "//bale:custom example.org/lib.JSON json"},
	} {
		all = append(all, advicetest.Case{
			Name: c.name, Source: "package app\n\nimport \"example.org/lib\"\n\nvar _ lib.Any\n\n//bale:gen\n// T\ntype T " + c.of + "\n\ntype Own struct{ N int }\n",
			Want: c.want, Do: strings.TrimSuffix(c.advice, " Own"), Edits: []advicetest.Edit{{Old: "// T", New: c.advice}},
		})
	}
	for _, c := range []struct{ name, of, want string }{
		{"list of locks", "[]lib.Locked", "does not export the field n: give it a type of its own with MarshalBinary and UnmarshalBinary"},
		{"map of locks", "map[string]*lib.Locked", "does not export the field n: give it a type of its own with MarshalBinary and UnmarshalBinary"},
		{"another module's list of interfaces in structs without a name", "lib.Cells", "which type to decode: give it a type of its own with MarshalBinary and UnmarshalBinary"},
		{"list of another module's interfaces in structs without a name", "[]lib.Cells", "which type to decode: give it a type of its own with MarshalBinary and UnmarshalBinary"},
		{"another module's locks in structs without a name", "lib.Doors", "does not export the field n: give it a type of its own with MarshalBinary and UnmarshalBinary"},
		{"list of channels", "[]chan int", "no serializer can carry T: hide it in a struct of another package that has MarshalBinary and UnmarshalBinary"},
		{"map of functions", "map[string]func()", "no serializer can carry T: hide it in a struct of another package that has MarshalBinary and UnmarshalBinary"},
		{"list of long arrays", "[][1 << 40]struct{}", "is too long for msgpack: change the type T, or use another format"},
	} {
		all = append(all, advicetest.Case{
			Name: c.name, Source: "package app\n\nimport \"example.org/lib\"\n\nvar _ lib.Any\n\n//bale:gen wire=compact,msgpack\ntype T " + c.of + "\n\ntype Own struct{ N int }\n\nfunc (*Own) MarshalBinary() ([]byte, error) { return nil, nil }\n\nfunc (*Own) UnmarshalBinary([]byte) error { return nil }\n",
			Want: c.want, Do: c.want[strings.LastIndex(c.want, ": ")+2:], Edits: []advicetest.Edit{{Old: "type T " + c.of, New: "type T []*Own"}},
		})
	}
	for name, source := range map[string]string{
		"type of a struct of another module":             "//bale:gen\ntype T lib.Mixed\n",
		"type of a struct of another module, in a field": "//bale:gen\ntype Outer struct { N int; F []T }\n\ntype T lib.Mixed\n",
	} {
		all = append(all, advicetest.Case{
			Name: name, Source: "package app\n\nimport \"example.org/lib\"\n\n" + source,
			Want: "package example.org/lib does not export the field n: leave the field out with", Do: "//bale:custom PKG.T.n skip",
			Edits: []advicetest.Edit{{New: "\n//bale:custom PKG.T.n skip\n"}},
		})
	}
	all = append(all, advicetest.Case{
		Name:   "type of a struct of another package without exported fields",
		Source: "package app\n\nimport \"time\"\n\n//bale:gen\ntype T struct { At Stamp }\n\ntype Stamp time.Time\n",
		Want:   "package time does not export the field wall: mark the field", Do: "give it a type of its own with MarshalBinary and UnmarshalBinary",
		Edits: []advicetest.Edit{{New: "\nfunc (s *Stamp) MarshalBinary() ([]byte, error) { return (*time.Time)(s).MarshalBinary() }\n\n" +
			"func (s *Stamp) UnmarshalBinary(b []byte) error { return (*time.Time)(s).UnmarshalBinary(b) }\n"}},
	})
	for _, c := range []struct{ name, stamp string }{{"exported", "Stamp"}, {"unexported", "stamp"}, {"generic", "Stamp[int]"}} {
		declared := strings.Replace(c.stamp, "[int]", "[A any]", 1)
		receiver := strings.Replace(c.stamp, "[int]", "[A]", 1)
		name := strings.TrimSuffix(c.stamp, "[int]")
		all = append(all, advicetest.Case{
			Name: "type of a struct of another package with JSON methods, " + c.name,
			Source: "package app\n\nimport \"time\"\n\n//bale:gen\ntype T struct { At " + c.stamp + " }\n\ntype " + declared + " time.Time\n\n" +
				"func (s " + receiver + ") MarshalJSON() ([]byte, error) { return time.Time(s).MarshalJSON() }\n\n" +
				"func (s *" + receiver + ") UnmarshalJSON(b []byte) error { return (*time.Time)(s).UnmarshalJSON(b) }\n",
			Want: "package time does not export the field wall: mark the field", Do: "//bale:custom " + name + " json",
			Edits: []advicetest.Edit{{New: "\n//bale:custom " + name + " json\n"}},
		})
	}
	all = append(all, advicetest.Case{
		Name: "type of a struct of another module with several fields to leave out", Source: "package app\n\nimport \"example.org/lib\"\n\n//bale:gen\ntype T lib.Several\n",
		Want: "does not export the field b: leave the field out with", Do: "//bale:custom PKG.T.b skip", // one error for each field
		Edits: []advicetest.Edit{{New: "\n//bale:custom PKG.T.a skip\n\n//bale:custom PKG.T.b skip\n\n//bale:custom PKG.T.c skip\n\n//bale:custom PKG.T.N skip\n\n//bale:custom example.org/lib.Locked skip\n"}},
	})
	advicetest.Run(t, map[string]string{
		"go.mod":     "module example.org/app\n\ngo 1.26\n\nrequire example.org/lib v0.0.0\n\nreplace example.org/lib => ./lib\n",
		"lib/go.mod": "module example.org/lib\n\ngo 1.26\n",
		"lib/lib.go": adviceLib,
	}, some(all), generateAll)
}

// some returns every third case, and with BALE_TEST=slow all: each takes up to 0.1 s of processor time, since code is generated two or three times. The TestRefused of
// the formats check the texts of errors.
func some(all []advicetest.Case) (list []advicetest.Case) {
	for i, c := range all {
		if i%3 == 0 || slow.Enabled() {
			list = append(list, c)
		}
	}
	return list
}

// adviceCase returns the case of a field whose type is refused.
func adviceCase(name, field, want, advice string) advicetest.Case {
	c := advicetest.Case{Name: name, Want: want, Do: strings.TrimSpace(advice)}
	c.Source = "package app\n\nimport \"example.org/lib\"\n\nvar _ lib.Any\n\n//bale:gen wire=compact,msgpack\ntype T struct {\n\tN int\n\tF " + field + " // F\n}\n\ntype Own struct{ N int }\n\nfunc (*Own) Area() int { return 0 }\n"
	c.Edits = []advicetest.Edit{{New: "\n" + advice + "\n"}}
	if strings.HasPrefix(advice, " ") {
		c.Edits = []advicetest.Edit{{Old: " // F", New: advice}}
	}
	if of, _, ok := strings.Cut(c.Do, " Circle, *Square"); ok { // the error has examples of types
		c.Do = of
		c.Edits[0].New = strings.Replace(c.Edits[0].New, "Circle, *Square", "*Own", 1)
	}
	return c
}

// generateAll is an advicetest.Try: it generates code for the packages in the folders, and writes it.
func generateAll(t *testing.T, dir string, folders, flags []string) map[string]error {
	r := gen.Request{Dir: dir, Pattern: "./...", Known: all.Formats}
	for _, f := range flags {
		switch f {
		case "-accept":
			r.Accept = true
		case "-evolve":
			r.Evolve = true
		case "-tests":
			r.Tests = true
		default:
			t.Fatalf("unknown flag %s", f)
		}
	}
	outputs, err := gen.Generate(t.Context(), &r)
	if err != nil {
		t.Fatal(err)
	}
	errs := map[string]error{}
	for _, out := range outputs {
		folder := path.Base(out.Package)
		if errs[folder] = out.Err; out.Err != nil || !slices.Contains(folders, folder) {
			continue
		}
		for _, f := range out.Files {
			if err := os.WriteFile(f.Path, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return errs
}
