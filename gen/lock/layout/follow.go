package layout

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// A Follower finds out how code for the types as they are now decodes messages of a [Version].
type Follower struct {
	Rules      *Rules
	Directives *plan.Directives // get the places of the fields in the version
	Home       string
	Renames    Renames
	LockFile   string // name of the lock file, for messages
}

// Into returns a copy of a root, or of a copy of a root for a part, that is decoded from messages of version v: its fields have the places that they have
// there, and fields that are not there are Unread. changes are the reasons why that is impossible.
func (f *Follower) Into(root *model.Named, v *Version) (copied *model.Named, changes []Change) {
	x := &follower{
		Follower: f, version: v, root: root, made: map[madeKey]model.Type{}, skips: map[string]*model.Named{}, same: map[[2]string]bool{},
		builder: newBuilder(v.Layout.Format, f.Rules, f.Directives, f.Home),
	}
	x.builder.root(root)
	od := v.Layout.Defs[v.Root]
	at := place{pos: root.Pos, path: plan.FullName(root, f.Home), line: x.line(od.At)}
	switch _, isStruct := root.Underlying.(*model.Struct); {
	case isStruct != (od.Kind == Struct):
		x.fail(at, "it was %s (%s), and is %s", od.kind(), at.line, x.layout.Defs[at.path].kind())
	case isStruct:
		copied = x.structOf(od, root, at, false).(*model.Named)
	default:
		t, direct := x.read(od.Type, root.Underlying, at, false)
		if !direct && len(x.changes) == 0 {
			x.differs(od.Type, x.typ(root.Underlying, at.path, at.pos, false), at)
		}
		copied = x.named(root, od, t)
	}
	return copied, x.changes
}

// A follower follows one version of one root. Its builder has the layout of the root as it is now.
type follower struct {
	*Follower
	*builder
	version *Version
	root    *model.Named
	made    map[madeKey]model.Type  // copies of types
	skips   map[string]*model.Named // types of values that are skipped, by name
	same    map[[2]string]bool      // pairs of definitions that are being compared, or are the same
	changes []Change
}

// A madeKey identifies a copy of a type: for the definition of the version, and the type as it is now.
type madeKey struct {
	def string
	t   model.Type
}

// fail adds a change that cannot be followed.
func (x *follower) fail(at place, format string, args ...any) {
	x.changes = append(x.changes, Change{Pos: at.pos, Path: at.path, format: format, args: args})
}

// differs adds a change of a type. If it is inside the type of a field, the message has the type of the field.
func (x *follower) differs(o, n *Type, at place) {
	was, is, directive := o, n, ""
	if at.was != nil {
		was, is = at.was, at.is
		if t := x.goType(was); t != nil && x.typ(t, at.path, at.pos, false).String() == was.String() {
			directive = at.field + " " + was.String()
		}
	}
	x.fail(at, "it was %s (%s), and is %s", was, at.line, is)
	c := &x.changes[len(x.changes)-1]
	c.Was, c.Directive = o, directive
}

// line returns a reference to a line of the lock file.
func (x *follower) line(at int) lineRef { return lineRef{x.LockFile, at} }

// old returns a definition of the version.
func (x *follower) old(t *Type) *Def { return x.version.Layout.Defs[t.Name] }

// read returns the type that a value is decoded into, so that code decodes what was encoded from o. direct reports whether the type has the Go type t.
// Otherwise, the value has to be converted to t.
func (x *follower) read(o *Type, t model.Type, at place, inKey bool) (into model.Type, direct bool) {
	n := x.typ(t, at.path, at.pos, false)
	switch {
	case x.equal(o, n):
		return t, true
	case o.Op == Pointer && n.Op != Pointer:
		into, _ = x.read(o.Elem, t, at, inKey)
		return &model.Pointer{Elem: into}, false
	case o.Op != Pointer && n.Op == Pointer:
		into, _ = x.read(o, model.Underlying(t).(*model.Pointer).Elem, at, inKey)
		return into, false
	case o.Op == Basic && n.Op == Basic && widens(o.kind(), n.kind()):
		return &model.Basic{Kind: o.kind()}, false
	case o.Op != n.Op:
		x.differs(o, n, at)
		return t, true
	}
	switch o.Op {
	case Slice:
		elem, direct := x.read(o.Elem, plan.Elem(t), at, inKey)
		return x.list(t, &model.Slice{Elem: elem}, o, direct), direct
	case Pointer:
		elem, direct := x.read(o.Elem, plan.Elem(t), at, inKey)
		return x.list(t, &model.Pointer{Elem: elem}, o, direct), direct
	case Array:
		if o.Len == n.Len {
			elem, direct := x.read(o.Elem, plan.Elem(t), at, inKey)
			return x.list(t, &model.Array{Len: o.Len, Elem: elem}, o, direct), direct
		}
	case Map:
		u := model.Underlying(t).(*model.Map)
		key, sameKey := x.read(o.Key, u.Key, at, true)
		elem, sameElem := x.read(o.Elem, u.Elem, at, inKey)
		return x.list(t, &model.Map{Key: key, Elem: elem}, o, sameKey && sameElem), sameKey && sameElem
	case Ref:
		switch od, nd := x.old(o), x.layout.Defs[n.Name]; {
		case od.Kind != nd.Kind || od.Evolve:
		case od.Kind == Struct:
			return x.structOf(od, t, at, inKey), true
		case od.Kind == Union:
			return x.unionOf(od, t.(*model.Named), at), true
		}
	}
	x.differs(o, n, at)
	return t, true
}

