package json

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// isUnion reports whether t is an interface with a form.
func isUnion(t model.Type) bool { return plan.Members(t) != nil }

// parts returns the types that encoding/json finds in a value of t.
func (g *generator) parts(t model.Type) []model.Type { return partsOf(t, g.Package) }

// partsOf returns the types that encoding/json finds in a value of t: it does not look into values with methods of their own.
func partsOf(t model.Type, home string) []model.Type {
	if n, ok := t.(*model.Named); ok && n.JSON.Any() && !isUnion(t) {
		return nil
	}
	return (&plan.Graph{Home: home}).Parts(t)
}

// holdsUnion reports whether values of t hold a union with a form. encoding/json needs types of its own for them.
func (g *generator) holdsUnion(t model.Type) bool { return holdsUnion(t, g.parts) }

func holdsUnion(t model.Type, parts func(model.Type) []model.Type) bool {
	return isUnion(t) || plan.Reachable(t, parts, isUnion)
}

// nestsUnions reports whether values of t hold a union that may hold another one of its type.
func (g *generator) nestsUnions(t model.Type) bool {
	return plan.Reachable(t, g.parts, func(x model.Type) bool { return isUnion(x) && g.recursive(x) })
}

// plainPointer returns a pointer as one to a type without unions, which encoding/json cannot decode.
func (g *generator) plainPointer(t model.Type, pointer string) string {
	if !g.holdsUnion(t) && model.PartOf(t) == nil {
		return pointer
	}
	return fmt.Sprintf("balejson.View[%s](%s)", g.plainType(t, false), pointer)
}

// plainUnions prints the function that returns a root v that holds unions for encoding/json, like plain.
func (g *generator) plainUnions(t *model.Named, name string, strict bool) {
	g.Func("// baleJSONPlain%[1]s returns v as a type without the generated methods, in which types with methods stand for unions.\nfunc baleJSONPlain%[1]s(v *%[2]s) any { return balejson.View[%[3]s](v) }\n", name, g.Type(t), g.plainType(t, strict))
}

// plainType returns a type for encoding/json with the memory layout of t: without generated methods, and with types with methods in place of unions.
// With strict, unknown names in unions are errors.
func (g *generator) plainType(t model.Type, strict bool) string {
	if isUnion(t) {
		return g.plainUnion(t, strict)
	}
	if n, ok := t.(*model.Named); ok {
		if n.JSON.Any() || !g.holdsPlain(n) {
			return g.Type(t)
		}
		return g.plainNamed(n, strict)
	}
	switch u := t.(type) {
	case *model.Pointer:
		return "*" + g.plainType(u.Elem, strict)
	case *model.Slice:
		return "[]" + g.plainType(u.Elem, strict)
	case *model.Array:
		return fmt.Sprintf("[%d]%s", u.Len, g.plainType(u.Elem, strict))
	case *model.Map:
		return fmt.Sprintf("map[%s]%s", g.Type(u.Key), g.plainType(u.Elem, strict))
	case *model.Struct:
		if !g.holdsPlain(u) {
			return g.Type(u)
		}
		text := g.plainStruct(u, strict)
		g.later("plain "+text, func() { g.originals = append(g.originals, original{text, g.Type(u)}) })
		return text
	}
	return g.Type(t)
}

// holdsPlain reports whether t is a root, or holds one or a union.
func (g *generator) holdsPlain(t model.Type) bool {
	is := func(x model.Type) bool {
		return isUnion(x) || model.PartOf(x) != nil || slices.ContainsFunc(g.roots, func(r *model.Named) bool { return x == model.Type(r) })
	}
	return is(t) || plan.Reachable(t, g.parts, is)
}

// plainStruct returns the text of a struct for encoding/json.
func (g *generator) plainStruct(s *model.Struct, strict bool) string {
	names := g.unreadNamesIn(s)
	return model.StructType(s, func(path string) string {
		if path == g.Package {
			return ""
		}
		return g.Import(path)
	}, func(f *model.Field) (typ, tag string, before []string) {
		if f.Unread {
			return "", "json:\"-\"", names[f]
		}
		if !g.holdsPlain(f.Type) {
			return "", f.Tag, names[f]
		}
		typ, tag = g.plainType(f.Type, strict), f.Tag
		if n, ok := f.Type.(*model.Named); ok && isUnion(n) {
			switch t := f.JSONTag(); {
			case t.Has("omitzero") && n.JSON.IsZero != model.NoMethod:
				typ = g.zeroUnion(n, typ)
			case t.Has("omitempty"): // which does not omit structs
				tag = fmt.Sprintf("json:%q", t.Text+",omitzero")
			}
		}
		return typ, tag, names[f]
	})
}

// localName returns the name of a type as a part of names of the package.
func (g *generator) localName(n *model.Named) string {
	if n.Package != g.Package || len(n.Args) > 0 {
		return strings.TrimPrefix(g.Name(n), "_")
	}
	return n.Name
}

