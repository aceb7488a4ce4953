package model

import (
	"cmp"
	"fmt"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// GoType returns t as Go source. It calls qualify with the import path of every package that the text refers to; qualify returns the
// package's name in that place, without the dot, or "" for an unqualified name. time.Time is qualified with qualify("time").
func GoType(t Type, qualify func(importPath string) string) string {
	return goType(t, func(importPath, _ string) string { return qualify(importPath) })
}

// TypeText returns t as Go source for messages about code in package home, "" for none: types of other packages have the names of their packages.
func TypeText(t Type, home string) string {
	return goType(t, func(importPath, name string) string {
		if importPath == home {
			return ""
		}
		return name
	})
}

// A qualifier returns the name of a package in a text, as for [GoType], from its import path and its name.
type qualifier func(importPath, name string) string

func goType(t Type, qualify qualifier) string {
	switch t := t.(type) {
	case *Basic:
		return t.Kind.String()
	case *Time:
		return qualified("time", "time", "Time", qualify)
	case *Named:
		return qualified(t.Package, cmp.Or(t.PackageName, path.Base(t.Package)), t.Name, qualify) + typeArgs(t.Args, qualify)
	case *Array:
		return fmt.Sprintf("[%d]%s", t.Len, goType(t.Elem, qualify))
	case *Slice:
		return "[]" + goType(t.Elem, qualify)
	case *Map:
		return fmt.Sprintf("map[%s]%s", goType(t.Key, qualify), goType(t.Elem, qualify))
	case *Pointer:
		return "*" + goType(t.Elem, qualify)
	case *Struct:
		return structType(t, qualify)
	case *Interface:
		return interfaceType(t, qualify)
	}
	panic(fmt.Sprintf("schema: no such node: %T", t))
}

// Key returns the canonical name of n: "path/pkg.Name[args]", with the arguments in the same form.
func Key(n *Named) string {
	return GoType(n, func(importPath string) string { return importPath })
}

// DeclaredKey is Key with the package and name of the declaration if n has the name of an alias. reflect knows types by these.
func DeclaredKey(n *Named) string {
	if n.Declared == "" {
		return Key(n)
	}
	return n.Declared + typeArgs(n.Args, func(importPath, _ string) string { return importPath })
}

func qualified(importPath, pkg, name string, qualify qualifier) string {
	if importPath == "" {
		return name
	}
	if q := qualify(importPath, pkg); q != "" {
		return q + "." + name
	}
	return name
}

func typeArgs(args []Type, qualify qualifier) string {
	if len(args) == 0 {
		return ""
	}
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = goType(a, qualify)
	}
	return "[" + strings.Join(list, ",") + "]"
}

func structType(t *Struct, qualify qualifier) string {
	if t.source != nil {
		return types.TypeString(t.source, qualify.of)
	}
	fields := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		text := goType(f.Type, qualify)
		if !f.Embedded {
			text = f.Name + " " + text
		}
		if f.Tag != "" {
			text += " " + strconv.Quote(f.Tag)
		}
		fields[i] = text
	}
	return "struct{" + strings.Join(fields, "; ") + "}"
}

func interfaceType(t *Interface, qualify qualifier) string {
	if t.source == nil {
		return t.Text
	}
	if i, ok := t.source.(*types.Interface); ok && i.Empty() {
		return "any"
	}
	return types.TypeString(t.source, qualify.of)
}

// StructType returns a struct as Go source, with all fields of the source. with returns the texts of the type and of the tag of a field of t, and the
// texts of fields to write before it; an empty text stands for that of the source. A field whose type has another text is not embedded any more, unless
// its type is a struct or points to one. Types of other fields are qualified as by [GoType].
func StructType(t *Struct, qualify func(importPath string) string, with func(f *Field) (typ, tag string, before []string)) string {
	var fields []string
	for i := range t.source.NumFields() {
		v := t.source.Field(i)
		old := types.TypeString(v.Type(), func(p *types.Package) string { return qualify(p.Path()) })
		text, tag, embedded := old, t.source.Tag(i), v.Embedded()
		if at := slices.IndexFunc(t.Fields, func(f *Field) bool { return f.Name == v.Name() }); at >= 0 && v.Name() != "_" {
			var before []string
			if text, tag, before = with(t.Fields[at]); text == "" {
				text = old
			}
			fields = append(fields, before...)
			_, isStruct := Underlying(Pointee(t.Fields[at].Type)).(*Struct)
			embedded = embedded && (isStruct || text == old)
		}
		if !embedded {
			text = v.Name() + " " + text
		}
		if tag != "" {
			text += " " + strconv.Quote(tag)
		}
		fields = append(fields, text)
	}
	return "struct{" + strings.Join(fields, "; ") + "}"
}

// declaration returns the import path of the package that declares n, and the name there, even if n has the name of an alias.
func (n *Named) declaration() (importPath, name string) {
	if n.Declared == "" {
		return n.Package, n.Name
	}
	dot := strings.LastIndexByte(n.Declared, '.')
	return n.Declared[:dot], n.Declared[dot+1:]
}

// Declared returns the import path and the name of a loaded interface that has a name but whose node is not a *Named, since a union of
// a field applies to it. It returns "" for other interfaces.
func (t *Interface) Declared() (importPath, name string) {
	if n, ok := t.source.(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path(), n.Obj().Name()
	}
	return "", ""
}

// of is a types.Qualifier.
func (q qualifier) of(p *types.Package) string { return q(p.Path(), p.Name()) }
