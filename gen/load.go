package gen

import (
	"context"
	"go/version"
	"slices"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/header"
	"bale/gen/hosts"
	"bale/gen/lock"
	"bale/gen/plan"
	"bale/gen/source"
	"bale/model"
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
		t := &target{Request: r, src: source.New(src, r.Dir), uses: map[string]directive.Uses{}, onDisk: &onDisk{}, lock: &lock.Result{}}
		if err := t.prepare(list); err != nil {
			t.errs = append(t.errs, err...)
		} else if len(t.typeNames) > 0 {
			paths = append(paths, src.Package)
			stubs[t.src.Out] = t.roots.Stubs(t.src.Name, t.stubImports())
			if slices.Contains(src.Files, t.src.OldFile()) {
				stubs[t.src.OldFile()] = []byte("package " + t.src.Name + "\n")
			}
			if r.Declare != "" {
				stubs[t.src.DeclareFile()] = []byte(r.Declare)
			}
			for _, x := range t.libraries() {
				file := t.libraryStub(x)
				stubs[file.Path] = file.Data
			}
		} else if r.general() && len(t.errs) == 0 {
			continue
		}
		targets = append(targets, t)
	}
	for _, t := range targets {
		if err := t.provideMissing(list, stubs); err != nil {
			return nil, nil, err
		}
	}
	set, err := list.Load(ctx, paths, stubs)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range targets {
		if len(t.typeNames) > 0 {
			t.setModels(set)
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
	generated := []string{t.src.Out, t.src.OldFile()}
	for _, x := range hosts.All {
		generated = append(generated, x.File(t.src.Out))
	}
	if err := t.src.Parse(generated, t.Declare); err != nil {
		return err
	}
	for _, d := range t.src.Types {
		t.uses[d.Spec.Name.Name] = t.checks().Declared(d)
	}
	t.checkStrayDirectives()
	t.newHeader = header.New(t.Known)
	t.packageComment()
	t.setFlags()
	names := t.chooseRoots()
	switch {
	case len(names) == 0 && len(t.errs) == 0 && t.onDisk.exists && !t.onDisk.excluded:
		return source.OneError("%s holds the code of types that are not declared or not named any more: delete it", t.src.Notes.ShortPath(t.src.Out))
	case len(names) == 0 && len(t.errs) == 0 && t.several() && t.strayLibrary() != nil:
		x := t.strayLibrary()
		return source.OneError("%s is a file of -%s, and no type of the package has methods: delete it", t.src.Notes.ShortPath(x.File(t.src.Out)), x.Flag)
	case len(names) == 0:
		return nil
	case misplaced != nil:
		return misplaced
	case t.onDisk.excluded:
		return source.OneError("%s is for types with a build constraint that does not hold, and would be overwritten: move the other types to another package, or delete the file if these types no longer have the constraint", t.src.Notes.ShortPath(t.src.Out))
	case version.Compare("go"+t.src.Module.Go, minGo) < 0:
		return source.OneError("go.mod of module %s has Go %s, but generated code needs 1.22: run `go mod edit -go=1.22`", t.src.Module.Path, t.src.Module.Go)
	}
	if errs := t.checkLibraries(list); len(errs) > 0 {
		return errs
	}
	if errs := t.roots.CheckStreams(); len(errs) > 0 {
		return errs
	}
	t.typeNames = names
	return nil
}

// stubImports returns the packages that the stubs import, without use: those that the code will import because of directives.
func (t *target) stubImports() []string {
	if len(t.errs) > 0 {
		return nil
	}
	return t.roots.Imports()
}

// setModels sets the units, and their models from the loaded set. It stops after a unit that does not compile. Those with a view of their own come before
// the one of plain Go.
func (t *target) setModels(set *model.Set) {
	t.split()
	for _, u := range slices.Backward(t.units) {
		if len(u.roots) == 0 && len(t.units) > 1 {
			continue
		}
		m, err := set.Model(t.src.Package, t.namesOf(u.roots), t.options(u))
		if err != nil && !t.failReceivers(set) {
			t.errs = append(t.errs, source.Errors(err)...)
		}
		own := u.view.Options != nil
		if m == nil || own && err != nil {
			return
		}
		u.model = m
		u.roots.SetNodes(m)
		if own {
			t.errs = append(t.errs, u.view.Check(t.emitUnit(u, set))...)
		} else {
			t.encodeByFields(m)
		}
	}
}

// options returns what to load the model of a unit with.
func (t *target) options(u *unit) model.Options {
	if u.view.Options != nil {
		return u.view.Options(t.src)
	}
	return model.Options{
		Opaque: true,
		Advice: "mark the field `bale:\"skip\"`",
		Skip:   t.skips, Custom: t.encodesItself, FieldUnion: t.src.FieldUnion, TypeUnion: t.src.TypeUnion, UnionName: t.src.UnionName,
	}
}

// failReceivers reports whether a package does not compile because types of other packages that are pointers or interfaces got methods, as
// in type Attr types.AttributeValue. It adds an error for each such type, in place of the compiler's errors for each method.
func (t *target) failReceivers(set *model.Set) bool {
	failed := false
	for _, r := range t.roots {
		if set.Reference(t.src.Package, r.Name) {
			t.failKind(r, "a pointer or an interface")
			failed = true
		}
	}
	return failed
}

// encodeByFields marks the types that are encoded by their fields although they have marshal methods that were written by hand: the
// roots, and the types of other packages with //bale:gen whose fields this package can name. Otherwise the root of a recursive type
// would be encoded by its fields, and the values inside it by its methods. A directive //bale:custom that chooses methods takes precedence
// for values inside other values.
func (t *target) encodeByFields(m *model.Model) {
	for _, r := range t.plain().roots {
		if r.Node.Marshal != "" {
			copied := *r.Node
			r.Node = &copied
		}
		r.Node.Marshal = model.MarshalByFields
	}
	for _, r := range t.plain().roots {
		model.Walk(r.Node, func(x model.Type) bool {
			if n, ok := x.(*model.Named); ok && n.Marshal == "" && n.Methods.Binary && t.generatesElsewhere(n) && len(plan.Hidden(n, m.Package)) == 0 {
				n.Marshal = model.MarshalByFields
			}
			return true
		})
	}
}

// generatesElsewhere reports whether n is a type of another package that carries //bale:gen and whose MarshalBinary was written by hand.
// A generated MarshalBinary encodes the fields.
func (t *target) generatesElsewhere(n *model.Named) bool {
	if n.Package == t.src.Package || emit.IsGenerated(n) {
		return false
	}
	uses, _ := directive.ParseType(t.src.Notes.Type(n.Pos, n.Name), false)
	return uses.Has("gen")
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
	for _, r := range t.plain().roots {
		for _, format := range r.Formats {
			if formats++; format.MaxLen(f) >= 0 {
				return false
			}
		}
	}
	return formats > 0
}
