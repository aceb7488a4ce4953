package gen

import (
	"cmp"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/header"
	"bale/gen/root"
	"bale/gen/source"
)

// chooseRoots finds the types that get methods, in the order of the source, and returns the names of the types to load. Roots are
// the types with //bale:gen, the types that the existing file has, and the types that the request names: a type stays in the file
// when another request names other types.
func (t *target) chooseRoots() []string {
	for _, n := range t.onDisk.header.Types {
		if t.src.Decls[n.Name] != nil {
			t.newHeader.Add(n, nil)
		}
	}
	for name := range t.src.Decls {
		if list := t.uses[name].All("gen"); len(list) > 0 {
			t.checkGen(name, list[0])
		}
	}
	unknown, now := t.addRequested()
	var names, kept []string
	for name, d := range t.src.Decls {
		if t.uses[name].Has("gen") || t.newHeader.Has(name) || t.messageFormats(d) != nil {
			names = append(names, name)
			if !slices.Contains(now, name) && (!t.uses[name].Has("gen") || len(t.Types) > 0) {
				kept = append(kept, name)
			}
		}
	}
	switch none := len(names) == 0 && len(unknown) == 0 && len(t.errs) == 0 && !t.general(); {
	case none && t.onDisk.excluded:
		t.fail("", "", "%s is for types with a build constraint that does not hold: set GOOS, GOARCH, CGO_ENABLED or GOFLAGS=-tags=TAG so that it holds", t.src.Notes.ShortPath(t.src.Out))
	case none:
		t.fail("", "", "no type of package %s carries //bale:gen: put this comment above a type, or name types with -type", t.src.Package)
	}
	t.setHeader(kept)
	t.checkMethodDirectives(names)
	inOrder := func(a, b string) int { return cmp.Compare(t.src.Decls[a].Order, t.src.Decls[b].Order) }
	slices.SortFunc(names, inOrder)
	slices.SortFunc(t.newHeader.Types, func(a, b header.NamedType) int { return inOrder(a.Name, b.Name) })
	ok := names[:0:0]
	for _, name := range names {
		d := t.src.Decls[name]
		r := root.New(t.src, d, t.uses[name])
		r.Suffix = t.Suffix
		if !t.checkKind(r) {
			continue
		}
		t.setGen(r)
		r.CheckCollisions(&t.errs)
		r.CheckPartNames(&t.errs)
		t.checks().Formats(r)
		t.checkModule(r)
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
		n, other := header.ParseNamed(text, t.Known)
		d := t.src.Decls[n.Name]
		switch {
		case other != "":
			t.fail("", "", "-type %s: unknown format %q: want one of %s", text, other, emit.Names(t.Known))
		case d != nil && n.Ending != "" && source.WrongEnding(n.Ending) != "":
			t.fail("", "", "-type %s: %s", text, source.WrongEnding(n.Ending))
		case d != nil:
			if len(n.Formats) == 0 {
				n.Formats = t.Formats
			}
			if n.Ending == "" {
				n.Ending = t.Methods
			}
			t.newHeader.Add(n, t.defaultFormats(n.Name))
			names = append(names, n.Name)
		case t.src.InTests(n.Name) != "":
			t.fail(t.src.InTests(n.Name), n.Name, "methods cannot be generated for a type that a test file declares: move it to a file that does not end in _test.go")
		case token.IsIdentifier(n.Name):
			unknown = append(unknown, n.Name) // loading the model reports the error, with similar names
		default:
			t.fail("", "", "-type %s: methods can be declared on a type with a name: declare `type T %s` and name T", text, text)
		}
	}
	return unknown, names
}

