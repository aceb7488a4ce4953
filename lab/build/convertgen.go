package build

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"bale/gen"
	"bale/lab/adapter"
	"bale/schema"
)

// generateEnds returns the code of bale gen for the ends of a conversion that it generates: that of the package's directives and bale.lock, so
// that it reads and writes what the user's program does. It returns nil if there is no such end.
func (c *Conversion) generateEnds(ctx context.Context, m *schema.Model) (*gen.Output, error) {
	var names []string
	for _, e := range []End{c.Source, c.Target} {
		if e.generated() && !slices.Contains(names, e.Variant.Name) {
			names = append(names, e.Variant.Name)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	r := &gen.Request{Dir: m.Dir, Pattern: ".", Known: c.Formats, Program: true, Types: []string{c.Type}}
	r.Formats, _ = gen.Choose(c.Formats, names)
	outputs, err := gen.Generate(ctx, r)
	if err != nil {
		return nil, err
	}
	return outputs[0], outputs[0].Err
}

// addGenerated adds the code of bale gen to the program, and returns it. It returns nil if no end needs it.
func (c *Conversion) addGenerated(ctx context.Context, prog *Program, m *schema.Model) (*gen.Output, error) {
	out, err := c.generateEnds(ctx, m)
	if err != nil || out == nil {
		return nil, err
	}
	src, err := withoutMethods(out.Files[0].Data)
	if err != nil {
		return nil, err
	}
	prog.files[filepath.Join(m.Dir, "bale_generated.go")] = src
	maps.Copy(prog.files, m.Overlay)
	return out, nil
}

// addGeneratedEnd adds the codec of an end to the program, which has the code of bale gen.
func (c *Conversion) addGeneratedEnd(prog *Program, m *schema.Model, out *gen.Output, e End, index int) (end adapter.End, err error) {
	t, err := c.generatedType(out, e.Variant.Name)
	if err != nil {
		return end, err
	}
	src, err := adapter.GeneratedSource(m, t.Methods, t.Function, prog.harness(), index)
	prog.files[filepath.Join(m.Dir, fmt.Sprintf("bale_codec%d.go", index))] = src
	return adapter.End{Codec: e.Name(), Func: (&adapter.File{Index: index}).CodecFunc()}, err
}

// generatedType returns the type of the conversion in a format.
func (c *Conversion) generatedType(out *gen.Output, format string) (*gen.ProgramType, error) {
	for i := range out.Program.Types {
		t := &out.Program.Types[i]
		if out.Program.Model.Roots[t.Root].Expr == c.Type && t.Methods.Name == format {
			return t, nil
		}
	}
	return nil, fmt.Errorf("bale gen has no code for %s in %s", c.Type, format)
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
