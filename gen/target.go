package gen

import (
	"bale/gen/check"
	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/header"
	"bale/gen/lock"
	"bale/gen/plan"
	"bale/gen/root"
	"bale/gen/source"
	"bale/model"
)

// A target is a package that code is generated for.
type target struct {
	*Request
	src       *source.Package
	flags     map[string]bool           // those that hold for the whole package, by word: of the request, and of the package's directive
	uses      map[string]directive.Uses // by type name: the directives above its declaration
	ofPackage directive.Uses            // in the comment of the package
	onDisk    *onDisk                   // the generated file on disk
	newHeader *header.Header            // of the file that will be written
	roots     root.List                 // the types that get methods, with all their formats
	// constraint is the build constraint of the generated files, or "".
	constraint string
	typeNames  []string                           // names to load: the roots, and requested names that the package does not declare
	units      []*unit                            // the roots by their views
	constants  map[*model.Named][]*model.Constant // of the types that messages hold
	wasStored  map[string]bool                    // names of roots of whose messages the lock file has a layout
	lock       *lock.Result                       // the lock file that the package will have
	errs       model.Errors
	unnamed    model.Errors // types that the package cannot name; the code of some formats does not need their names
}

// A unit is the roots whose formats print from one model of the types. The first unit of a target has those formats that share the model of plain Go,
// and may have no roots. Each other unit has one format, whose view of the types is its own.
type unit struct {
	view  emit.View    // of the format; that of the first unit is empty
	model *model.Model // nil before the package is loaded, and if it does not compile
	roots root.List
}

// split sets the units.
func (t *target) split() {
	for i, list := range t.roots.Split() {
		u := &unit{roots: list}
		if i > 0 {
			u.view = list[0].Formats[0].View
		}
		t.units = append(t.units, u)
	}
}

// all returns the roots of all units. One with formats of several units is there for each. Its nodes differ.
func (t *target) all() (list root.List) {
	for _, u := range t.units {
		list = append(list, u.roots...)
	}
	return list
}

// plain returns the unit of plain Go.
func (t *target) plain() *unit {
	if len(t.units) == 0 {
		return &unit{}
	}
	return t.units[0]
}

// namesOf returns the names of roots, and those that the request names and the package does not declare.
func (t *target) namesOf(roots root.List) []string {
	var names []string
	for _, r := range roots {
		names = append(names, r.Name)
	}
	for _, name := range t.typeNames {
		if t.src.Decls[name] == nil {
			names = append(names, name)
		}
	}
	return names
}

// emitUnit returns a unit with a view of its own for its format.
func (t *target) emitUnit(u *unit, set *model.Set) *emit.Unit {
	return &emit.Unit{Source: t.src, Set: set, Names: t.namesOf(u.roots), Roots: u.roots.Emit()}
}

// fail adds an error.
func (t *target) fail(pos, path, format string, args ...any) { t.errs.Add(pos, path, format, args...) }

// checks returns what checks the types of the target. It adds errors to t.errs.
func (t *target) checks() *check.Package {
	return &check.Package{
		Source: t.src, Known: t.Known, Flags: t.flags, Requested: t.Request.flags(), Several: t.several(), Errors: &t.errs, Unnamed: &t.unnamed,
	}
}

// directives returns the directives of all types of the target. It adds errors for those that are wrong.
func (t *target) directives() *plan.Directives {
	d, c := plan.NewDirectives(), t.checks()
	d.Msgp = t.src.Notes.Msgp
	if u := t.plain(); u.model != nil {
		c.Types(u.model, u.roots, d)
	}
	for i, u := range t.units {
		if i == 0 || u.model == nil {
			continue
		}
		c.Methods(u.roots, d)
		u.view.Record(t.emitUnit(u, nil), d)
		for _, r := range u.roots {
			d.Strict[r.Node] = d.Strict[r.Node] || t.Strict
		}
		c.Fields(u.roots, d)
	}
	if len(t.Types) == 0 { // another request may name other types
		c.Nowhere(t.uses, t.roots)
	}
	t.all().SelectParts(d, &t.errs)
	return d
}