// list returns the type of a list, pointer or map with other elements. If it has the Go type t, a name of t stays.
func (x *follower) list(t, other model.Type, o *Type, direct bool) model.Type {
	if n, ok := t.(*model.Named); ok && direct {
		return x.named(n, &Def{Name: o.String(), Kind: Value, Type: o}, other)
	}
	return other
}

// named returns a copy of a named type with another underlying type, for the definition od.
func (x *follower) named(n *model.Named, od *Def, underlying model.Type) *model.Named {
	c := *n
	c.Part = x.part(n, od)
	c.Underlying = underlying
	x.Directives.CopyRoot(n, &c)
	return &c
}

// part identifies the copies of a type for the definition od. Copies for versions with the same definition have the same functions.
func (x *follower) part(t model.Type, od *Def) *model.Part {
	id, text := uint32(0), ""
	if od.Totals > 0 { // two layouts may differ in nothing else
		text = fmt.Sprintf("totals=%d", od.Totals)
	}
	if x.version.Layout.Defs[od.Name] == od {
		id = x.version.Layout.hash(od.Name, text)
	} else {
		l := &Layout{Defs: map[string]*Def{od.Name: od}}
		for name, d := range x.version.Layout.Defs {
			l.Defs[name] = d
		}
		id = l.hash(od.Name, text)
	}
	name, path := fmt.Sprintf("At%08x", id), od.Name
	if p := model.PartOf(t); p != nil {
		name, path = p.Name+name, p.Path+" "+path
	}
	return &model.Part{Name: name, Path: path, Earlier: true}
}

// widens reports whether numbers of kind to have all values of kind from.
func widens(from, to model.Kind) bool {
	switch {
	case from == 0 || to == 0:
		return false
	case from == model.Float32:
		return to == model.Float64
	case from == model.Complex64:
		return to == model.Complex128
	case from.Unsigned() && to.Signed() && !from.Native():
		return to.Bits() > from.Bits() && (!to.Native() || from.Bits() < 32)
	}
	return HoldsInteger(from, to)
}

// equal reports whether code for type n decodes what was encoded from type o, with fields of the same names in the same places.
func (x *follower) equal(o, n *Type) bool {
	if o.Op != n.Op {
		return false
	}
	switch o.Op {
	case Basic:
		return o.kind() == n.kind() || x.builder.Reads(o.kind(), n.kind())
	case Custom:
		return o.Name == n.Name && o.Method == n.Method
	case Slice, Pointer:
		return x.equal(o.Elem, n.Elem)
	case Array:
		return o.Len == n.Len && x.equal(o.Elem, n.Elem)
	case Map:
		return x.equal(o.Key, n.Key) && x.equal(o.Elem, n.Elem)
	case Ref:
		return x.equalDefs(o.Name, n.Name)
	}
	return true
}

// kind returns the kind of a basic type.
func (t *Type) kind() model.Kind {
	if t.Name == "byte" {
		return model.Uint8
	}
	return kindOf(t.Name)
}

// equalDefs is equal for definitions. While it compares two, it takes them for the same.
func (x *follower) equalDefs(o, n string) bool {
	key := [2]string{o, n}
	if result, ok := x.same[key]; ok {
		return result
	}
	x.same[key] = true
	od, nd := x.version.Layout.Defs[o], x.layout.Defs[n]
	result := od.Kind == nd.Kind && od.Evolve == nd.Evolve && od.Sparse == nd.Sparse && (!od.Evolve || o == strings.TrimRight(n, "'")) // the copies for parts of one type have names with quotes
	switch {
	case !result || od.Evolve:
	case od.Kind == Value:
		result = x.equal(od.Type, nd.Type)
	default:
		result = len(od.Fields) == len(nd.Fields) || od.Kind == Union && len(od.Fields) < len(nd.Fields)
		for i := 0; result && i < len(od.Fields); i++ {
			was, is := od.Fields[i], nd.Fields[i]
			result = x.Renames.now(od, nd, was.Name) == is.Name && (is.node == nil || wasOf(x.Directives, is.node, was) == nil) && x.equal(was.Type, is.Type)
		}
	}
	if !result {
		x.forget(key)
	}
	return result
}

// forget removes what was found while two definitions were taken for the same, and records that they are not.
func (x *follower) forget(key [2]string) {
	for k, same := range x.same {
		if same {
			delete(x.same, k)
		}
	}
	x.same[key] = false
}

// wasOf returns what the directive was of a field says of the field was of an earlier layout, or nil.
func wasOf(d *plan.Directives, f *model.Field, was *Field) *plan.Was {
	for _, w := range d.Was[f] {
		if w.Name == was.Name && (w.Type == "" || plan.PlainType(w.Type) == plan.PlainType(was.Type.String())) {
			return w
		}
	}
	return nil
}
