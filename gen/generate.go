// Package gen is the generator: it writes marshal code for Go types, straight on the types themselves.
//
// A wire format is one folder below format: it says how each step of a type is written. What they share is in emit.
package gen

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// A File is one that belongs on the disk.
type File struct {
	Path string // absolute
	Data []byte
}

// OnDisk reports whether the file is there already. Ends of lines may be those of Windows: git may write them so.
func (f File) OnDisk() (bool, error) {
	old, err := os.ReadFile(f.Path)
	return err == nil && bytes.Equal(bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n")), f.Data), err
}

// An Output is what is generated for a package.
type Output struct {
	Package string // import path
	Files   []File // the code first
	// Binary are the types that get MarshalBinary and UnmarshalBinary, and do not have them in the file on the disk.
	Binary []string
	// LockLost says that there was code for the types already, and that the lock file had none of their layouts.
	LockLost bool
	Stale    []string // sample messages to delete: -accept has given their layouts up
	// LeftOut has lines about fields that are not encoded, since they belong to protobuf's library.
	LeftOut []string
	// Err is a schema.Errors with all that keeps the code from being made. Files come with it if they do not compile.
	Err error
}

// Generate returns the files for the request, package by package. Nothing is written. The error is about the request as a
// whole: no package is found, the go command could not be run, or ctx was cancelled.
//
// A pattern without "..." gives one Output. With it there is none for packages that have nothing to generate.
func Generate(ctx context.Context, r *Request) ([]*Output, error) {
	targets, set, err := load(ctx, r)
	if err != nil {
		return nil, err
	}
	outputs := make([]*Output, len(targets))
	changed := map[string][]byte{}
	for i, t := range targets {
		out := &Output{Package: t.src.Package}
		out.Files, out.Err = t.generate()
		out.Binary = t.newBinary()
		out.LockLost = t.lockLost
		out.Stale = t.staleSamples
		if t.model != nil {
			out.LeftOut = t.model.LeftOut("the code")
		}
		outputs[i] = out
		if out.Err != nil {
			continue
		}
		if same, _ := out.Files[0].OnDisk(); !same {
			changed[t.out] = out.Files[0].Data
		}
	}
	return outputs, compile(ctx, r, set, targets, outputs, changed)
}

// generate returns the files of the target.
func (t *target) generate() ([]File, error) {
	var directives *plan.Directives
	if t.model != nil {
		directives = t.check(t.model)
	}
	var lock []byte
	if t.model != nil && len(t.errs) == 0 {
		lock = t.updatedLock(t.model, directives)
	}
	if len(t.errs) > 0 {
		return nil, t.errs.InOrder()
	}
	code, err := t.code(directives)
	if err != nil {
		return nil, err
	}
	files := []File{{t.out, code}}
	if lock != nil {
		files = append(files, File{t.lockFile(), lock})
	}
	if t.Proto != "" {
		file, err := t.schema(directives)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if t.writesTests() {
		tests, err := t.tests(directives)
		if err != nil {
			return nil, err
		}
		files = append(files, File{t.testFile(), tests})
		t.staleSamples = t.findStaleSamples(directives)
	}
	return files, nil
}

// schema is the file that describes messages to others.
func (t *target) schema(directives *plan.Directives) (File, error) {
	path := t.Proto
	if !filepath.IsAbs(path) {
		path = filepath.Join(t.Dir, path)
	}
	for _, f := range t.Known {
		if roots := t.rootsOf(f); f.Schema != nil && len(roots) > 0 {
			p := emit.NewPrinter(t.src.Package, t.newHeader.safe)
			p.Directives = directives
			return File{path, append([]byte(t.newHeader.text("")), f.Schema(p, t.src.Name, roots)...)}, nil
		}
	}
	return File{}, oneError("-proto %s: no type has the wire proto: take it with -wire proto, or in a comment, //bale:gen wire=proto", t.Proto)
}

// code is the file with the methods and what they need.
func (t *target) code(directives *plan.Directives) ([]byte, error) {
	p := emit.Print(t.src.Package, t.newHeader.safe, func(p *emit.Printer) {
		p.Taken, p.Directives = t.taken, directives
		body := p.Capture(func() { p.Formats(t.Known, t.rootsOf) })
		// The methods come first for the reader, but the formats have the first choice of names.
		for _, r := range t.roots {
			for _, f := range r.formats {
				p.Methods(r.methods(f), r.node)
			}
		}
		p.Line("%s", body)
		if !t.newHeader.safe {
			t.guards(p)
		}
		t.declareUnions(p, directives)
		for _, n := range directives.Removed {
			p.Helper("b "+n.Name, fmt.Sprintf("\n// %s is what a field that was removed from a struct had. It is skipped in messages.\ntype %s %s\n", n.Name, n.Name, p.Type(n.Underlying)))
		}
	})
	text, err := p.File(t.src.Name)
	if err != nil {
		return nil, err
	}
	return append([]byte(t.headerText("")), text...), nil
}

// compile makes sure that the packages compile with the code that has changed. What is on the disk already has been
// through this.
func compile(ctx context.Context, r *Request, set *schema.Set, targets []*target, outputs []*Output, changed map[string][]byte) error {
	var paths []string
	errs := map[*target]error{}
	for _, t := range targets {
		if changed[t.out] == nil {
			continue
		}
		known, err := set.CompilesWith(t.src.Package, t.out, changed[t.out])
		errs[t] = err
		if !known || t.failedDependency(outputs) != "" { // the set has stubs of what could not be written
			paths = append(paths, t.src.Package)
		}
	}
	recompiled, err := schema.LoadSet(ctx, r.Dir, paths, changed)
	if err != nil {
		return err
	}
	for i, t := range targets {
		if slices.Contains(paths, t.src.Package) {
			errs[t] = recompiled.Compiles(t.src.Package)
		}
		if errs[t] == nil {
			continue
		}
		if failed := t.failedDependency(outputs); failed != "" {
			outputs[i].Err = oneError("the code calls methods of types of package %s, whose code could not be written: fix that package's errors first", failed)
			continue
		}
		errs := asErrors(errs[t])
		errs[0] = &schema.Error{Msg: fmt.Sprintf("the code for package %s does not compile, so nothing is written", t.src.Package)}
		outputs[i].Err = errs
	}
	return nil
}

// needs returns a package, other than the target's, that has errors and whose types the target's types are made of: the target's code
// calls the methods that would have been written. It returns "" if there is none.
func (t *target) failedDependency(outputs []*Output) (failed string) {
	for _, r := range t.roots {
		schema.Walk(r.node, func(x schema.Type) bool {
			n, ok := x.(*schema.Named)
			if ok && n.Package != t.src.Package && slices.ContainsFunc(outputs, func(o *Output) bool { return o.Package == n.Package && o.Err != nil }) {
				failed = n.Package
			}
			return failed == ""
		})
	}
	return failed
}
