package build

import (
	"context"
	"fmt"
	"path/filepath"

	"bale/gen"
	"bale/program/adapter"
)

// generatedEnd returns the file with the codec of an end whose code bale gen generates, and adds that code to the program: the code of the package's
// directives and bale.lock, so that it reads and writes what the user's program does.
func (b *conversionBuild) generatedEnd(ctx context.Context, index int) ([]byte, error) {
	m, v := b.models[index], b.ends()[index].Variant
	prefix := fmt.Sprintf("baleEnd%d", index)
	// Maps are sorted, so that a conversion that continues writes the same bytes.
	r := requestFor(v, m)
	r.Known, r.Types, r.Functions, r.Prefix, r.Sorted, r.Strict = b.Formats, []string{m.Roots[0].Expr}, true, prefix, true, b.strict()
	outputs, err := gen.Generate(ctx, r)
	if err != nil {
		return nil, err
	}
	out := outputs[0]
	if out.Err != nil {
		return nil, out.Err
	}
	m.Replace(map[string][]byte{filepath.Join(m.Dir, fmt.Sprintf("bale_generated%d.go", index)): out.Files[0].Data})
	if err := b.prog.runtime(m.Module, out.Imports); err != nil {
		return nil, err
	}
	return adapter.GeneratedSource(m, &out.Program.Types[0], prefix, b.prog.harness(), index)
}
