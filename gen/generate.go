// Package gen is the generator behind bale gen: it generates marshaling code for Go types, as methods on the types themselves.
//
// Each wire format is a package below gen/format, which prints how a value of each type is encoded and decoded. Package emit has
// the code that the formats share.
package gen

import (
	"context"
	"fmt"
	"path"
	"slices"

	"bale/gen/hosts"
	"bale/gen/notes"
	"bale/gen/plan"
	"bale/gen/root"
	"bale/gen/runtime"
	"bale/gen/source"
	"bale/gen/tests"
	"bale/internal/version"
	"bale/model"
)

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
		if old := t.src.OldFile(); out.Err == nil && slices.Contains(out.Stale, old) {
			changed[old] = []byte("package " + t.src.Name + "\n")
		}
	}
	if err := notAccepted(r, targets); err != nil {
		return nil, err
	}
	if r.Functions || r.Prefix != "" {
		return outputs, nil
	}
	if err := addRuntimes(r, outputs); err != nil || r.Detached {
		return outputs, err
	}
	return outputs, compile(ctx, list, targets, outputs, changed)
}

// output returns the result for the package. The code has not been compiled.
func (t *target) output(ctx context.Context) (*Output, error) {
	out := &Output{Package: t.src.Package, Name: t.src.Name, Dir: t.src.Dir, Module: t.src.Module.Dir, module: t.src.Module}
	out.Files, out.Err = t.generate(out)
	roots := t.plain().roots
	out.NewBinary, out.NewJSON = notes.NewBinary(roots, t.onDisk.text), notes.NewJSON(t.all(), t.onDisk.text)
	if out.Err == nil && !t.Program {
		out.Ask = notes.AskBinary(roots, out.NewBinary, t.wasStored)
	}
	out.Accepted = t.lock.Accepted()
	if m := t.plain().model; m != nil {
		out.LeftOut = m.InternalFields("the code", t.keepsInternal)
		out.Notes = slices.Concat(t.notes(), out.Notes)
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
	out.Layouts = t.lock.Notes
	return out, nil
}

// notes returns notes about the types.
func (t *target) notes() []string {
	roots, home := t.plain().roots.Emit(), t.src.Package
	list := slices.Concat(notes.Formats(roots, home), notes.Losses(roots, home), notes.Hidden(roots, home, t.Known))
	if t.onDisk.header.Safe {
		list = append(list, fmt.Sprintf("note: %s was generated with -safe. Now the code has no package unsafe if it is built with -tags purego", t.src.Notes.ShortPath(t.src.Out)))
	}
	if t.flags["sorted"] {
		list = append(list, notes.Unsorted(roots, home)...)
	}
	return list
}

// keepsInternal reports whether the code of a root encodes the unknown fields of a message.
func (t *target) keepsInternal(of *model.Root, s *model.Struct) bool {
	roots := t.plain().roots
	i := slices.IndexFunc(roots, func(r *root.Root) bool { return model.Type(r.Node) == of.Type })
	return i >= 0 && roots[i].ByDeclaration(s)
}

// generate returns the files of the target, or what is wrong with its types. It sets the fields of out about the lock file, sample messages, Beam and the program.
func (t *target) generate(out *Output) ([]File, error) {
	directives := t.directives()
	out.Notes = t.checkBeam(directives)
	if len(t.errs) == 0 {
		out.LockLost = t.updateLock(directives)
	}
	if len(t.errs) > 0 {
		return nil, t.errs.InOrder()
	}
	files, imports, err := t.code(directives)
	if err != nil {
		return nil, err
	}
	out.Imports = imports
	if old := t.src.OldFile(); len(files) == 1 && slices.Contains(t.src.Files, old) {
		out.Stale = append(out.Stale, old)
	}
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
		out.Imports = append(out.Imports, runtime.Tests)
		out.Stale = append(out.Stale, of.StaleSamples(t.src.Dir, t.lock.Accepts)...)
	}
	if t.Program {
		out.Program = t.program(directives)
	}
	return files, nil
}

// testPackage returns what the tests are generated for.
func (t *target) testPackage(d *plan.Directives) *tests.Package {
	of := &tests.Package{Path: t.src.Package, Name: t.src.Name, Header: t.header(" -tests"), Runtime: path.Join(t.runtimePath(t.src.Module), runtime.Tests), Version: runtime.Constant(version.Number), Directives: d, Taken: t.src.Taken, InModule: t.src.InModule}
	for _, r := range t.all() {
		one := &tests.Root{Root: &r.Root, Streams: r.Streams}
		for _, f := range r.Formats {
			one.Methods = append(one.Methods, r.Methods(f))
		}
		of.Roots = append(of.Roots, one)
	}
	return of
}

// compile checks that the packages compile with the code that has changed. Code that is on disk already has been checked before.
func compile(ctx context.Context, list *model.Listing, targets []*target, outputs []*Output, changed map[string][]byte) error {
	var paths []string
	for i, t := range targets {
		if rt := outputs[i].Runtime; rt != nil {
			rt.provide(list, t.runtimePath(t.src.Module), changed)
		}
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
	return f.Path == t.src.Out || f.Path == t.src.OldFile() || slices.ContainsFunc(t.libraries(), func(x *hosts.Library) bool { return f.Path == x.File(t.src.Out) })
}

// changes reports whether the code of the target is among the files that change.
func (t *target) changes(changed map[string][]byte) bool {
	return changed[t.src.Out] != nil || changed[t.src.OldFile()] != nil || slices.ContainsFunc(t.libraries(), func(x *hosts.Library) bool { return changed[x.File(t.src.Out)] != nil })
}

// failedDependency returns another package that has errors and that declares a type which the target's types contain. The target's
// code calls methods of such types, which have not been generated. failedDependency returns "" if there is none.
func (t *target) failedDependency(outputs []*Output) (failed string) {
	for _, r := range t.plain().roots {
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
