package build

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/plan"
	"bale/model"
	"bale/program/adapter"
	"bale/runner/measure"
)

// A generated is the code that bale gen writes for the types of a package in one format: what the users of that package would get, with its tags,
// its directives, and the flags of a generated file that it has. Only the names of functions differ, and the ending of the methods of the default
// format: the methods of several formats have to be in one package.
type generated struct {
	file     []byte   // with the methods
	declared []byte   // file with the types that stand for roots without a name of their own, or nil
	pointers []string // by root: the receiver of the methods
	imports  []string // packages of bale's runtime
	calls    []codec.Code
	gaps     [][]measure.Gap // by root: why bale gen refuses the type
}

// isGenerated reports whether the rows of a variant for the types of a model are measured with the code that bale gen writes. It does not write
// code for a package that is only in memory.
func isGenerated(v *codec.Variant, m *model.Model) bool { return v.Format != nil && m.IsLoaded() }

// An ownKey distinguishes the code of bale gen in a program. Variants with one key share the code.
type ownKey struct {
	pkg    string
	format *emit.Format
	flags  codec.GenFlags
}

// ownCode returns the code of bale gen for a variant and the roots of a model. It generates the code once.
func (b *codecBuild) ownCode(ctx context.Context, m *model.Model, v *codec.Variant) (*generated, error) {
	key := ownKey{m.Package, v.Format, v.Flags}
	if g := b.own[key]; g != nil {
		return g, nil
	}
	g, err := b.generateOwn(ctx, m, v)
	b.own[key] = g
	return g, err
}

// requestFor returns a request for the code of a variant as a part of a program. It lacks the types.
func requestFor(v *codec.Variant, m *model.Model) *gen.Request {
	return &gen.Request{
		Dir: m.Dir, Pattern: ".", Formats: []*emit.Format{v.Format}, Program: true,
		Evolve: v.Flags.Evolve, Accept: v.Flags.Evolve, Own: v.Flags.Own,
	}
}

// generateOwn returns the code of bale gen for the roots of a model. If it refuses one, the code has only the others.
func (b *codecBuild) generateOwn(ctx context.Context, m *model.Model, v *codec.Variant) (*generated, error) {
	names, declared := methodTypes(m)
	title := v.Format.Title + v.Flags.Title()
	r := requestFor(v, m)
	r.Known, r.Prefix, r.Declare, r.Strict = all.Formats, "baleLab"+title, string(declared), b.strict
	switch { // the user may have written MarshalBinary, which a program does not need
	case v.Flags != (codec.GenFlags{}):
		r.Suffix = title
	case v.Format.Standard():
		r.Methods = title
	}
	if r.Found = b.found[m.Package]; r.Found == nil {
		var err error
		if r.Found, err = r.Find(ctx); err != nil {
			return nil, err
		}
		b.found[m.Package] = r.Found
	}
	g := &generated{declared: declared, pointers: make([]string, len(names)), calls: make([]codec.Code, len(names)), gaps: make([][]measure.Gap, len(names))}
	if r.Types = names; g.generate(ctx, r, names) == nil {
		return g, nil
	}
	r.Types = nil
	for i, name := range names {
		one := *r
		one.Types = []string{name}
		if err := g.generate(ctx, &one, names); err == nil {
			r.Types = append(r.Types, name)
		} else if ctx.Err() != nil {
			return nil, ctx.Err()
		} else {
			g.gaps[i] = refusals(m.Roots[i].Expr, name, err)
		}
	}
	if len(r.Types) < 2 { // the code is complete
		return g, nil
	}
	return g, g.generate(ctx, r, names)
}

// generate sets the file and the calls of the types that a request names. names are those of all roots.
func (g *generated) generate(ctx context.Context, r *gen.Request, names []string) error {
	outputs, err := gen.Generate(ctx, r)
	switch {
	case err != nil:
		return err
	case outputs[0].Err != nil:
		return outputs[0].Err
	}
	out := outputs[0]
	g.file, g.imports = out.Files[0].Data, out.Imports
	for _, t := range out.Program.Types {
		name := out.Program.Model.Roots[t.Root].Expr
		for i := range names {
			if names[i] == name {
				g.pointers[i], g.calls[i] = adapter.MethodCalls(t.Methods, name)
			}
		}
	}
	return nil
}

