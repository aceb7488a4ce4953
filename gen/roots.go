package gen

import (
	"cmp"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/source"
	"bale/model"
)

// chooseRoots finds the types that get methods, in the order of the source, and returns the names of the types to load. Roots are
// the types with //bale:gen, the types that the existing file has, and the types that the request names: a type stays in the file
// when another request names other types.
func (t *target) chooseRoots(ofPackage map[string]bool) []string {
	t.newHeader = &header{known: t.Known}
	for _, n := range t.oldHeader.types {
		if t.src.Decls[n.name] != nil {
			t.newHeader.add(n, nil)
		}
	}
	t.genFormats, t.unlocked, t.genEndings = map[string][]*emit.Format{}, map[string]bool{}, map[string]string{}
	for name := range t.src.Decls {
		if list := t.uses[name].All("gen"); len(list) > 0 {
			t.readGen(name, list[0])
		}
	}
	unknown, now := t.addRequested()
	var names, kept []string
	for name, d := range t.src.Decls {
		if t.uses[name].Has("gen") || t.newHeader.has(name) || t.messageFormats(d) != nil {
			names = append(names, name)
			if !slices.Contains(now, name) && (!t.uses[name].Has("gen") || len(t.Types) > 0) {
				kept = append(kept, name)
			}
		}
	}
	switch none := len(names) == 0 && len(unknown) == 0 && len(t.errs) == 0 && !t.keepsFlags(); {
	case none && t.excluded:
		t.fail("", "", "%s is for types with a build constraint that does not hold: set GOOS, GOARCH, CGO_ENABLED or GOFLAGS=-tags=TAG so that it holds", t.src.Notes.ShortPath(t.src.Out))
	case none:
		t.fail("", "", "no type of package %s carries //bale:gen: put this comment above a type, or name types with -type", t.src.Package)
	}
	t.setHeader(kept, ofPackage)
	t.checkMethodDirectives(names)
	inOrder := func(a, b string) int { return cmp.Compare(t.src.Decls[a].Order, t.src.Decls[b].Order) }
	slices.SortFunc(names, inOrder)
	slices.SortFunc(t.newHeader.types, func(a, b namedType) int { return inOrder(a.name, b.name) })
	ok := names[:0:0]
	for _, name := range names {
		d := t.src.Decls[name]
		r := &root{Decl: d, Uses: t.uses[name], Root: emit.Root{Name: name, Pos: d.At, Unlocked: t.unlocked[name]}}
		if !t.checkKind(r) {
			continue
		}
		r.Formats = t.formatsOf(r)
		t.setEnding(r)
		t.checkCollisions(r)
		t.checkPartNames(r)
		t.checkRootFormats(r)
		t.checkJSONVersion(r)
		t.roots = append(t.roots, r)
		ok = append(ok, name)
	}
	t.setConstraint()
	return append(ok, unknown...)
}

// addRequested adds the types that the request names to the header. It returns their names, and the names that the package does not
// declare.
func (t *target) addRequested() (unknown, names []string) {
	for _, text := range t.Types {
		n, other := parseNamed(text, t.Known)
		d := t.src.Decls[n.name]
		switch {
		case other != "":
			t.fail("", "", "-type %s: unknown format %q: want one of %s", text, other, emit.Names(t.Known))
		case d != nil && n.ending != "" && source.WrongEnding(n.ending) != "":
			t.fail("", "", "-type %s: %s", text, source.WrongEnding(n.ending))
		case d != nil:
			if len(n.formats) == 0 {
				n.formats = t.Formats
			}
			if n.ending == "" {
				n.ending = t.Methods
			}
			t.newHeader.add(n, t.defaultFormats(n.name))
			names = append(names, n.name)
		case t.src.InTests(n.name) != "":
			t.fail(t.src.InTests(n.name), n.name, "methods cannot be generated for a type that a test file declares: move it to a file that does not end in _test.go")
		case token.IsIdentifier(n.name):
			unknown = append(unknown, n.name) // loading the model reports the error, with similar names
		default:
			t.fail("", "", "-type %s: methods can be declared on a type with a name: declare `type T %s` and name T", text, text)
		}
	}
	return unknown, names
}

