package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/codec/lower"
	"bale/schema"
	"bale/schema/directive"
)

// adviceLib is a package of another module.
const adviceLib = `package lib

type Shape interface{ Area() int }

type Sq struct{ N int }

func (Sq) Area() int { return 1 }

type (
	Locked  struct{ n int }
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
		{"any", "map[string]any", "name them with //bale:union", " //bale:union int, *Own"},
		{"any of another module", "lib.Anys", "//bale:union " + lib + "Anys.F bool, float64, string, []any, map[string]any", "//bale:union " + lib + "Anys.F bool, float64, string, []any, map[string]any"},
		{"any of another module, left out", "lib.Anys", "//bale:custom " + lib + "Anys.F skip", "//bale:custom " + lib + "Anys.F skip"},
		{"error", "error", "//bale:custom error skip", "//bale:custom error skip"},
		{"error of another module", "lib.Errs", "//bale:custom error skip", "//bale:custom error skip"},
		{"interface of another module", "lib.Shape", "//bale:union " + lib + "Shape T, *U", "//bale:union " + lib + "Shape lib.Sq, *lib.Sq"},
		{"interface of another module, left out", "lib.Shape", "//bale:custom " + lib + "Shape skip", "//bale:custom " + lib + "Shape skip"},
		{"interface without a name", "lib.Unnamed", "//bale:union " + lib + "Unnamed.F T, *U", "//bale:union " + lib + "Unnamed.F lib.Sq, *lib.Sq"},
		{"interface of the package", "Form", "//bale:union example.org/app.Form T, *U", "//bale:union lib.Sq\ntype Form interface{ Area() int }"},
		{"hidden type", "lib.Holder", "//bale:custom " + lib + "Holder.F skip", "//bale:custom " + lib + "Holder.F skip"},
		{"argument without a name", "lib.Full[any]", "//bale:union " + lib + "Full.F bool, float64, string, []any, map[string]any", "//bale:union " + lib + "Full.F bool, float64, string, []any, map[string]any"},
		{"instance", "lib.Box[int]", "//bale:custom " + lib + "Box skip", "//bale:custom " + lib + "Box skip"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			try := func(tag, directives string) error {
				if !strings.Contains(directives, "type Form") {
					directives += "\ntype Form interface{ Area() int }"
				}
				for name, text := range map[string]string{
					"go.mod":     "module example.org/app\n\ngo 1.24\n\nrequire example.org/lib v0.0.0\n\nreplace example.org/lib => ./lib\n",
					"lib/go.mod": "module example.org/lib\n\ngo 1.24\n",
					"lib/lib.go": adviceLib,
					"app.go": "package app\n\nimport \"example.org/lib\"\n\nvar _ lib.Sq\n\ntype T struct {\n\tN int\n\tF " + c.field + tag + "\n}\n\n" +
						"type Own struct{ N int }\n\n" + directives + "\n",
				} {
					path := filepath.Join(dir, name)
					if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				return messageError(t, dir)
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

// messageError returns the reasons why a serializer with a schema language cannot carry the type T of the package in a folder.
func messageError(t *testing.T, dir string) error {
	m, err := directive.Load(t.Context(), dir, ".", []string{"T"})
	if err != nil {
		return err
	}
	caps := lower.Caps{Scalars: lower.Widen(), Bytes: true, Maps: lower.AnyMap, Optional: true, Root: true, Package: "example.org/app/gen"}
	var errs schema.Errors
	for _, g := range lower.New(m, caps).Roots[0].Gaps {
		errs = append(errs, &schema.Error{Path: g.Path, Msg: g.Reason})
	}
	if len(errs) == 0 {
		return nil
	}
	return errors.Join(errs)
}
