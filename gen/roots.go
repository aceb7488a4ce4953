package gen

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/printer"
	"bale/schema"
	"bale/schema/directive"
)

// choose finds the types that get methods, in the order of the source, and returns what to ask the model for. They are
// those that carry //bale:gen, those that the file has got by their names, and those that the request names: a type stays
// in the file when another request names other types.
func (t *target) choose() []string {
	t.head = &header{known: t.Known}
	for _, n := range t.past.types {
		if t.decls[n.name] != nil {
			t.head.add(n, nil)
		}
	}
	t.comments, t.unlocked, t.endings = map[string][]*emit.Format{}, map[string]bool{}, map[string]string{}
	for name, d := range t.decls {
		if gen := d.gen(); gen != nil {
			_, args, _ := strings.Cut(gen.Text, " ")
			t.comments[name] = t.genArgs(name, gen.Pos, args)
		}
	}
	unknown, now := t.asked()
	var names, kept []string
	for name, d := range t.decls {
		if d.gen() != nil || t.head.has(name) {
			names = append(names, name)
			if !slices.Contains(now, name) && (d.gen() == nil || len(t.Types) > 0) {
				kept = append(kept, name)
			}
		}
	}
	if len(names) == 0 && len(unknown) == 0 && len(t.errs) == 0 && !t.several() {
		t.fail("", "", "no type of package %s carries //bale:gen: put this comment above a type, or name types with -type", t.src.Package)
	}
	t.flags(kept)
	t.methodless(names)
	inOrder := func(a, b string) int { return cmp.Compare(t.decls[a].order, t.decls[b].order) }
	slices.SortFunc(names, inOrder)
	slices.SortFunc(t.head.types, func(a, b named) int { return inOrder(a.name, b.name) })
	ok := names[:0:0]
	for _, name := range names {
		r := &root{decl: t.decls[name], name: name}
		if !t.usable(r) {
			continue
		}
		r.wires = t.wires(r)
		t.setEnding(r)
		t.collisions(r)
		t.roots = append(t.roots, r)
		ok = append(ok, name)
	}
	t.setConstraint()
	return append(ok, unknown...)
}

// asked adds the types that the request names to the header. It returns their names, and those that the package does not
// declare.
func (t *target) asked() (unknown, names []string) {
	for _, text := range t.Types {
		n, other := parseNamed(text, t.Known)
		d := t.decls[n.name]
		switch {
		case other != "":
			t.fail("", "", "-type %s: no wire is called %q: there is %s", text, other, Names(t.Known))
		case d != nil && n.ending != "" && CheckEnding(n.ending) != "":
			t.fail("", "", "-type %s: %s", text, CheckEnding(n.ending))
		case d != nil:
			if len(n.wires) == 0 {
				n.wires = t.Wires
			}
			if n.ending == "" {
				n.ending = t.Methods
			}
			t.head.add(n, t.implied(n.name))
			names = append(names, n.name)
		case t.inTests(n.name) != "":
			t.fail(t.inTests(n.name), n.name, "methods cannot be generated for a type that a test file declares: move it to a file that does not end in _test.go")
		case token.IsIdentifier(n.name):
			unknown = append(unknown, n.name) // the model's loader knows what may have been meant
		default:
			t.fail("", "", "-type %s: methods can be declared on a type with a name: declare `type T %s` and name T", text, text)
		}
	}
	return unknown, names
}

// inTests returns where a test file of the package declares a type, or "".
func (t *target) inTests(name string) string {
	for _, file := range t.testFiles() {
		for _, d := range file.Decls {
			d, ok := d.(*ast.GenDecl)
			for i := 0; ok && d.Tok == token.TYPE && i < len(d.Specs); i++ {
				if id := d.Specs[i].(*ast.TypeSpec).Name; id.Name == name {
					return t.notes.Place(t.fset, id.Pos())
				}
			}
		}
	}
	return ""
}

