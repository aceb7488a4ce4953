package model

import (
	"cmp"
	"fmt"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// checker reports every field that no codec can carry, once, with the path on which it was first reached.
type checker struct {
	*loader
	seen typeutil.Map // named types that have been walked

	route

	// reported holds the positions and advice of errors about fields of other modules' structs. The parts of a sync.Map share one
	// remedy, so they are reported once.
	reported map[[2]string]bool
}

// A route describes the fields and types between the root and the type being walked.
type route struct {
	external *types.TypeName // the type of another module to leave out: the first one with hidden fields, or else the first one that a field holds
	outside  bool            // the innermost field belongs to another module
	hidden   bool            // an enclosing struct of another module has unexported fields, so leaving out single fields does not help
	holder   *types.TypeName // the innermost named struct
	part     *types.Var      // the field of holder
	own      string          // path of the innermost field of the user's module
}

// walk checks the type t at path. pos is the position of the innermost field on the path that is in the user's module, which the user
// can change. u is the union that applies to an interface inside t.
func (c *checker) walk(t types.Type, path, pos string, u *union) {
	if u.is(t) {
		c.union(u, path, pos)
		return
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		c.defined(t, path, pos)
	case *types.Struct:
		c.fields(t, NoMessage, path, pos)
	case *types.Array:
		c.walk(t.Elem(), path+"[]", pos, u)
	case *types.Slice:
		c.walk(t.Elem(), path+"[]", pos, u)
	case *types.Map:
		c.walk(t.Key(), path+"[key]", pos, u)
		c.walk(t.Elem(), path+"[]", pos, u)
		if bad := c.unhashable(t.Key(), u, map[types.Type]bool{}); bad != nil {
			c.fail(pos, path, "a key may hold %s, which no map can find: leave that out of the union", c.spell(bad))
		}
	case *types.Pointer:
		c.walk(t.Elem(), path, pos, u)
	default:
		if !carriable(t) {
			c.refuse(t, path, pos)
		}
	}
}

func (c *checker) defined(t *types.Named, path, pos string) {
	if !carriable(t) { // before the check of seen, so that every field of the type is reported
		c.refuse(t, path, pos)
		return
	}
	if isTime(t) || c.seen.At(t) != nil {
		return
	}
	c.seen.Set(t, true)
	kind := messageFields(t)
	if c.options.JSON {
		u := c.typeUnion(t, path)
		if s, ok := t.Underlying().(*types.Struct); u.is(t) {
			c.union(u, path, pos)
		} else if jsonMethodsOf(t, c.handwritten).Any() {
		} else if ok {
			c.fields(s, NoMessage, path, pos)
		} else {
			c.walk(t.Underlying(), path, pos, u)
		}
		return
	}
	if hidesFields(t) && c.refusesOpaque(t, path, pos) {
		return
	}
	if messageKind(t) == NoMessage && c.encodesItself(t) || c.customs.types[t.Obj()] != "" {
		return
	}
	u := c.typeUnion(t, path)
	s, isStruct := t.Underlying().(*types.Struct)
	if isStruct {
		defer func(old route) { c.route = old }(c.route)
		c.holder, c.part = t.Obj(), nil
	}
	switch {
	case u.is(t):
		c.union(u, path, pos)
	case isStruct:
		c.fields(s, kind, path, pos)
	default:
		c.walk(t.Underlying(), path, pos, u)
	}
}

// encodesItself reports whether the fields of t do not matter because its own methods encode it. This holds for types of other packages
// with marshal methods, and for types of this package that Options.Custom accepts.
func (c *checker) encodesItself(t *types.Named) bool {
	if t.Obj().Pkg() != c.pkg.Types {
		return c.marshalsItself(t)
	}
	return c.options.Custom != nil && c.options.Custom(t.Obj().Name(), methodsOf(t, c.handwritten))
}

func (c *checker) fields(t *types.Struct, kind MessageKind, path, pos string) {
	defer func(hidden bool) { c.hidden = hidden }(c.hidden)
	if !c.hidden && c.hides(t, kind) {
		c.hidden = true
		if h := c.holder; c.external != nil && h != nil && h.Exported() && !c.inModule(h.Pkg()) { // rather than what holds it, of which more would be lost
			c.external = h
		}
	}
	for i := range t.NumFields() {
		f := t.Field(i)
		if f.Name() == "_" || c.isMark(f) || kind.internal(f) && !c.options.JSON {
			continue
		}
		at := pos
		if c.inModule(f.Pkg()) {
			at = cmp.Or(c.places.of(f), pos)
		}
		where := path + "." + f.Name()
		if why := TagFault(t.Tag(i), "bale", "skip"); why != "" {
			c.fail(at, where, "%s", why)
		}
		if c.skips(f, t.Tag(i)) {
			continue
		}
		if c.fieldWay(f) != "" {
			continue
		}
		c.field(f, where, at, c.fieldUnion(f, t.Tag(i), where))
	}
}

// field checks the type of a field.
func (c *checker) field(f *types.Var, path, pos string, u *union) {
	defer func(old route) { c.route = old }(c.route)
	c.outside, c.part = !c.inModule(f.Pkg()), cmp.Or(c.part, f)
	if !c.outside {
		c.own = path
	}
	if c.external == nil {
		c.external = c.externalIn(f.Type(), map[types.Type]bool{})
	}
	c.walk(f.Type(), path, pos, u)
}

// externalIn returns the first type of another module that t is, or that its pointers, lists and maps hold, or nil. seen has the types
// with names that contain t.
func (c *checker) externalIn(t types.Type, seen map[types.Type]bool) *types.TypeName {
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok {
		if p := n.Obj().Pkg(); p != nil && !c.inModule(p) {
			return n.Obj()
		}
		if seen[n] {
			return nil
		}
		seen[n] = true
	}
	if held := elem(t.Underlying()); held != nil {
		return c.externalIn(held, seen)
	}
	return nil
}

func (c *checker) refuse(t types.Type, path, pos string) {
	local := types.RelativeTo(c.pkg.Types)
	text := types.TypeString(t, local)
	switch u := t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		if u != t {
			text += " (" + types.TypeString(u, local) + ")"
		}
	}
	advice := c.advice()
	if key := [2]string{pos, advice}; c.outside {
		if c.reported[key] {
			return
		}
		c.reported[key] = true
	}
	no := "no serializer"
	if n, ok := t.(*types.Named); ok && c.options.JSON && jsonMethodsOf(n, c.handwritten).Any() { // encoding/json calls the methods
		no = "no generated code"
	}
	c.fail(pos, path, "%s can carry %s: %s", no, text, advice)
}

