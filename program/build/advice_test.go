package build

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"bale/codec/lower"
	"bale/model"
	"bale/model/advicetest"
	"bale/model/directive"
)

// adviceLib is a package of another module.
const adviceLib = `package lib

type Shape interface{ Area() int }

type Sq struct{ N int }

func (Sq) Area() int { return 1 }

type (
	Locked  struct{ n int }
	Part    struct{ N, n int }
	Chans   struct{ F chan int }
	Funcs   struct{ F []struct{ G func() } }
	Mixed   struct{ F chan int; n int }
	Errs    struct{ F error }
	Anys    struct{ F []any }
	Unnamed struct{ F interface{ Area() int } }
	Private struct{ F struct{ n int } }
	Box[T any] struct{ F *T; Other any; n int }
	hidden  struct{ N int }
	Holder  struct{ F []hidden }
	Full[T any] struct{ F T }
)
`

// TestAdvice loads types that are refused for a serializer of messages, or that have gaps, checks the reason, follows its advice and checks
// that it helps.
func TestAdvice(t *testing.T) {
	const tag, lib = " `bale:\"skip\"`", "example.org/lib."
	var all []advicetest.Case
	for _, c := range []struct {
		name, field string // the name of the case, and the type of a field in the user's struct
		want        string // part of the error
		advice      string // what the error names: a directive for the package or, if it begins with a space, the tag of the field
	}{
		{"channel", "chan int", "mark the field `bale:\"skip\"`", tag},
		{"channel of another module", "lib.Chans", "//bale:custom " + lib + "Chans.F skip", "//bale:custom " + lib + "Chans.F skip"},
		{"function of another module", "[]lib.Funcs", "//bale:custom " + lib + "Funcs.F skip", "//bale:custom " + lib + "Funcs.F skip"},
		{"channel beside a hidden field", "lib.Mixed", "//bale:custom " + lib + "Mixed skip", "//bale:custom " + lib + "Mixed skip"},
		{"lock", "lib.Locked", "//bale:custom " + lib + "Locked skip", "//bale:custom " + lib + "Locked skip"},
		{"hidden field without a name", "lib.Private", "//bale:custom " + lib + "Private.F skip", "//bale:custom " + lib + "Private.F skip"},
		{"any", "map[string]any", "name them with //bale:union", "//bale:union PKG.T.F bool, float64, string, []any, map[string]any"},
		{"any of another module", "lib.Anys", "//bale:union " + lib + "Anys.F bool, float64, string, []any, map[string]any", "//bale:union " + lib + "Anys.F bool, float64, string, []any, map[string]any"},
		{"any of another module, left out", "lib.Anys", "//bale:custom " + lib + "Anys.F skip", "//bale:custom " + lib + "Anys.F skip"},
		{"error", "error", "//bale:custom error skip", "//bale:custom error skip"},
		{"error of another module", "lib.Errs", "//bale:custom error skip", "//bale:custom error skip"},
		{"interface of another module", "lib.Shape", "//bale:union " + lib + "Shape T, *U", "//bale:union " + lib + "Shape T, *U"},
		{"interface of another module, left out", "lib.Shape", "//bale:custom " + lib + "Shape skip", "//bale:custom " + lib + "Shape skip"},
		{"interface without a name", "lib.Unnamed", "//bale:union " + lib + "Unnamed.F T, *U", "//bale:union " + lib + "Unnamed.F T, *U"},
		{"interface of the package", "Form", "//bale:union PKG.Form T, *U", "//bale:union PKG.Form T, *U"},
		{"hidden type", "lib.Holder", "//bale:custom " + lib + "Holder.F skip", "//bale:custom " + lib + "Holder.F skip"},
		{"argument without a name", "lib.Full[any]", "//bale:union " + lib + "Full.F bool, float64, string, []any, map[string]any", "//bale:union " + lib + "Full.F bool, float64, string, []any, map[string]any"},
		{"instance", "lib.Box[int]", "//bale:custom " + lib + "Box skip", "//bale:custom " + lib + "Box skip"},
	} {
		all = append(all, adviceCase(c.name, c.field, c.want, c.advice))
	}
	all = append(all, advicetest.Case{
		Name: "type of another module", Source: "package app\n\nimport \"example.org/lib\"\n\ntype T = lib.Part\n",
		Want: "has unexported fields of another package", Do: "//bale:custom " + lib + "Part.n skip", Edits: []advicetest.Edit{{New: "\n//bale:custom " + lib + "Part.n skip\n"}},
	})
	advicetest.Run(t, map[string]string{
		"go.mod":     "module example.org/app\n\ngo 1.24\n\nrequire example.org/lib v0.0.0\n\nreplace example.org/lib => ./lib\n",
		"lib/go.mod": "module example.org/lib\n\ngo 1.24\n",
		"lib/lib.go": adviceLib,
	}, all, func(t *testing.T, dir string, folders, _ []string) map[string]error {
		errs := map[string]error{}
		for _, f := range folders {
			errs[f] = messageError(t, filepath.Join(dir, f))
		}
		return errs
	})
}

// adviceCase returns the case of a field whose type is refused. In directives, T and *U are examples of the members of a union.
func adviceCase(name, field, want, advice string) advicetest.Case {
	c := advicetest.Case{Name: name, Want: want, Do: strings.TrimSpace(advice)}
	form := "//\ntype Form interface{ Area() int }\n"
	c.Source = "package app\n\nimport \"example.org/lib\"\n\nvar _ lib.Sq\n\ntype T struct {\n\tN int\n\tF " + field + " // F\n}\n\ntype Own struct{ N int }\n\n" + form
	c.Edits = []advicetest.Edit{{New: "\n" + advice + "\n"}}
	if strings.HasPrefix(advice, " ") {
		c.Edits = []advicetest.Edit{{Old: " // F", New: advice}}
	}
	if of, ok := strings.CutSuffix(c.Do, " T, *U"); ok {
		c.Do = of
		c.Edits[0].New = strings.Replace(c.Edits[0].New, " T, *U", " lib.Sq, *lib.Sq", 1)
	}
	return c
}

// messageError returns the reasons why a serializer with a schema language cannot carry the type T of the package in a folder.
func messageError(t *testing.T, dir string) error {
	m, err := directive.Load(t.Context(), dir, ".", []string{"T"})
	if err != nil {
		return err
	}
	caps := lower.Caps{Scalars: lower.Widen(), Bytes: true, Maps: lower.AnyMap, Optional: true, Root: true, Package: "example.org/app/gen"}
	var errs model.Errors
	for _, g := range lower.New(m, caps).Roots[0].Gaps {
		errs = append(errs, &model.Error{Path: g.Path, Msg: g.Reason})
	}
	if len(errs) == 0 {
		return nil
	}
	return errors.Join(errs)
}