// flags puts the flags into the header that hold for a whole file. kept are the types of earlier requests.
func (t *target) flags(kept []string) {
	t.head.wires, t.head.safe = t.Wires, t.Safe
	if len(t.Types) > 0 || t.several() && len(t.Wires) == 0 {
		t.head.wires = t.past.wires
	}
	t.head.ending = t.Methods
	if len(t.Types) > 0 || t.several() && t.Methods == "" {
		t.head.ending = t.past.ending
	}
	switch {
	case t.several():
		t.head.safe = t.Safe || t.past.safe
	case len(kept) > 0 && t.Safe != t.past.safe && t.written:
		slices.Sort(kept)
		with := map[bool]string{true: "with", false: "without"}[t.past.safe]
		t.fail("", "", "%s was generated %s -safe, and keeps %s: use the same flag for all types of a package, or delete the file and generate it again", t.notes.Shown(t.out), with, strings.Join(kept, ", "))
	}
	if (len(t.Wires) > 0 || t.Methods != "") && len(t.Types) == 0 && len(t.comments) == 0 && len(kept) > 0 && !t.several() {
		flag := "-wire"
		if len(t.Wires) == 0 {
			flag = "-methods"
		}
		t.fail("", "", "%s is for types that carry //bale:gen, and package %s has none: name types with -type", flag, t.src.Package)
	}
}

// gen is the //bale:gen above a type, or nil.
func (d *decl) gen() *directive.Note {
	for i, n := range d.notes {
		if name, _, _ := strings.Cut(n.Text, " "); name == "gen" {
			return &d.notes[i]
		}
	}
	return nil
}

// has reports whether a directive without arguments stands above the type.
func (d *decl) has(text string) bool {
	return slices.ContainsFunc(d.notes, func(n directive.Note) bool { return n.Text == text })
}

// methodless complains of directives that are about the methods of types, where they have none. Another run may name the types.
func (t *target) methodless(roots []string) {
	for name, d := range t.decls {
		if len(t.Types) > 0 || slices.Contains(roots, name) {
			continue
		}
		for _, n := range d.notes {
			if slices.Contains(forMethods, firstWord(n.Text)) {
				t.fail(n.Pos, name, "%s is for types that get methods: put //bale:gen above %s, name it with -type, or leave the directive out", firstWord(n.Text), name)
			}
		}
	}
}

// forMethods are the directives that are about the methods of a type.
var forMethods = []string{"value", "stamp", "memory"}

// usable refuses types that cannot have methods.
func (t *target) usable(r *root) bool {
	switch kind := t.kind(r.spec.Type, 0); {
	case r.spec.Assign.IsValid():
		t.fail(r.pos, r.name, "an alias cannot have methods of its own: name the type that it stands for")
	case r.spec.TypeParams != nil:
		t.fail(r.pos, r.name, "a generic type has a wire for each instance only: declare one, as in `type T %s[...]`, and name T", r.name)
	case kind != "":
		t.fail(r.pos, r.name, "%s cannot have methods: put it into a struct", kind)
	default:
		return true
	}
	return false
}

// kind is what a type is when it is one that cannot have methods.
func (t *target) kind(x ast.Expr, depth int) string {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return t.kind(x.X, depth)
	case *ast.StarExpr:
		return "a pointer"
	case *ast.InterfaceType:
		return "an interface"
	case *ast.Ident:
		if d := t.decls[x.Name]; d != nil && depth < len(t.decls) {
			return t.kind(d.spec.Type, depth+1)
		}
	}
	return ""
}

// wires returns the formats that a type is written in: those of its comment, for which -wire can stand, and those that it was
// asked for in by its name.
func (t *target) wires(r *root) []*emit.Format {
	var wires []*emit.Format
	if r.gen() != nil {
		wires = t.head.wires
		if len(wires) == 0 {
			wires = t.implied(r.name)
		}
	}
	for i := range t.head.types {
		n := &t.head.types[i]
		if n.name != r.name {
			continue
		}
		own := n.wires
		if len(own) == 0 {
			own = t.implied(r.name)
		}
		if len(t.head.wires) > 0 {
			n.wires = own // or else the line would say that -wire is of this type, too
		}
		wires = t.head.union(wires, own)
	}
	return wires
}

