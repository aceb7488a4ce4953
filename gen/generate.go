// Package gen is the generator behind bale gen: it generates marshaling code for Go types, as methods on the types themselves.
//
// Each wire format is a package below gen/format, which prints how a value of each type is encoded and decoded. Package emit has
// the code that the formats share.
package gen

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"bale/gen/emit"
	"bale/gen/hosts"
	"bale/gen/plan"
	"bale/gen/runtime"
	"bale/gen/source"
	"bale/gen/tests"
	"bale/internal/version"
	"bale/model"
)

// A File is a generated file: what its content on disk should be.
type File struct {
	Path string // absolute
	Data []byte
}

// An Output is the result of generating code for one package.
type Output struct {
	Package string // import path
	Name    string // of the package
	Dir     string // folder of the package
	Module  string // folder of its module
	Files   []File // the file with the code is the first
	// NewBinary lists the types that get MarshalBinary and UnmarshalBinary and do not have them in the generated file on disk.
	NewBinary []BinaryType
	// Ask is a model.Errors if the user should know something before the files are written: that other libraries of the module will call
	// MarshalBinary of the types in NewBinary.
	Ask error
	// NewJSON lists the types that get MarshalJSON and UnmarshalJSON and do not have them in the generated file on disk.
	NewJSON []model.TypeName
	// NewFixed lists the types that get code of a format in which structs can evolve, but whose structs do not evolve.
	NewFixed []FixedType
	// LockLost lists the types with generated code whose layouts the lock file does not have.
	LockLost []string
	Runtime  *Runtime // the packages that the files import; nil if they import none
	Stale    []string // files of sample messages to delete: their layouts are no longer supported, because the request accepts changes
	// Accepted has a line for each change that the request accepts: what changed, and which messages become unreadable.
	Accepted []string
	// Renamed has a line for each field with another name than the lock file on disk, or that of the base commit, has in its place.
	Renamed []string
	// Base lists, as a model.Errors, the changes since the base commit with which its messages would be misread. It is nil if there are none.
	Base error
	// LeftOut has a line for each root with fields that are not encoded because they are internal to the protobuf library.
	LeftOut []string
	// Notes has lines about messages that other implementations of a format cannot read, and about values that come back different.
	Notes []string
	// Program has what a program needs that uses the code. It is set if the request says so and Err is nil.
	Program *Program
	// Err is a model.Errors that lists everything that prevents code generation. If the generated code does not compile, Files is set, too.
	Err error
}

// Generate returns the generated files for the request, with one Output for each package. It writes nothing to disk. The error is
// about the request as a whole: no package was found, the go command could not be run, or ctx was cancelled.
//
// A pattern without "..." gives exactly one Output. With "...", and for a program, packages without anything to generate have none.
func Generate(ctx context.Context, r *Request) ([]*Output, error) {
	targets, list, err := load(ctx, r)
	if err != nil {
		return nil, err
	}
	outputs := make([]*Output, len(targets))
	changed := map[string][]byte{}
	for i, t := range targets {
		out, err := t.output(ctx)
		if err != nil {
			return nil, err
		}
		outputs[i] = out
		for _, f := range out.Files {
			if out.Err == nil && t.isCode(f) && f.Differs() {
				changed[f.Path] = f.Data
			}
		}
	}
	if err := notAccepted(r, targets); err != nil {
		return nil, err
	}
	if err := addRuntimes(r, targets, outputs); err != nil {
		return nil, err
	}
	if r.Functions || r.Prefix != "" {
		return outputs, nil
	}
	return outputs, compile(ctx, list, targets, outputs, changed)
}