// setHeader sets what holds for the whole file. kept are the types of earlier requests.
func (t *target) setHeader(kept []string, ofPackage map[string]bool) {
	t.newHeader.formats, t.newHeader.flags = t.Formats, map[string]bool{}
	for word, on := range t.flags {
		t.newHeader.flags[word] = on && !ofPackage[word]
	}
	if len(t.Types) > 0 || t.keepsFlags() && len(t.Formats) == 0 {
		t.newHeader.formats = t.oldHeader.formats
	}
	t.newHeader.ending = t.Methods
	if len(t.Types) > 0 || t.keepsFlags() && t.Methods == "" {
		t.newHeader.ending = t.oldHeader.ending
	}
	if was := t.oldHeader.flags["safe"]; !t.keepsFlags() && len(kept) > 0 && t.Safe != was && t.outExists && !ofPackage["safe"] {
		slices.Sort(kept)
		with := map[bool]string{true: "with", false: "without"}[was]
		t.fail("", "", "%s was generated %s -safe, and keeps %s: use the same flag for all types of a package, or delete the file and generate it again", t.src.Notes.ShortPath(t.src.Out), with, strings.Join(kept, ", "))
	}
	if (len(t.Formats) > 0 || t.Methods != "") && len(t.Types) == 0 && len(t.genFormats) == 0 && len(kept) > 0 && !t.several() {
		flag := "-wire"
		if len(t.Formats) == 0 {
			flag = "-methods"
		}
		t.fail("", "", "%s is for types that carry //bale:gen, and package %s has none: name types with -type", flag, t.src.Package)
	}
}

// checkMethodDirectives reports directives about methods at types that get no methods. It reports nothing if the request names
// types, since another request may name others.
func (t *target) checkMethodDirectives(roots []string) {
	for name := range t.src.Decls {
		if len(t.Types) > 0 || slices.Contains(roots, name) {
			continue
		}
		for _, x := range t.uses[name] {
			if x.Methods {
				t.fail(x.Pos, name, "%s is for types that get methods: put //bale:gen above %s, name it with -type, or leave the directive out", x.Word, name)
			}
		}
	}
}

// checkKind reports whether the type of a root can have methods, and adds an error if not.
func (t *target) checkKind(r *root) bool {
	switch kind := t.src.KindWithoutMethods(r.Spec.Type); {
	case r.Spec.Assign.IsValid() && kind == "":
		do := "declare a type, without the ="
		if t.src.TakesMethods(r.Spec.Type) {
			do = "name the type that it stands for"
		}
		t.fail(r.Pos, r.Name, "an alias cannot have methods of its own: %s", do)
	case r.Name == "_":
		t.fail(r.Pos, r.Name, "a type needs a name to have methods: name it, or remove //bale:gen")
	case r.Spec.TypeParams != nil:
		t.fail(r.Pos, r.Name, "a generic type has no encoding of its own: declare an instance, as in `type T %s[...]`, and name T", r.Name)
	case kind != "":
		t.failKind(r, kind)
	default:
		return true
	}
	return false
}