// hides reports whether t, a struct of another module, has unexported fields with data.
func (c *checker) hides(t *types.Struct, kind MessageKind) bool {
	for f := range t.Fields() {
		if !f.Exported() && !c.inModule(f.Pkg()) && !c.isMark(f) && !kind.internal(f) {
			return true
		}
	}
	return false
}

// advice returns what to do about a field that no codec can carry. Fields of another module's structs cannot be marked in the source.
func (c *checker) advice() string {
	if c.options.JSON {
		return c.jsonAdvice()
	}
	switch {
	case c.outside && c.holder != nil && !c.inModule(c.part.Pkg()) && (!c.hidden || c.inModule(c.holder.Pkg())): // also for type Order lib.Order
		return fmt.Sprintf("leave the field out with //bale:custom %s.%s.%s skip, anywhere in a file of the package", c.holder.Pkg().Path(), c.holder.Name(), c.part.Name())
	case c.outside && c.external != nil:
		pkg, name := c.external.Pkg(), c.external.Name()
		return fmt.Sprintf("leave out all fields that hold %s.%s with //bale:custom %s.%s skip, anywhere in a file of the package", pkg.Name(), name, pkg.Path(), name)
	}
	const hide = "hide it in a struct of another package that has MarshalBinary and UnmarshalBinary"
	switch {
	case c.outside:
		return "declare a type of your own without the field, which is another module's, or " + hide
	case c.part == nil: // an element or a key, and no field holds it
		return hide
	}
	return cmp.Or(c.options.Advice, "leave it out of the type") + ", or " + hide
}

// jsonAdvice is advice for encoding/json, which knows no directives.
func (c *checker) jsonAdvice() string {
	const replace = "put it into a struct with MarshalJSON and UnmarshalJSON"
	switch {
	case c.part == nil:
		return replace
	case c.own == "":
		return "declare a type of your own without the field, which is another module's"
	case c.outside:
		return "leave " + c.own + " out with the tag `json:\"-\"`, or " + replace
	}
	return c.options.Advice + ", or " + replace
}

// union walks the members of a union, once.
func (c *checker) union(u *union, path, pos string) {
	if u == nil || u.walked {
		return
	}
	u.walked = true
	for _, m := range u.members {
		c.walk(m, path+".("+c.spell(m)+")", pos, u)
	}
}
