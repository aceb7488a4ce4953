package schema

import (
	"cmp"
	"fmt"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// checker reports every field that no codec could carry, once, with the path by which
// it was first reached.
type checker struct {
	*loader
	seen typeutil.Map // named types that were walked

	route

	// reported has the positions and advice of errors about fields of other modules' structs: several parts of a sync.Map have one remedy.
	reported map[[2]string]bool
}

// A route is what has been passed on the way to a type that is walked.
type route struct {
	foreign *types.TypeName // the first type of another module, of those that fields hold
	outside bool            // the innermost field is another module's
	hidden  bool            // one of its structs has unexported fields: leaving out other fields does not help
	holder  *types.TypeName // the innermost struct with a name
	part    string          // the field of it
}

// walk checks t, which stands at path. pos is the innermost field on the way that is
// in the user's module: that is the one the user can do something about. u is what has been said of an interface in it.
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
	if !carriable(t) { // reported at every field that has the type, so before seen
		c.refuse(t, path, pos)
		return
	}
	if isTime(t) || c.seen.At(t) != nil {
		return
	}
	c.seen.Set(t, true)
	kind := messageFields(t)
	if hidesFields(t) {
		c.fail(pos, path, "%s has protobuf's opaque API, whose fields code cannot name: generate it with api_level = API_OPEN", c.spell(t))
		return
	}
	if messageKind(t) == NoMessage && c.hidesInsides(t) || c.customs.types[t.Obj()] != "" {
		return
	}
	u := c.typeUnion(t, path)
	s, isStruct := t.Underlying().(*types.Struct)
	if isStruct {
		defer func(old route) { c.route = old }(c.route)
		c.holder, c.part = t.Obj(), ""
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

// hidesInsides reports whether the fields of t do not matter, since its own methods encode it: so those of another package, and those of this
// one that the options name.
func (c *checker) hidesInsides(t *types.Named) bool {
	if t.Obj().Pkg() != c.pkg.Types {
		return c.marshalsItself(t)
	}
	return c.options.Custom != nil && c.options.Custom(t.Obj().Name(), methodsOf(t, c.written))
}

func (c *checker) fields(t *types.Struct, kind MessageKind, path, pos string) {
	defer func(hidden bool) { c.hidden = hidden }(c.hidden)
	c.hidden = c.hidden || c.hides(t, kind)
	for i := range t.NumFields() {
		f := t.Field(i)
		if f.Name() == "_" || c.isMark(f) || kind.internal(f) {
			continue
		}
		at := pos
		if c.inModule(f.Pkg()) {
			at = c.places.of(f)
		}
		where := path + "." + f.Name()
		if why := tagFault(t.Tag(i)); why != "" {
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

// field walks the type of a field.
func (c *checker) field(f *types.Var, path, pos string, u *union) {
	defer func(old route) { c.route = old }(c.route)
	c.outside, c.part = !c.inModule(f.Pkg()), cmp.Or(c.part, f.Name())
	if n, ok := innermost(f.Type()).(*types.Named); ok && c.foreign == nil && n.Obj().Pkg() != nil && !c.inModule(n.Obj().Pkg()) {
		c.foreign = n.Obj()
	}
	c.walk(f.Type(), path, pos, u)
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
	c.fail(pos, path, "no serializer can carry %s: %s", text, advice)
}

// hides reports whether t, of another module, has unexported fields with data.
func (c *checker) hides(t *types.Struct, kind MessageKind) bool {
	for f := range t.Fields() {
		if !f.Exported() && !c.inModule(f.Pkg()) && !c.isMark(f) && !kind.internal(f) {
			return true
		}
	}
	return false
}

// advice is what to do about a field that nobody can carry. Those of another module's structs cannot be marked.
func (c *checker) advice() string {
	switch {
	case c.outside && !c.hidden && c.holder != nil && !c.inModule(c.holder.Pkg()):
		return fmt.Sprintf("leave the field out with //bale:custom %s.%s.%s skip, anywhere in a file of the package", c.holder.Pkg().Path(), c.holder.Name(), c.part)
	case c.outside && c.foreign != nil:
		pkg, name := c.foreign.Pkg(), c.foreign.Name()
		return fmt.Sprintf("leave out all fields that hold %s.%s with //bale:custom %s.%s skip, anywhere in a file of the package", pkg.Name(), name, pkg.Path(), name)
	}
	advice := cmp.Or(c.options.Advice, "leave it out of the type")
	if c.outside {
		advice = "declare a type of your own without the field, which is another module's"
	}
	return advice + ", or hide it in a type of another package that has MarshalBinary and UnmarshalBinary"
}

// carriable reports whether t has a node. Every struct has one: fields that are not
// carriable are left out of it.
func carriable(t types.Type) bool {
	return carriableBut(t, make(map[*types.Named]bool))
}

// carriableBut takes the types in open for carriable: they are being looked at.
func carriableBut(t types.Type, open map[*types.Named]bool) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Bool <= t.Kind() && t.Kind() <= types.String
	case *types.Named:
		if open[t] || isTime(t) {
			return true
		}
		open[t] = true
		return carriableBut(t.Underlying(), open)
	case *types.Array:
		return carriableBut(t.Elem(), open)
	case *types.Slice:
		return carriableBut(t.Elem(), open)
	case *types.Map:
		return carriableBut(t.Key(), open) && carriableBut(t.Elem(), open)
	case *types.Pointer:
		return carriableBut(t.Elem(), open)
	case *types.Struct, *types.Interface:
		return true
	}
	return false
}