// setHeader sets what holds for the whole file. kept are the types of earlier requests.
func (t *target) setHeader(kept []string) {
	for word, on := range t.flags {
		t.newHeader.Flags[word] = on && !t.ofPackage.Has(word)
	}
	if len(t.Types) == 0 {
		t.newHeader.Formats, t.newHeader.Ending = t.Formats, t.Methods
	}
	if (len(t.Formats) > 0 || t.Methods != "") && len(t.Types) == 0 && !t.hasGen() && len(kept) > 0 && !t.several() {
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
func (t *target) checkKind(r *root.Root) bool {
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
func (t *target) failKind(r *root.Root, kind string) {
	t.fail(r.Pos, r.Name, "%s cannot have methods: put it into a struct", kind)
}

// formatsOf returns the formats of a root: those in its comment, which -wire overrides, and those with which it was requested by
// name.
func (t *target) formatsOf(r *root.Root) []*emit.Format {
	var formats []*emit.Format
	if r.Uses.Has("gen") {
		formats = t.newHeader.Formats
		if len(formats) == 0 {
			formats = t.defaultFormats(r.Name)
		}
	}
	for i := range t.newHeader.Types {
		n := &t.newHeader.Types[i]
		if n.Name != r.Name {
			continue
		}
		own := n.Formats
		if len(own) == 0 {
			own = t.defaultFormats(r.Name)
		}
		if len(t.newHeader.Formats) > 0 {
			n.Formats = own // otherwise -wire in the header would apply to this type, too
		}
		formats = t.newHeader.Merge(formats, own)
	}
	return t.newHeader.Merge(formats, t.messageFormats(r.Decl))
}

// defaultFormats returns the formats of a type for which no others are requested: those in its comment, else those in the comment of the package, else the
// default.
func (t *target) defaultFormats(name string) []*emit.Format {
	if g := t.uses[name].Gen(); g != nil {
		if formats, _ := emit.Choose(t.Known, g.Wires); len(formats) > 0 {
			return formats
		}
	}
	if formats := t.packageFormats(); len(formats) > 0 {
		return formats
	}
	return t.defaultFormat()
}

// messageFormats returns the formats that a type has because it is a message and the request, or the directive of the package, is for all messages.
func (t *target) messageFormats(d *source.Decl) []*emit.Format {
	if !t.flags["messages"] || !d.IsMessage() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Known), func(f *emit.Format) bool { return f.View.Kind != emit.LikeProto })
}

// hasGen reports whether a type has the directive gen.
func (t *target) hasGen() bool {
	for name := range t.src.Decls {
		if t.uses[name].Has("gen") {
			return true
		}
	}
	return false
}

// checkGen checks the arguments of the directive gen above a type.
func (t *target) checkGen(name string, x directive.Use) {
	g := x.Value.(*directive.Gen)
	for _, ending := range g.Endings {
		if wrong := source.WrongEnding(ending); wrong != "" {
			t.fail(x.Pos, name, "%s", wrong)
		}
	}
	_, unknown := emit.Choose(t.Known, g.Wires)
	for _, other := range unknown {
		t.fail(x.Pos, name, "unknown format %q: want one of %s", other, emit.Names(t.Known))
	}
	for _, arg := range g.Unknown {
		t.fail(x.Pos, name, "unknown argument %q: gen takes wire=LIST, methods=ENDING and lock=off, as in //bale:gen wire=%s methods=Compact", arg, emit.Names(t.defaultFormat()))
	}
}

// setGen sets what the directive gen, the header and the flags say about a root: its formats, the ending of the names of its methods, whether it has
// streams, and whether its layouts are in the lock file.
func (t *target) setGen(r *root.Root) {
	r.Formats = t.formatsOf(r)
	r.Streams = t.flags["stream"] || r.Has("stream")
	if g := r.Uses.Gen(); g != nil {
		r.Unlocked = g.Unlocked
		for _, ending := range g.Endings {
			if r.Ending = ending; source.WrongEnding(ending) != "" {
				r.Ending = ""
			}
		}
	}
	t.setEnding(r)
}

// setEnding sets the ending of the names of a root's methods, which is that in its comment, or else in the comment of the package. The flag -methods takes
// precedence over the comments, as -wire does.
func (t *target) setEnding(r *root.Root) {
	all := false // the ending is for all types of the package
	if r.Ending == "" {
		r.Ending, all = t.packageEnding(), true
	}
	if r.Has("gen") && t.newHeader.Ending != "" {
		r.Ending, all = t.newHeader.Ending, true
	}
	for _, n := range t.newHeader.Types {
		if n.Name == r.Name && n.Ending != "" {
			r.Ending, all = n.Ending, false
		}
	}
	i := slices.IndexFunc(r.Formats, (*emit.Format).Standard)
	if r.Ending == "" || i < 0 && all { // it may be meant for other types
		return
	}
	if i < 0 {
		t.fail(r.Pos, r.Name, "methods=%s names the methods of the format %s, which the type does not have: remove it, or add the format", r.Ending, emit.NamesWith(t.Known, (*emit.Format).Standard))
		return
	}
	if f, name := r.SameMethod(r.Formats[i]); f != nil {
		t.fail(r.Pos, r.Name, "methods=%s: the format %s also has a method %s: choose another ending", r.Ending, f.Name, name)
		r.Ending = ""
	}
}

// checkModule fails for a format of a root whose code the module cannot compile.
func (t *target) checkModule(r *root.Root) {
	for _, f := range r.Formats {
		if f.Check.Module == nil {
			continue
		}
		if why := f.Check.Module(&r.Root, t.src.Module); why != "" {
			t.fail(r.Pos, r.Name, "%s", why)
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