// failKind adds the error for a root that is a pointer or an interface.
func (t *target) failKind(r *root, kind string) {
	t.fail(r.Pos, r.Name, "%s cannot have methods: put it into a struct", kind)
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

// formatsOf returns the formats of a root: those in its comment, which -wire overrides, and those with which it was requested by
// name.
func (t *target) formatsOf(r *root) []*emit.Format {
	var formats []*emit.Format
	if r.Uses.Has("gen") {
		formats = t.newHeader.formats
		if len(formats) == 0 {
			formats = t.defaultFormats(r.Name)
		}
	}
	for i := range t.newHeader.types {
		n := &t.newHeader.types[i]
		if n.name != r.Name {
			continue
		}
		own := n.formats
		if len(own) == 0 {
			own = t.defaultFormats(r.Name)
		}
		if len(t.newHeader.formats) > 0 {
			n.formats = own // otherwise -wire in the header would apply to this type, too
		}
		formats = t.newHeader.merge(formats, own)
	}
	return t.newHeader.merge(formats, t.messageFormats(r.Decl))
}

// defaultFormats returns the formats of a type for which no others are requested: those in its comment, else the default.
func (t *target) defaultFormats(name string) []*emit.Format {
	if formats := t.genFormats[name]; len(formats) > 0 {
		return formats
	}
	return t.defaultFormat()
}

// readGen records the arguments of the directive gen above a type.
func (t *target) readGen(name string, x directive.Use) {
	g := x.Value.(*directive.Gen)
	t.unlocked[name] = g.Unlocked
	for _, ending := range g.Endings {
		t.genEndings[name] = t.checkedEnding(x.Pos, name, ending)
	}
	formats, unknown := emit.Choose(t.Known, g.Wires)
	t.genFormats[name] = formats
	for _, other := range unknown {
		t.fail(x.Pos, name, "unknown format %q: want one of %s", other, emit.Names(t.Known))
	}
	for _, arg := range g.Unknown {
		t.fail(x.Pos, name, "unknown argument %q: gen takes wire=LIST, methods=ENDING and lock=off, as in //bale:gen wire=%s methods=Compact", arg, emit.Names(t.defaultFormat()))
	}
}

// checkCollisions reports methods and fields with the names of generated methods.
func (t *target) checkCollisions(r *root) {
	r.collisions = map[string]bool{}
	for _, f := range r.Formats {
		names := t.methods(r, f).Names()
		for _, id := range t.src.MethodsOf(r.Name) {
			if slices.Contains(names, id.Name) {
				r.collisions[id.Name] = true
				t.fail(t.src.Notes.Position(t.src.Fset, id.Pos()), r.Name, "bale gen writes the method %s for the format %s: delete this one, or remove the format or the type from //bale:gen", id.Name, f.Name)
			}
		}
		s, ok := r.Spec.Type.(*ast.StructType)
		for i := 0; ok && i < len(s.Fields.List); i++ {
			for _, id := range model.FieldNames(s.Fields.List[i]) {
				if slices.Contains(names, id.Name) {
					r.collisions[id.Name] = true
					t.fail(t.src.Notes.Position(t.src.Fset, id.Pos()), r.Name+"."+id.Name, "bale gen writes a method of this name for the format %s: rename the field", f.Name)
				}
			}
		}
	}
}

// setConstraint gives the generated files the build constraint of the files that declare the root types. All of them must have the
// same constraint, and the name of the generated file must not add one. The constraint that an import of "C" implies is added if all of the
// files have it. If only some have it, their package may need cgo as a whole.
func (t *target) setConstraint() {
	cgo := len(t.roots) > 0
	for i, r := range t.roots {
		cgo = cgo && r.Cgo
		switch {
		case i == 0:
			t.constraint = r.Constraint
		case r.Constraint != t.constraint:
			t.fail(r.Pos, r.Name, "built %s, and %s %s: types that share a generated file need the same build constraint",
				source.DescribeConstraint(r.Constraint), t.roots[0].Name, source.DescribeConstraint(t.constraint))
		}
	}
	if cgo && !slices.Contains(strings.Split(t.constraint, " && "), "cgo") {
		t.constraint = source.WithTags(t.constraint, []string{"cgo"})
	}
	for _, tag := range source.NameTags(filepath.Base(t.src.Out)) {
		if len(t.roots) > 0 && !slices.Contains(strings.Split(t.constraint, " && "), tag) {
			t.fail("", "", "%s is a name of files for %s only, and the types are built %s: name another file with -o", t.src.Notes.ShortPath(t.src.Out), tag, source.DescribeConstraint(t.constraint))
		}
	}
}

// limitVars are the variables of generated code that a package may set.
var limitVars = []string{"baleMaxDepth", "baleMaxMemory"}

// stubs returns a file that declares what the rest of the package may use of the generated code: methods, limits and streams.
func (t *target) stubs() []byte {
	text := "package " + t.src.Name + "\n\n"
	if len(t.errs) == 0 && slices.ContainsFunc(t.roots, (*root).isV2) {
		for _, path := range v2Packages {
			text += "import _ \"" + path + "\"\n"
		}
	}
	head, streams := t.streamStubs()
	text += head
	for _, name := range limitVars {
		if t.src.Taken[name] == "" {
			text += "var " + name + " int\n\n"
		}
	}
	for _, r := range t.roots {
		for _, f := range r.Formats {
			text += t.methods(r, f).Stubs(r.Name, r.collisions)
		}
	}
	return []byte(text + streams)
}

// rootsOf returns the roots that are encoded in a format.
func (t *target) rootsOf(f *emit.Format) []*model.Named {
	var list []*model.Named
	for _, r := range listOf(t.allRoots()).Of(f) {
		if t.isPrinted(r, f) {
			list = append(list, r.Node)
		}
	}
	return list
}