// implied returns the formats of a type for which no others are named: those of its comment, else the default.
func (t *target) implied(name string) []*emit.Format {
	if wires := t.comments[name]; len(wires) > 0 {
		return wires
	}
	wires, _ := Choose(t.Known, []string{emit.Default})
	return wires
}

// genArgs reads what stands behind //bale:gen.
func (t *target) genArgs(name, pos, args string) []*emit.Format {
	var wires []*emit.Format
	for _, arg := range strings.Fields(args) {
		if arg == "lock=off" {
			t.unlocked[name] = true
			continue
		}
		if ending, ok := strings.CutPrefix(arg, "methods="); ok {
			t.endings[name] = t.checkedEnding(pos, name, ending)
			continue
		}
		list, ok := strings.CutPrefix(arg, "wire=")
		if !ok {
			t.fail(pos, name, "unknown argument %q: gen takes wire=LIST, methods=ENDING and lock=off, as in //bale:gen wire=%s methods=Compact", arg, emit.Default)
			continue
		}
		found, unknown := Choose(t.Known, strings.Split(list, ","))
		for _, other := range unknown {
			t.fail(pos, name, "no wire is called %q: there is %s", other, Names(t.Known))
		}
		wires = append(wires, found...)
	}
	return wires
}

// collisions complains of methods and fields that have the names of those that are written.
func (t *target) collisions(r *root) {
	r.clash = map[string]bool{}
	for _, f := range r.wires {
		names := r.methods(f).Names()
		for _, id := range t.methodsOf(r.name) {
			if slices.Contains(names, id.Name) {
				r.clash[id.Name] = true
				t.fail(t.notes.Place(t.fset, id.Pos()), r.name, "bale gen writes the method %s for the %s wire: delete this one, or take the wire or the type out of //bale:gen", id.Name, f.Name)
			}
		}
		s, ok := r.spec.Type.(*ast.StructType)
		for i := 0; ok && i < len(s.Fields.List); i++ {
			for _, id := range schema.FieldNames(s.Fields.List[i]) {
				if slices.Contains(names, id.Name) {
					r.clash[id.Name] = true
					t.fail(t.notes.Place(t.fset, id.Pos()), r.name+"."+id.Name, "bale gen writes a method of this name for the %s wire: call the field something else", f.Name)
				}
			}
		}
	}
}

// methodsOf are the methods of a type that somebody has written.
func (t *target) methodsOf(name string) []*ast.Ident {
	var list []*ast.Ident
	for _, file := range t.files {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && len(fn.Recv.List) == 1 && receiver(fn.Recv.List[0].Type) == name {
				list = append(list, fn.Name)
			}
		}
	}
	return list
}

// receiver is the name of the type that a method is declared on.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.ParenExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// limits are the variables of generated code that a package may set.
var limits = []string{"baleMaxDepth", "baleMaxMemory"}

// stubs is a file that declares what generated code has for the rest of the package: methods, and the limits. It imports what that code may
// import, so that the code can be type-checked without another run of the go command.
func (t *target) stubs() []byte {
	text := "package " + t.src.Name + "\n\n"
	for _, path := range printer.Standard {
		text += "import _ \"" + path + "\"\n"
	}
	for _, name := range limits {
		if t.taken[name] == "" {
			text += "var " + name + " int\n\n"
		}
	}
	for _, r := range t.roots {
		for _, f := range r.wires {
			text += r.methods(f).Stubs(r.name, r.clash)
		}
	}
	return []byte(text)
}

// byWire are the types that a format is written for.
func (t *target) byWire(f *emit.Format) []*schema.Named {
	var list []*schema.Named
	for _, r := range t.roots {
		if slices.Contains(r.wires, f) {
			list = append(list, r.node)
		}
	}
	return list
}
