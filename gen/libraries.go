package gen

import (
	"context"
	"slices"

	"bale/gen/hosts"
	"bale/gen/plan"
	"bale/gen/runtime"
	"bale/gen/source"
	"bale/model"
)

// Find lists the packages of the request, and those that the generated code may import.
func (r *Request) Find(ctx context.Context) (*model.Listing, error) {
	imports := runtime.Standard()
	for _, x := range hosts.All {
		if r.requested(x) {
			imports = append(imports, x.Imports...)
		}
	}
	list, err := model.Find(ctx, r.Dir, r.Pattern, imports...)
	if err != nil {
		return nil, err
	}
	// A file that is on disk imports nothing if it is empty or does not parse, as after a merge.
	n := len(imports)
	for _, src := range list.Found {
		for _, path := range hosts.ImportsOnDisk(src.Dir) {
			if !list.Has(path) && !slices.Contains(imports, path) {
				imports = append(imports, path)
			}
		}
	}
	if len(imports) > n {
		return model.Find(ctx, r.Dir, r.Pattern, imports...)
	}
	return list, nil
}

// hostPackage returns what the files for libraries are printed for. The directives are nil before the package is loaded.
func (t *target) hostPackage(d *plan.Directives) *hosts.Package {
	p := &hosts.Package{Path: t.src.Package, Name: t.src.Name, Taken: t.src.Taken, Directives: d}
	roots := t.roots
	if d != nil {
		roots = t.plain().roots
	}
	for _, r := range roots {
		one := &hosts.Root{Root: &r.Root, Slice: t.src.IsSlice(r.Spec.Type), Copies: !r.HasMessage() || r.Gogo}
		for _, f := range r.Formats {
			one.Methods = append(one.Methods, r.Methods(f))
		}
		p.Roots = append(p.Roots, one)
	}
	return p
}

// libraryCode returns the file for a library.
func (t *target) libraryCode(x *hosts.Library, d *plan.Directives) File {
	return File{x.File(t.src.Out), []byte(t.header(" -"+x.Flag) + x.Source(t.hostPackage(d)))}
}

// libraryStub returns what stands for the file for a library before the types are loaded.
func (t *target) libraryStub(x *hosts.Library) File {
	if t.Detached {
		return File{x.File(t.src.Out), []byte("package " + t.src.Name + "\n")}
	}
	return File{x.File(t.src.Out), []byte(x.Stub(t.hostPackage(nil)))}
}

// checkLibraries returns an error for each file that cannot be written: its library cannot be imported, the package declares one of its names,
// or no type has methods for it to call.
func (t *target) checkLibraries(list *model.Listing) (errs model.Errors) {
	for _, x := range t.libraries() {
		what := "-" + x.Flag
		if !t.requested(x) {
			what = t.src.Notes.ShortPath(x.File(t.src.Out))
		}
		if problem := x.Missing(list); problem != "" && !t.Detached {
			errs = append(errs, &model.Error{Msg: what + ": " + problem + t.orDelete(x)})
		}
		p := t.hostPackage(nil)
		for _, name := range x.Names(p) {
			if pos := t.src.Taken[name]; pos != "" {
				errs = append(errs, &model.Error{Pos: pos, Path: name, Msg: what + " declares this name, too: take another one"})
			}
			t.src.Taken[name] = t.src.Notes.ShortPath(x.File(t.src.Out))
		}
		if problem := x.Lacks(p); problem != "" {
			errs = append(errs, source.OneError("%s: %s%s", what, problem, t.orDelete(x))...)
		}
	}
	return errs
}

// checkBeam adds what is wrong with the types for a file of coders for Beam, if there is one. It returns notes about the coders.
func (t *target) checkBeam(d *plan.Directives) []string {
	if !slices.Contains(t.libraries(), hosts.Beam) {
		return nil
	}
	errs, notes := t.hostPackage(d).CheckBeam()
	for _, e := range errs {
		t.errs.AddOnce(e.Pos, e.Path, e.Msg)
	}
	return notes
}

// orDelete returns the advice to delete the file, if it is updated because it exists.
func (t *target) orDelete(x *hosts.Library) string {
	if t.requested(x) {
		return ""
	}
	return "; or delete the file"
}

// strayLibrary returns a file for a library in a package without types with methods, or nil.
func (t *target) strayLibrary() *hosts.Library {
	for _, x := range t.libraries() {
		if slices.Contains(t.src.Files, x.File(t.src.Out)) {
			return x
		}
	}
	return nil
}