// refusals returns the reasons why bale gen refuses the type expr, for which the type name stands, as gaps of the type.
func refusals(expr, name string, err error) (gaps []measure.Gap) {
	var list model.Errors
	if !errors.As(err, &list) {
		return []measure.Gap{{Path: expr, Reason: err.Error()}}
	}
	for _, e := range list {
		path := expr
		if rest, ok := strings.CutPrefix(e.Path, name); ok {
			path += rest
		} else if e.Path != "" {
			path = e.Path
		}
		gaps = append(gaps, measure.Gap{Path: path, Reason: "bale gen refuses it: " + e.Msg})
	}
	return gaps
}

// methodTypes returns the names of the types that get methods for the roots of a model, and a file that declares those that stand for another type:
// an instance of a generic type, one without a name, or one of another package. The file is nil if there are none.
func methodTypes(m *model.Model) (names []string, file []byte) {
	imports := map[string]string{}
	qualify := func(path string) string {
		if path == m.Package {
			return ""
		}
		if imports[path] == "" {
			imports[path] = fmt.Sprintf("balep%d", len(imports))
		}
		return imports[path]
	}
	var text strings.Builder
	for i, r := range m.Roots {
		if n, ok := r.Type.(*model.Named); ok && n.Package == m.Package && len(n.Args) == 0 {
			names = append(names, n.Name)
			continue
		}
		name := fmt.Sprintf("baleRoot%d", i)
		names = append(names, name)
		fmt.Fprintf(&text, "// %s stands for a type that cannot have methods of its own.\ntype %[1]s %s\n\n", name, model.GoType(r.Type, qualify))
	}
	if text.Len() == 0 {
		return names, nil
	}
	head := "// Code generated by bale; DO NOT EDIT.\n\npackage " + m.SourceName() + "\n\n"
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		head += fmt.Sprintf("import %s %q\n", imports[path], path)
	}
	return names, []byte(head + "\n" + text.String())
}

// asIs returns the plan of a model for code that bale gen writes.
func asIs(m *model.Model) *lower.Plan {
	return lower.AsIs(m, func(n *model.Named) string {
		if method := plan.MethodSuffix(n, m.Package); method != "" {
			return plan.MarshalMethod(method)
		}
		return ""
	})
}

// overlay returns the files with which the part's package has to be built. With the code of bale gen, the other packages of the user's module keep
// the code that they have of it, since that code calls it.
func (p *part) overlay() map[string][]byte {
	files := maps.Clone(p.model.Overlay)
	for i := 0; p.generated != nil && p.model.LeftOut != nil && i < len(p.model.LeftOut.Replaced); i++ {
		if path := p.model.LeftOut.Replaced[i]; filepath.Dir(path) != p.model.Dir {
			delete(files, path)
		}
	}
	return files
}

// generatedFiles adds the files of bale gen to the program, and returns the calls for the part's roots.
func (b *codecBuild) generatedFiles(prog *Program, p *part, in *codec.Input) *codec.Output {
	g := p.generated
	prog.own(p, "methods.go", p.model.Renamed(g.file))
	if g.declared != nil {
		prog.files[filepath.Join(p.model.Dir, "bale_roots.go")] = p.model.Renamed(g.declared)
	}
	out := &codec.Output{Runtime: g.imports, Strict: in.Strict && p.variant.Format.View.Kind == emit.LikeJSON}
	for _, i := range p.roots {
		code := g.calls[i]
		if p.variant.Flags.Own {
			code.KeepOwn()
		}
		out.Code = append(out.Code, code)
		in.Receivers = append(in.Receivers, g.pointers[i])
	}
	if p.variant.Adapt != nil {
		p.variant.Adapt(in, out)
	}
	return out
}
