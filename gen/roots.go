package gen

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/schema"
)

// choose finds the types that get methods, in the order of the source, and returns what to ask the model for.
func (t *target) choose() []string {
	var names, unknown []string
	if len(t.Types) > 0 {
		for _, name := range t.Types {
			switch {
			case t.decls[name] != nil:
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			case token.IsIdentifier(name):
				unknown = append(unknown, name) // the model's loader knows what may have been meant
			default:
				t.fail("", "", "-type %s: methods can be declared on a type with a name: declare `type T %s` and name T", name, name)
			}
		}
	} else {
		for name, d := range t.decls {
			if d.gen() != nil {
				names = append(names, name)
			}
		}
		if len(names) == 0 && len(t.errs) == 0 {
			t.fail("", "", "no type of package %s carries //bale:gen: put this comment above a type, or name types with -type", t.src.Package)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(t.decls[a].order, t.decls[b].order) })
	ok := names[:0:0]
	for _, name := range names {
		r := &root{decl: t.decls[name], name: name}
		if !t.usable(r) {
			continue
		}
		r.wires = t.wires(r)
		t.collisions(r)
		t.roots = append(t.roots, r)
		ok = append(ok, name)
	}
	return append(ok, unknown...)
}

// gen is the //bale:gen above a type, or nil.
func (d *decl) gen() *note {
	for i, n := range d.notes {
		if name, _, _ := strings.Cut(n.text, " "); name == "gen" {
			return &d.notes[i]
		}
	}
	return nil
}

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

// wires are the formats that a type is written in: those of the flag, those that its comment names, or the default.
func (t *target) wires(r *root) []*emit.Format {
	wires := t.Wires
	if gen := r.gen(); gen != nil {
		_, args, _ := strings.Cut(gen.text, " ")
		if named := t.genArgs(r, gen.pos, args); len(wires) == 0 {
			wires = named
		}
	}
	if len(wires) == 0 {
		wires, _ = Choose(t.Known, []string{emit.Default})
	}
	return wires
}

// genArgs reads what stands behind //bale:gen.
func (t *target) genArgs(r *root, pos, args string) []*emit.Format {
	var wires []*emit.Format
	for _, arg := range strings.Fields(args) {
		list, ok := strings.CutPrefix(arg, "wire=")
		if !ok {
			t.fail(pos, r.name, "unknown argument %q: gen takes wire=LIST, as in //bale:gen wire=%s", arg, emit.Default)
			continue
		}
		found, unknown := Choose(t.Known, strings.Split(list, ","))
		for _, name := range unknown {
			t.fail(pos, r.name, "no wire is called %q: there is %s", name, Names(t.Known))
		}
		wires = append(wires, found...)
	}
	return wires
}

// collisions complains of methods and fields that have the names of those that are written.
func (t *target) collisions(r *root) {
	r.clash = map[string]bool{}
	for _, f := range r.wires {
		names := f.MethodNames()
		for _, id := range t.methodsOf(r.name) {
			if slices.Contains(names, id.Name) {
				r.clash[id.Name] = true
				t.fail(t.notes.place(t.fset, id.Pos()), r.name, "bale gen writes the method %s for the %s wire: delete this one, or take the wire or the type out of //bale:gen", id.Name, f.Name)
			}
		}
		s, ok := r.spec.Type.(*ast.StructType)
		for i := 0; ok && i < len(s.Fields.List); i++ {
			for _, id := range fieldNames(s.Fields.List[i]) {
				if slices.Contains(names, id.Name) {
					r.clash[id.Name] = true
					t.fail(t.notes.place(t.fset, id.Pos()), r.name+"."+id.Name, "bale gen writes a method of this name for the %s wire: call the field something else", f.Name)
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

// stubs is a file that declares the methods which are yet to be written.
func (t *target) stubs() []byte {
	text := "package " + t.src.Name + "\n\n"
	for _, r := range t.roots {
		for _, f := range r.wires {
			text += f.Stubs(r.name, r.clash)
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
