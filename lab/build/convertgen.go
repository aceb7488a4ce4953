package build

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"bale/gen"
	"bale/lab/adapter"
	"bale/schema"
)

// generatedEnd returns the file with the codec of an end whose code bale gen generates. It adds that code to the program, unless the other end has
// done so.
func (b *conversionBuild) generatedEnd(ctx context.Context, index int) ([]byte, error) {
	m, format := b.models[index], b.ends()[index].Variant.Name
	out := b.generated[m.Package]
	if out == nil {
		var err error
		if out, err = b.generate(ctx, m); err != nil {
			return nil, err
		}
		src, err := withoutMethods(out.Files[0].Data)
		if err != nil {
			return nil, err
		}
		m.Replace(map[string][]byte{filepath.Join(m.Dir, "bale_generated.go"): src})
		b.generated[m.Package] = out
	}
	for i := range out.Program.Types {
		t := &out.Program.Types[i]
		if out.Program.Model.Roots[t.Root].Expr == m.Roots[0].Expr && t.Methods.Name == format {
			return adapter.GeneratedSource(m, t.Methods, t.Function, b.prog.harness(), index)
		}
	}
	return nil, fmt.Errorf("bale gen has no code for %s in %s", m.Roots[0].Expr, format)
}

// generate returns the code of bale gen for all ends whose types are in the package of m: that of the package's directives and bale.lock, so that
// it reads and writes what the user's program does.
func (b *conversionBuild) generate(ctx context.Context, m *schema.Model) (*gen.Output, error) {
	r := &gen.Request{Dir: m.Dir, Pattern: ".", Known: b.Formats, Program: true}
	var names []string
	for i, e := range b.ends() {
		if other := b.models[i]; e.generated() && other.Package == m.Package {
			names = append(names, e.Variant.Name)
			if typ := other.Roots[0].Expr; !slices.Contains(r.Types, typ) {
				r.Types = append(r.Types, typ)
			}
		}
	}
	r.Formats, _ = gen.Choose(b.Formats, names)
	outputs, err := gen.Generate(ctx, r)
	if err != nil {
		return nil, err
	}
	return outputs[0], outputs[0].Err
}

// withoutMethods returns a generated file without the methods of types that other files declare, and without the imports that only those need.
// Serializers would find these methods and call them: a gob stream that was written before the code was generated does not hold their messages.
func withoutMethods(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "generated.go", src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	declared := map[string]bool{}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, s := range g.Specs {
				if t, ok := s.(*ast.TypeSpec); ok {
					declared[t.Name.Name] = true
				}
			}
		}
	}
	var cuts []cut
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil || declared[receiver(f)] {
			return false
		}
		cuts = append(cuts, cutOf(fset, f.Doc, f))
		return true
	})
	for _, im := range file.Imports {
		path := strings.Trim(im.Path.Value, `"`)
		if (im.Name == nil || im.Name.Name != "_") && !astutil.UsesImport(file, path) {
			cuts = append(cuts, cutOf(fset, nil, im))
		}
	}
	return without(src, cuts), nil
}

// receiver returns the name of a method's type.
func receiver(f *ast.FuncDecl) string {
	name := strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*")
	name, _, _ = strings.Cut(name, "[")
	return name
}

// A cut is a part of a text to leave out.
type cut struct{ start, end int }

// cutOf returns the part of a node with its comment.
func cutOf(fset *token.FileSet, doc *ast.CommentGroup, n ast.Node) cut {
	start := n.Pos()
	if doc != nil {
		start = doc.Pos()
	}
	return cut{fset.Position(start).Offset, fset.Position(n.End()).Offset}
}

// without returns src without some parts.
func without(src []byte, cuts []cut) []byte {
	slices.SortFunc(cuts, func(a, b cut) int { return a.start - b.start })
	var b bytes.Buffer
	at := 0
	for _, c := range cuts {
		b.Write(src[at:c.start])
		at = c.end
	}
	b.Write(src[at:])
	return b.Bytes()
}
