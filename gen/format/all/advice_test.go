package all

import (
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/format/msgpack"
	"bale/gen/internal/gentest"
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
)
`

// TestAdvice generates code for types that are refused, checks the error, follows its advice and checks that it helps.
func TestAdvice(t *testing.T) {
	const tag = " `bale:\"skip\"`"
	skip := func(what string) string { return "//bale:custom example.org/lib." + what + " skip" }
	for _, c := range []struct {
		name, field string // the name of the case, and the type of a field in the user's struct
		want        string // part of the error
		advice      string // what the error names: a directive for the package or, if it begins with a space, the tag of the field
	}{
		{"channel", "chan int", "mark the field `bale:\"skip\"`", tag},
		{"interface", "any", "mark the field `bale:\"skip\"`", tag},
		{"union", "any", "//bale:union Circle, *Square", " //bale:union int, *Own"},
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
		{"union of a field of another module", "lib.Anys", "//bale:union example.org/lib.Anys.F Circle, *Square", "//bale:union example.org/lib.Anys.F int, *Own"},
		{"union of a map of another module", "[]lib.Tags", "//bale:union example.org/lib.Tags Circle, *Square", "//bale:union example.org/lib.Tags int, *Own"},
		{"union of an interface of another module", "lib.Shape", "//bale:union example.org/lib.Shape Circle, *Square", "//bale:union example.org/lib.Shape *Own"},
		{"instance of another module", "lib.Box[int]", skip("Box.Other"), skip("Box.Other")},
		{"hidden field without a name", "lib.Private", skip("Private.F"), skip("Private.F")},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := gentest.New(t, nil)
			m.Write(t, "go.mod", []byte("module example.org/app\n\ngo 1.26\n\nrequire example.org/lib v0.0.0\n\nreplace example.org/lib => ./lib\n"))
			m.Write(t, "lib/go.mod", []byte("module example.org/lib\n\ngo 1.26\n"))
			m.Write(t, "lib/lib.go", []byte(adviceLib))
			try := func(tag, directive string) error {
				m.Write(t, "app.go", []byte("package app\n\nimport \"example.org/lib\"\n\nvar _ lib.Any\n\n//bale:gen\ntype T struct {\n\tN int\n\tF "+c.field+tag+"\n}\n\ntype Own struct{ N int }\n\nfunc (*Own) Area() int { return 0 }\n\n"+directive+"\n"))
				return m.Generate(t, "", gen.Request{Known: Formats, Formats: []*emit.Format{compact.Format, msgpack.Format}})
			}
			err := try("", "")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("the error is %v, want %s", err, c.want)
			}
			if strings.HasPrefix(c.advice, " ") {
				err = try(c.advice, "")
			} else {
				err = try("", c.advice)
			}
			if err != nil {
				t.Errorf("with %s the error is %v", c.advice, err)
			}
		})
	}
}