// plainNamed prints the type that stands for one with a name, once, and returns its name.
func (g *generator) plainNamed(n *model.Named, strict bool) string {
	name := g.localName(n)
	plain := plainName(name)
	if n.Part != nil {
		name = g.partName(n, name)
		plain = plainName(name)
	}
	if strict {
		plain = strings.TrimSuffix(plain, name) + "Strict_" + name
	}
	name = plain
	g.later("plain "+name, func() {
		g.originals = append(g.originals, original{name, g.Type(n)})
		text := ""
		if s, ok := n.Underlying.(*model.Struct); ok {
			text = g.plainStruct(s, strict)
		} else {
			text = g.plainType(n.Underlying, strict)
		}
		g.Line("type %s %s\n", name, text)
		if n.JSON.IsZero != model.NoMethod {
			ref, x := "*", "v"
			if n.JSON.IsZero == model.OnValue {
				ref, x = "", "&v"
			}
			g.Line("// IsZero is that of %s.\nfunc (v %s%s) IsZero() bool { return balejson.Cast[%[1]s](%[4]s).IsZero() }\n", g.Type(n), ref, name, x)
		}
	})
	return name
}

// plainUnion prints the type that stands for a union, once, and returns its name. Its methods encode and decode the form of the union by
// encoding/json.
func (g *generator) plainUnion(t model.Type, strict bool) string {
	name := "baleJSONUnion" + g.Name(t)
	if strict {
		name += "Strict"
	}
	return g.later(name, func() {
		form := g.formOf(t)
		g.originals = append(g.originals, original{name, g.Type(t)})
		g.wrappers = append(g.wrappers, name)
		g.Line("// A %s stands for %s in encoding/json.\ntype %[1]s struct{ V %s }\n", name, g.unionText(t), g.Type(t))
		g.Line("// IsZero reports whether the interface is nil.\nfunc (u %s) IsZero() bool { return u.V == nil }\n", name)
		g.Line("// MarshalJSON encodes a member.\nfunc (u %s) MarshalJSON() ([]byte, error) {\nswitch x := u.V.(type) {\ncase nil:\nreturn []byte(\"null\"), nil", name)
		for i, m := range plan.Members(t) {
			g.Line("case %s:", g.Type(m))
			pointer := "&x"
			if plan.IsPointer(m) && form.Field != "" {
				g.Line("if x == nil {\nreturn nil, balejson.NotMember(%q, x)\n}", g.unionText(t))
			}
			g.Line("return balejson.MarshalMember(baleJSONTypes{}, %q, %t, %s, x)", head(form, i), form.Field != "", g.memberPointer(m, pointer, strict))
		}
		g.Line("}\nreturn nil, balejson.NotMember(%q, u.V)\n}\n", g.unionText(t))
		g.Line("// UnmarshalJSON decodes a member.\nfunc (u *%s) UnmarshalJSON(b []byte) error {\nt := %s.TypeFor[%s]()\nm, err := balejson.MemberOf(b, t, %q)\nif err != nil {\nreturn err\n}\nswitch m.Name {", name, g.Import("reflect"), g.Type(t), form.Field)
		g.Line("case \"\":\nu.V = nil\nreturn nil")
		for i, m := range plan.Members(t) {
			g.Line("case %q:", form.Names[i])
			if plan.IsPointer(m) {
				g.Line("x, _ := u.V.(%s)", g.Type(m))
			} else {
				g.Line("var x %s", g.Type(m))
			}
			g.Line("if err := m.Unmarshal(%s, %t); err != nil {\nreturn err\n}\nu.V = x\nreturn nil", g.memberPointer(m, "&x", strict), strict)
		}
		g.Line("}\nreturn m.Unknown(t, %q)\n}\n", form.Field)
	})
}

// memberPointer returns a pointer to a member for encoding/json.
func (g *generator) memberPointer(m model.Type, pointer string, strict bool) string {
	text := g.plainType(m, strict)
	if text == g.Type(m) {
		return pointer
	}
	return fmt.Sprintf("balejson.View[%s](%s)", text, pointer)
}

// zeroUnion prints the type that stands for a union in a field with omitzero if the interface has the method IsZero, once, and returns its name.
func (g *generator) zeroUnion(n *model.Named, name string) string {
	zero := name + "Zero"
	return g.later(zero, func() {
		g.originals = append(g.originals, original{zero, g.Type(n)})
		g.wrappers = append(g.wrappers, zero)
		g.Line("// A %s is %s in a field with omitzero.\ntype %[1]s struct{ %[2]s }\n", zero, name)
		g.Line("// IsZero reports whether encoding/json omits the value.\nfunc (u %s) IsZero() bool { return u.V == nil || balejson.HoldsNil(u.V) || u.V.IsZero() }\n", zero)
	})
}