// output returns the result for the package. The code has not been compiled.
func (t *target) output(ctx context.Context) (*Output, error) {
	out := &Output{Package: t.src.Package, Name: t.src.Name, Dir: t.src.Dir, Module: t.src.Module.Dir}
	out.Files, out.Err = t.generate(out)
	out.NewBinary, out.NewJSON = t.newBinary(), t.newJSON()
	if out.Err == nil && !t.Program {
		out.Ask = t.askBinary(out.NewBinary)
	}
	out.Accepted = t.lock.Accepted()
	if t.model != nil {
		out.LeftOut = t.model.InternalFields("the code", t.keepsInternal)
		out.Notes = slices.Concat(t.formatNotes(), t.lossNotes(), t.hiddenNotes(), t.unsortedNotes(), out.Notes)
	}
	if out.Err != nil {
		return out, nil
	}
	if t.Base != nil {
		var err error
		if out.Base, err = t.compareBase(ctx); err != nil {
			return nil, err
		}
	}
	out.Renamed = t.lock.Renamed()
	if t.Program {
		out.Program = t.program()
	}
	return out, nil
}

// formatNotes returns the lines for Output.Notes.
func (t *target) formatNotes() (list []string) {
	for _, r := range t.roots {
		for _, f := range r.Formats {
			if f.Check.Note == nil {
				continue
			}
			if line := f.Check.Note(r.Node, t.model.Package); line != "" {
				list = append(list, line)
			}
		}
	}
	return list
}

// generate returns the files of the target, or what is wrong with its types. It sets the fields of out about the lock file, sample messages and Beam.
func (t *target) generate(out *Output) ([]File, error) {
	directives := t.directives()
	out.Notes = t.checkBeam(directives)
	if len(t.errs) == 0 {
		out.LockLost, out.NewFixed = t.updateLock(directives)
	}
	if len(t.errs) > 0 {
		return nil, t.errs.InOrder()
	}
	code, err := t.code(directives)
	if err != nil {
		return nil, err
	}
	files := []File{{t.src.Out, code}}
	if t.lock.Text != nil {
		files = append(files, File{t.lockFile(), t.lock.Text})
	}
	if t.Proto != "" {
		file, err := t.schema(directives)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	for _, x := range t.libraries() {
		files = append(files, t.libraryCode(x, directives))
	}
	if t.writesTests() {
		of := t.testPackage(directives)
		text, err := of.File()
		if err != nil {
			return nil, err
		}
		files = append(files, File{t.src.TestFile(), text})
		out.Stale = of.StaleSamples(t.src.Dir, t.lock.Accepts)
	}
	return files, nil
}

// testPackage returns what the tests are generated for.
func (t *target) testPackage(d *plan.Directives) *tests.Package {
	of := &tests.Package{Path: t.src.Package, Name: t.src.Name, Header: t.headerText(" -tests"), Runtime: runtimePath(t.src.Module, runtime.Tests), Version: runtime.Constant(version.Number), Directives: d, Taken: t.src.Taken, InModule: t.src.InModule}
	for _, r := range t.allRoots() {
		one := &tests.Root{Root: &r.Root, Streams: t.streams(r)}
		for _, f := range r.Formats {
			one.Methods = append(one.Methods, t.methods(r, f))
		}
		of.Roots = append(of.Roots, one)
	}
	return of
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
			if i := slices.IndexFunc(roots, isDeclared); i >= 0 {
				return File{}, source.OneError("-proto %s: %s has a .proto file, from which protoc-gen-go generated it: leave the flag out", t.Proto, roots[i].Name)
			}
			p := emit.NewPrinter(t.src.Package, t.flags["safe"])
			p.Directives = directives
			directives.Constants = t.countedConstants()
			return File{path, append([]byte(t.newHeader.text("")), f.Print.Schema(p, t.src.Name, roots)...)}, nil
		}
	}
	return File{}, source.OneError("-proto %s: no type has the format proto: add it with -wire proto, or in a comment: //bale:gen wire=proto", t.Proto)
}

