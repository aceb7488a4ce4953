package gen

import (
	"fmt"
	"path/filepath"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/root"
	"bale/gen/runtime"
	"bale/gen/source"
	"bale/internal/version"
	"bale/model"
)

// header returns the text before the package clause of a generated Go file. more is added to the flags in its first line.
func (t *target) header(more string) string {
	if t.constraint == "" {
		return t.newHeader.Text(more)
	}
	return t.newHeader.Text(more) + "//go:build " + source.AtLeast(t.constraint, minGo) + "\n\n"
}

// minGo is the language version of the generated code, which ranges over integers.
const minGo = "go1.22"

// code returns the file with the methods and the functions that they call, that with the functions for earlier layouts, and the folders of the packages of
// the runtime that they import.
func (t *target) code(directives *plan.Directives) (files []File, imports []string, err error) {
	directives.CutParts()
	if t.all().CheckParts(directives, &t.errs); len(t.errs) > 0 {
		return nil, nil, t.errs.InOrder()
	}
	p := emit.PrintFile(t.src.Package, func(p *emit.Printer) {
		p.Runtime = t.runtimePath(t.src.Module)
		if !t.Program {
			p.Version = runtime.Constant(version.Number)
		}
		p.Prefix, p.Taken, p.Directives = t.Prefix, t.src.Taken, directives
		body := p.Capture(func() { p.Formats(t.Known, t.rootsOf) })
		// The methods come first in the file, but the formats are printed first, so that they choose names first.
		for _, u := range t.units {
			t.printMethods(p, u.roots, directives)
		}
		p.Line("%s", body)
		p.Guards(t.plain().roots.Emit())
		declareUnions(p, directives)
		for _, n := range directives.Removed {
			p.Declare("b "+n.Name, fmt.Sprintf("\n// %s is part of a field that was removed from a struct. Decoding skips the field.\ntype %s %s\n", n.Name, n.Name, p.Type(n.Underlying)))
		}
	})
	var text, old []byte
	if t.Prefix != "" || t.Functions { // a program has no second file
		text, err = p.File(t.src.Name)
	} else {
		text, old, err = p.Files(t.src.Name)
	}
	if err != nil {
		return nil, nil, err
	}
	files = []File{{t.src.Out, append([]byte(t.header("")), text...)}}
	if old != nil {
		files = append(files, File{t.src.OldFile(), append([]byte(t.header(" -"+model.Old)), old...)})
	}
	return files, p.RuntimeFolders(), nil
}

// printMethods prints the methods of the roots of a unit, and their functions for streams.
func (t *target) printMethods(p *emit.Printer, roots root.List, d *plan.Directives) {
	for _, r := range roots {
		r.Function = p.Name(r.Node)
		if t.Functions {
			continue
		}
		for _, f := range r.Formats {
			if !t.isPrinted(&r.Root, f) {
				continue
			}
			s := r.Methods(f)
			for i := range s.Parts {
				s.Parts[i].Function = p.Name(d.Parts[r.Node][i].Root)
			}
			p.Methods(s, r.Node)
			if t.Prefix == "" {
				roots.PrintStreams(p, r, f)
			}
		}
	}
}

// rootsOf returns the roots that are encoded in a format.
func (t *target) rootsOf(f *emit.Format) []*model.Named {
	var list []*model.Named
	for _, r := range t.all().Emit().Of(f) {
		if t.isPrinted(r, f) {
			list = append(list, r.Node)
		}
	}
	return list
}

// isPrinted reports whether the code has a root in one of its formats.
func (t *target) isPrinted(r *emit.Root, f *emit.Format) bool {
	return t.Prefix == "" || slices.Contains(t.Types, r.Name) && slices.Contains(t.Formats, f)
}

// declareUnions declares the generated names of unions. The printer removes those that no code uses.
func declareUnions(p *emit.Printer, d *plan.Directives) {
	for _, n := range d.Unions {
		if n.Alias && !plan.HiddenUnion(n, p.Package) {
			p.Declare("b "+n.Name, fmt.Sprintf("\n// %s is an interface that holds one of: %s.\ntype %s = %s\n", n.Name, p.UnionTypes(n), n.Name, p.Type(n.Underlying)))
		}
	}
}

// schema returns the .proto file that describes the messages, for programs in other languages.
func (t *target) schema(directives *plan.Directives) (File, error) {
	path := t.Proto
	if !filepath.IsAbs(path) {
		path = filepath.Join(t.Dir, path)
	}
	if err := t.checkProto(path); err != nil {
		return File{}, err
	}
	for _, f := range t.Known {
		if roots := t.rootsOf(f); f.Print.Schema != nil && len(roots) > 0 {
			if i := slices.IndexFunc(roots, root.IsDeclared); i >= 0 {
				return File{}, source.OneError("-proto %s: %s has a .proto file, from which protoc-gen-go generated it: leave the flag out", t.Proto, roots[i].Name)
			}
			p := emit.NewPrinter(t.src.Package)
			p.Directives = directives
			directives.Constants = t.countedConstants()
			return File{path, append([]byte(t.newHeader.Text("")), f.Print.Schema(p, t.src.Name, roots)...)}, nil
		}
	}
	return File{}, source.OneError("-proto %s: no type has the format proto: add it with -wire proto, or in a comment: //bale:gen wire=proto", t.Proto)
}
