// Package histories writes random types and changes them step by step. Tests generate code for each step, and check that it decodes the messages of all
// steps before.
package histories

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Chain is a type with a name of its own, with the types that it leads to, at one step of their changes.
type Chain struct {
	name    string
	structs []*structure // the first is the root
	unions  []*union
	renamed map[string]string // fields that have another name than in the step before, by "Struct.Field": the old names
	names   int               // fields and types so far
}

// A structure is a struct type. The fields of a key are not removed, since two keys could become one.
type structure struct {
	name   string
	fields []field
	isKey  bool
}

type field struct {
	name string
	typ  *typ
}

// A union is an interface with a union of structs.
type union struct {
	name    string
	members []member
}

// A member of a union is a struct or a pointer to one.
type member struct {
	star string
	of   *structure
}

// A typ is the type of a field: a basic type, or one of the composites of elem.
type typ struct {
	basic  string
	of     *structure
	union  *union
	prefix string // "[]", "*", "[3]", "map[string]"
	key    *typ   // of a map, whose prefix is "map"
	elem   *typ
}

// widenings are the basic types that each basic type can become.
var widenings = map[string][]string{
	"int8": {"int16", "int32", "int", "int64"}, "int16": {"int32", "int", "int64"}, "int32": {"int", "int64"}, "int": {"int64"}, "int64": nil,
	"uint8": {"uint16", "int16", "uint32", "uint64", "int"}, "uint16": {"uint32", "int32", "uint", "int64"}, "uint32": {"uint64", "int64"}, "uint": {"uint64"}, "uint64": nil,
	"float32": {"float64"}, "float64": nil, "complex64": {"complex128"}, "complex128": nil, "bool": nil, "string": nil, "[]byte": nil, "time.Time": nil,
}

// New returns the first step of a chain.
func New(r *rand.Rand, name string) *Chain {
	c := &Chain{name: name, renamed: map[string]string{}}
	for range 2 + r.IntN(3) {
		c.structs = append(c.structs, &structure{name: c.typeName(), isKey: len(c.structs) == 1})
	}
	if r.IntN(2) == 0 {
		u := &union{name: c.typeName()}
		for _, s := range c.structs[1:] {
			u.members = append(u.members, member{[]string{"", "*"}[r.IntN(2)], s})
		}
		c.unions = append(c.unions, u)
	}
	for _, s := range c.structs {
		for range 1 + r.IntN(5) {
			s.fields = append(s.fields, c.field(r, s))
		}
	}
	return c
}

func (c *Chain) typeName() string {
	c.names++
	return fmt.Sprintf("%sT%d", c.name, c.names)
}

func (c *Chain) field(r *rand.Rand, in *structure) field {
	c.names++
	t := c.typ(r, in, 3)
	if t.holds(in, map[*structure]bool{}) {
		t = &typ{prefix: "[]", elem: t}
	}
	return field{fmt.Sprintf("F%d", c.names), t}
}

// typ returns a random type for a field of a struct.
func (c *Chain) typ(r *rand.Rand, in *structure, depth int) *typ {
	basics := []string{"int8", "int16", "int32", "int", "int64", "uint8", "uint16", "uint32", "uint", "uint64", "bool", "string", "float32", "float64", "complex64", "time.Time", "[]byte"}
	basic := func(n int) *typ { return &typ{basic: basics[r.IntN(n)]} }
	if in.isKey {
		return basic(13)
	}
	switch k := r.IntN(14); {
	case depth == 0 || k < 5:
		return basic(len(basics))
	case k < 7:
		return &typ{of: c.structs[1+r.IntN(len(c.structs)-1)]}
	case k == 7 && len(c.unions) > 0:
		return &typ{union: c.unions[0]}
	case k == 8: // a recursive type
		return &typ{prefix: []string{"[]", "*"}[r.IntN(2)], elem: &typ{of: in}}
	case k == 9:
		key := basic(12)
		if r.IntN(3) == 0 {
			key = &typ{of: c.structs[1]}
		}
		return &typ{prefix: "map", key: key, elem: c.typ(r, in, depth-1)}
	}
	return &typ{prefix: []string{"[]", "[]", "*", "[3]", "[6]"}[r.IntN(5)], elem: c.typ(r, in, depth-1)}
}

// holds reports whether t holds the struct by value, so that a field of type t in it would be invalid.
func (t *typ) holds(s *structure, seen map[*structure]bool) bool {
	switch {
	case t.of == s:
		return true
	case t.of != nil && !seen[t.of]:
		seen[t.of] = true
		return slices.ContainsFunc(t.of.fields, func(f field) bool { return f.typ.holds(s, seen) })
	case strings.HasPrefix(t.prefix, "[") && t.prefix != "[]":
		return t.elem.holds(s, seen)
	}
	return false
}

func (t *typ) String() string {
	switch {
	case t.basic != "":
		return t.basic
	case t.of != nil:
		return t.of.name
	case t.union != nil:
		return t.union.name
	case t.key != nil:
		return "map[" + t.key.String() + "]" + t.elem.String()
	}
	return t.prefix + t.elem.String()
}

// Part returns the fields of the root that a part of it has.
func (c *Chain) Part() []string {
	fields := c.structs[0].fields
	names := []string{fields[0].name}
	if last := fields[len(fields)-1].name; last != names[0] {
		names = append(names, last)
	}
	return names
}

// Source returns the declarations of the types, and the members of their unions for tests.
func (c *Chain) Source() string {
	var b strings.Builder
	for i, s := range c.structs {
		if i == 0 {
			fmt.Fprintf(&b, "//bale:gen\n//bale:read Some=%s\n", strings.Join(c.Part(), ","))
		}
		fmt.Fprintf(&b, "type %s struct {\n", s.name)
		for _, f := range s.fields {
			fmt.Fprintf(&b, "\t%s %s\n", f.name, f.typ)
		}
		b.WriteString("}\n\n")
	}
	for _, u := range c.unions {
		var names, types []string
		for _, m := range u.members {
			names = append(names, m.star+m.of.name)
			types = append(types, fmt.Sprintf("reflect.TypeFor[%s%s]()", m.star, m.of.name))
		}
		fmt.Fprintf(&b, "//bale:union %s\ntype %s interface{}\n\nfunc init() { Members[%[2]q] = []reflect.Type{%[3]s} }\n\n", strings.Join(names, ", "), u.name, strings.Join(types, ", "))
	}
	return b.String()
}