// code returns the file with the methods and the functions that they call.
func (t *target) code(directives *plan.Directives) ([]byte, error) {
	directives.CutParts()
	if t.checkParts(directives); len(t.errs) > 0 {
		return nil, t.errs.InOrder()
	}
	p := emit.PrintFile(t.src.Package, t.flags["safe"], func(p *emit.Printer) {
		p.Prefix, p.Taken, p.Directives = t.Prefix, t.src.Taken, directives
		body := p.Capture(func() { p.Formats(t.Known, t.rootsOf) })
		// The methods come first in the file, but the formats are printed first, so that they choose names first.
		for _, r := range t.allRoots() {
			r.Function = p.Name(r.Node)
			if t.Functions {
				continue
			}
			for _, f := range r.Formats {
				if !t.isPrinted(&r.Root, f) {
					continue
				}
				s := t.methods(r, f)
				for i := range s.Parts {
					s.Parts[i].Function = p.Name(directives.Parts[r.Node][i].Root)
				}
				p.Methods(s, r.Node)
				if t.Prefix == "" {
					t.printStreams(p, r, f)
				}
			}
		}
		p.Line("%s", body)
		if !t.flags["safe"] {
			p.Guards(listOf(t.roots))
		}
		t.declareUnions(p, directives)
		for _, n := range directives.Removed {
			p.Helper("b "+n.Name, fmt.Sprintf("\n// %s is part of a field that was removed from a struct. Decoding skips the field.\ntype %s %s\n", n.Name, n.Name, p.Type(n.Underlying)))
		}
	})
	text, err := p.File(t.src.Name)
	if err != nil {
		return nil, err
	}
	return append([]byte(t.headerText("")), text...), nil
}

// compile checks that the packages compile with the code that has changed. Code that is on disk already has been checked before.
func compile(ctx context.Context, list *model.Listing, targets []*target, outputs []*Output, changed map[string][]byte) error {
	var paths []string
	for _, t := range targets {
		if t.changes(changed) {
			paths = append(paths, t.src.Package)
		}
	}
	set, err := list.Load(ctx, paths, changed)
	if err != nil {
		return err
	}
	for i, t := range targets {
		if !t.changes(changed) {
			continue
		}
		err := set.Compiles(t.src.Package)
		if err == nil {
			continue
		}
		if failed := t.failedDependency(outputs); failed != "" {
			outputs[i].Err = source.OneError("the code calls methods of types of package %s, whose code could not be written: fix that package's errors first", failed)
			continue
		}
		errs := source.Errors(err)
		if len(t.unnamed) > 0 && !slices.ContainsFunc(errs[1:], func(e *model.Error) bool { return !e.Hidden }) {
			outputs[i].Err = t.unnamed
			continue
		}
		errs[0] = &model.Error{Msg: fmt.Sprintf("the code for package %s does not compile, so nothing is written", t.src.Package)}
		outputs[i].Err = errs
	}
	return nil
}

// isCode reports whether a file of the target is a part of its package.
func (t *target) isCode(f File) bool {
	return f.Path == t.src.Out || slices.ContainsFunc(t.libraries(), func(x *hosts.Library) bool { return f.Path == x.File(t.src.Out) })
}

// changes reports whether the code of the target is among the files that change.
func (t *target) changes(changed map[string][]byte) bool {
	return changed[t.src.Out] != nil || slices.ContainsFunc(t.libraries(), func(x *hosts.Library) bool { return changed[x.File(t.src.Out)] != nil })
}

// failedDependency returns another package that has errors and that declares a type which the target's types contain. The target's
// code calls methods of such types, which have not been generated. failedDependency returns "" if there is none.
func (t *target) failedDependency(outputs []*Output) (failed string) {
	for _, r := range t.roots {
		model.Walk(r.Node, func(x model.Type) bool {
			n, ok := x.(*model.Named)
			if ok && n.Package != t.src.Package && slices.ContainsFunc(outputs, func(o *Output) bool { return o.Package == n.Package && o.Err != nil }) {
				failed = n.Package
			}
			return failed == ""
		})
	}
	return failed
}
