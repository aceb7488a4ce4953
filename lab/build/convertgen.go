package build

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

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
		m.Replace(map[string][]byte{filepath.Join(m.Dir, "bale_generated.go"): out.Files[0].Data})
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
	// Maps are sorted, so that a conversion that continues writes the same bytes.
	r := &gen.Request{Dir: m.Dir, Pattern: ".", Known: b.Formats, Program: true, Functions: true, Sorted: true, Strict: b.strict()}
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
