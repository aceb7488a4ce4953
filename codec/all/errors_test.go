package all_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bale/codec"
	"bale/codec/all"
	"bale/codec/lower"
	"bale/model"
)

// faultless are codecs whose libraries' decoders have no error as a result. They panic, or read what is not there as zero.
var faultless = []string{"flatbuffers", "gotiny", "hprose-v2", "idr"}

// TestErrorsAreReturned checks that no decoder of a codec drops an error: code that decodes whatever it is given would win every comparison.
func TestErrorsAreReturned(t *testing.T) {
	m := load(t, stock, "Blob")
	m.Roots[0].Type.(*model.Named).Methods = model.Methods{Binary: true, JSON: true, Gogo: true} // for the codec own
	for _, c := range all.Codecs {
		for _, v := range c.Variants {
			const gen = "example.com/shop/balegen"
			plan := lower.New(m, v.Caps(gen))
			if plan.Roots[0].Node == nil || c.Reference || slices.Contains(faultless, c.Name) {
				continue
			}
			out, err := v.Generate(&codec.Input{Plan: plan, Name: m.Name, Gen: gen, GenName: "balegen", Unique: "0", Outline: true})
			if err != nil {
				t.Errorf("%s: %v", c.FullName(v), err)
				continue
			}
			code := reflect.ValueOf(out.Code[0])
			for i := range code.NumField() {
				name := code.Type().Field(i).Name
				if text := code.Field(i); strings.HasPrefix(name, "Unmarshal") && text.Kind() == reflect.String && text.String() != "" {
					if what := dropsError(t, text.String()); what != "" {
						t.Errorf("%s: %s %s:\n%s", c.FullName(v), name, what, text)
					}
				}
			}
		}
	}
}

// dropsError returns how the body of a function drops an error, or "": it assigns the last result of a call to _, or it never returns anything but nil.
func dropsError(t *testing.T, body string) (what string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", "package code\nfunc code() {\n"+strings.ReplaceAll(body, "$", "")+"\n}", parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v in\n%s", err, body)
	}
	returns, fails := 0, 0
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			_, call := n.Rhs[0].(*ast.CallExpr)
			if id, ok := n.Lhs[len(n.Lhs)-1].(*ast.Ident); ok && call && id.Name == "_" {
				what = "assigns an error to _"
			}
		case *ast.ReturnStmt:
			returns++
			if id, ok := n.Results[len(n.Results)-1].(*ast.Ident); !ok || id.Name != "nil" {
				fails++
			}
		case *ast.FuncLit:
			return false
		}
		return true
	})
	if returns > 0 && fails == 0 {
		return "returns no error"
	}
	return what
}
