package schema

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// GoType spells t as Go source. qualify is called with the import path of every
// package the text names, and returns what that package is called there, without the
// dot; "" leaves the name unqualified. time.Time is spelled through qualify("time").
func GoType(t Type, qualify func(importPath string) string) string {
	switch t := t.(type) {
	case *Basic:
		return t.Kind.String()
	case *Time:
		return qualified("time", "Time", qualify)
	case *Named:
		return qualified(t.Package, t.Name, qualify) + typeArgs(t.Args, qualify)
	case *Array:
		return fmt.Sprintf("[%d]%s", t.Len, GoType(t.Elem, qualify))
	case *Slice:
		return "[]" + GoType(t.Elem, qualify)
	case *Map:
		return fmt.Sprintf("map[%s]%s", GoType(t.Key, qualify), GoType(t.Elem, qualify))
	case *Pointer:
		return "*" + GoType(t.Elem, qualify)
	case *Struct:
		return structType(t, qualify)
	case *Interface:
		return interfaceType(t, qualify)
	}
	panic(fmt.Sprintf("schema: no such node: %T", t))
}

// Key is the name of n that is the same everywhere: "path/pkg.Name[args]", with the
// arguments spelled the same way.
func Key(n *Named) string {
	return GoType(n, func(importPath string) string { return importPath })
}

func qualified(importPath, name string, qualify func(string) string) string {
	if importPath == "" {
		return name
	}
	if q := qualify(importPath); q != "" {
		return q + "." + name
	}
	return name
}

func typeArgs(args []Type, qualify func(string) string) string {
	if len(args) == 0 {
		return ""
	}
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = GoType(a, qualify)
	}
	return "[" + strings.Join(list, ",") + "]"
}

func structType(t *Struct, qualify func(string) string) string {
	if t.source != nil {
		return types.TypeString(t.source, byPath(qualify))
	}
	fields := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		text := GoType(f.Type, qualify)
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

func interfaceType(t *Interface, qualify func(string) string) string {
	if t.source == nil {
		return t.Text
	}
	if i, ok := t.source.(*types.Interface); ok && i.Empty() {
		return "any"
	}
	return types.TypeString(t.source, byPath(qualify))
}

// Declared returns the import path and the name of a loaded interface that has a name, though its node is no *Named: the union of a field
// is about it. Other interfaces have none.
func (t *Interface) Declared() (importPath, name string) {
	if n, ok := t.source.(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path(), n.Obj().Name()
	}
	return "", ""
}

func byPath(qualify func(string) string) types.Qualifier {
	return func(p *types.Package) string { return qualify(p.Path()) }
}
