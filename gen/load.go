package gen

import (
	"context"
	"go/version"
	"slices"

	"bale/gen/directive"
	"bale/gen/hosts"
	"bale/gen/lock"
	"bale/gen/source"
	"bale/model"
	comments "bale/model/directive"
)

// load finds the packages of the request and loads the models of their types. Source files may call methods that have not been
// generated yet, so load parses the files first, and type-checks them with stubs of these methods in place of the generated files.
// Errors in a package are in its target's errs; such a target may have no model. If the request may be for several packages,
// packages without anything to generate are left out. The go command runs for the listing only.
func load(ctx context.Context, r *Request) ([]*target, *model.Listing, error) {
	list := r.Found
	if list == nil {
		var err error
		if list, err = r.Find(ctx); err != nil {
			return nil, nil, err
		}
	}
	var targets []*target
	var paths []string
	stubs := map[string][]byte{}
	for _, src := range list.Found {
		t := &target{Request: r, src: source.New(src, r.Dir), uses: map[string]directive.Uses{}, unions: map[string]string{}, lock: &lock.Result{}}
		if err := t.prepare(list); err != nil {
			t.errs = append(t.errs, err...)
		} else if len(t.typeNames) > 0 {
			paths = append(paths, src.Package)
			stubs[t.src.Out] = t.stubs()
			if r.Declare != "" {
				stubs[t.src.DeclareFile()] = []byte(r.Declare)
			}
			for _, x := range t.libraries() {
				file := t.libraryStub(x)
				stubs[file.Path] = file.Data
			}
		} else if r.keepsFlags() && len(t.errs) == 0 {
			continue
		}
		targets = append(targets, t)
	}
	set, err := list.Load(ctx, paths, stubs)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range targets {
		if len(t.typeNames) > 0 {
			t.setModel(set)
		}
	}
	loadConstants(set, targets)
	return targets, list, nil
}

// prepare finds the file to write and the types that get methods. After an error, the other fields are not set.
func (t *target) prepare(list *model.Listing) model.Errors {
	misplaced := t.findOutput()
	if misplaced != nil && !t.several() {
		return misplaced
	}
	generated := []string{t.src.Out}
	for _, x := range hosts.All {
		generated = append(generated, x.File(t.src.Out))
	}
	if err := t.src.Parse(generated, t.Declare); err != nil {
		return err
	}
	for _, d := range t.src.Types {
		t.checkDecl(d)
	}
	t.checkStrayDirectives()
	ofPackage := t.packageFlags()
	t.setFlags(ofPackage)
	names := t.chooseRoots(ofPackage)
	switch {
	case len(names) == 0 && len(t.errs) == 0 && t.outExists && !t.excluded:
		return source.OneError("%s holds the code of types that are not declared or not named any more: delete it", t.src.Notes.ShortPath(t.src.Out))
	case len(names) == 0 && len(t.errs) == 0 && t.several() && t.strayLibrary() != nil:
		x := t.strayLibrary()
		return source.OneError("%s is a file of -%s, and no type of the package has methods: delete it", t.src.Notes.ShortPath(x.File(t.src.Out)), x.Flag)
	case len(names) == 0:
		return nil
	case misplaced != nil:
		return misplaced
	case t.excluded:
		return source.OneError("%s is for types with a build constraint that does not hold, and would be overwritten: move the other types to another package, or delete the file if these types no longer have the constraint", t.src.Notes.ShortPath(t.src.Out))
	case version.Compare("go"+t.src.Module.Go, minGo) < 0:
		return source.OneError("go.mod of module %s has Go %s, but generated code needs 1.22: run `go mod edit -go=1.22`", t.src.Module.Path, t.src.Module.Go)
	}
	if errs := t.checkLibraries(list); len(errs) > 0 {
		return errs
	}
	if errs := t.checkStreams(); len(errs) > 0 {
		return errs
	}
	t.typeNames = names
	return nil
}

// setModel sets the model of the target's types from the loaded set.
func (t *target) setModel(set *model.Set) {
	t.splitRoots()
	if !t.setJSON(set) {
		return
	}
	m, err := set.Model(t.src.Package, t.namesOf(t.roots), model.Options{
		Advice: "mark the field `bale:\"skip\"`",
		Skip:   t.skips, Custom: t.encodesItself, FieldUnion: t.fieldUnion, TypeUnion: t.typeUnion, UnionName: t.unionName,
	})
	if err != nil && !t.failReceivers(set) {
		t.errs = append(t.errs, source.Errors(err)...)
	}
	setNodes(t.roots, m)
	if m != nil {
		t.encodeByFields(m)
	}
	t.model = m
}

// encodesItself reports whether a type of the package is encoded by its own methods. Roots are not, even if they have such methods.
func (t *target) encodesItself(name string, m model.Methods) bool {
	return m.Binary && !m.Partial && !slices.Contains(t.typeNames, name)
}

// skips reports whether a field is left out. The checker does not see such fields, so skips reports what is wrong with their
// directives.
func (t *target) skips(f *model.Field) bool {
	a := directive.ParseField(t.src.Notes.Field(f), f)
	skip := a.Has("skip")
	for i := 0; skip && i < len(a.Problems); i++ {
		t.fail(a.Problems[i].Pos, f.Name, "%s", a.Problems[i].Text)
	}
	return skip || t.leavesOut(f)
}

// leavesOut reports whether the tag of a field leaves it out in all formats of the package. Its type does not matter then.
func (t *target) leavesOut(f *model.Field) bool {
	formats := 0
	for _, r := range t.roots {
		for _, format := range r.Formats {
			if formats++; format.MaxLen(f) >= 0 {
				return false
			}
		}
	}
	return formats > 0
}

// checkDecl checks the directives above the declaration of a type, and records them.
func (t *target) checkDecl(d *source.Decl) {
	uses, problems := directive.ParseType(d.Notes, d.Spec.Assign.IsValid())
	for _, p := range problems {
		t.fail(p.Pos, d.Spec.Name.Name, "%s", p.Text)
	}
	t.uses[d.Spec.Name.Name] = uses
}

// checkStrayDirectives reports directives that are not at a type or a field, and comments that look like directives.
func (t *target) checkStrayDirectives() {
	for _, file := range t.src.Syntax {
		notes := t.src.Notes.Of(comments.FileName(t.src.Fset, file))
		for _, n := range notes.Misplaced {
			if model.IsPackageDirective(n.Text) {
				continue
			}
			t.fail(n.Pos, "", "//bale:%s is not at a type or a field: put it right above a type's declaration, or at a field", n.Text)
		}
		for _, n := range notes.Spaced {
			t.fail(n.Pos, "", "// bale:%s is an ordinary comment: a directive has no space, //bale:%s", n.Text, n.Text)
		}
	}
}
