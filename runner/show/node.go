package show

import (
	"encoding"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unsafe"
)

// A node describes a type at a place, as a value of it is written in JSON.
type node struct {
	typ       reflect.Type
	kind      reflect.Kind
	timestamp bool // time.Time, or a type defined as it
	text      bool // has MarshalText and UnmarshalText
	json      bool // has MarshalJSON and UnmarshalJSON, which bale gen did not generate
	binary    bool // the same for MarshalBinary and UnmarshalBinary, or GobEncode and GobDecode
	by        string
	fields    []field
	elem, key *node
	members   []member       // of an interface with a union
	writing   map[place]bool // memory of pointers, lists and maps of the type that are being written
}

// own reports whether the type has methods of its own that may write it.
func (n *node) own() bool { return n.text || n.json || n.binary }

// nullable reports whether nil is a value of the type.
func (n *node) nullable() bool {
	return n.kind == reflect.Pointer || n.kind == reflect.Slice || n.kind == reflect.Map || n.kind == reflect.Interface
}

// A field is a field of a struct.
type field struct {
	name    string
	index   int
	node    *node
	unknown bool // the bytes of unknown fields of a protobuf message, which most messages do not have
}

// A member is a type of a union. Its name is unique in the union.
type member struct {
	name string
	node *node
}

// types makes the nodes of one Type.
type types struct {
	unions  map[string][]reflect.Type
	skipped map[reflect.Type][]string
	customs map[reflect.Type]string
	nodes   map[site]*node
}

// A site is a type at a place, and the union around it. The place of a defined type is its name, unless it is an interface with a union of its place.
type site struct {
	typ    reflect.Type
	place  string
	within *node
}

func newTypes(t *Type) *types {
	x := &types{map[string][]reflect.Type{}, map[reflect.Type][]string{}, map[reflect.Type]string{}, map[site]*node{}}
	for _, u := range t.Unions {
		x.unions[u.Place] = u.Types
	}
	for _, s := range t.Skipped {
		x.skipped[reflect.TypeOf(s.Of).Elem()] = s.Fields
	}
	for _, c := range t.Customs {
		x.customs[reflect.TypeOf(c.Of).Elem()] = c.By
	}
	return x
}

var timeType = reflect.TypeOf(time.Time{})

// node returns the node of a type at a place.
func (x *types) node(t reflect.Type, place string) *node { return x.at(site{typ: t, place: place}) }

// locate returns the site of a type, which is the same everywhere for a defined type, and the members of its union. An interface without a union may be
// that of the union around it.
func (x *types) locate(s site) (at site, members []reflect.Type) {
	isInterface := s.typ.Kind() == reflect.Interface
	if members = x.unions[s.place]; isInterface && members != nil {
		return s, members
	}
	if s.typ.PkgPath() == "" {
		return s, nil
	}
	s.place = strings.ReplaceAll(s.typ.PkgPath()+"."+s.typ.Name(), "interface {}", "any")
	if !isInterface {
		s.within = nil
		return s, nil
	}
	if members = x.unions[s.place]; members != nil {
		s.within = nil
	}
	return s, members
}

// part returns the node of a part of the type at s.
func (x *types) part(s site, t reflect.Type, step string) *node {
	return x.at(site{t, s.place + step, s.within})
}

func (x *types) at(s site) *node {
	s, members := x.locate(s)
	if n := s.within; n != nil && n.typ == s.typ && members == nil {
		return n
	}
	if n := x.nodes[s]; n != nil {
		return n
	}
	t := s.typ
	n := &node{typ: t, kind: t.Kind(), by: x.customs[t]}
	x.nodes[s] = n // before the parts, which may refer to it
	n.timestamp = n.kind == reflect.Struct && t.ConvertibleTo(timeType)
	n.findMethods()
	switch n.kind {
	case reflect.Struct:
		n.fields = x.fields(t, s.place)
	case reflect.Map:
		n.key, n.elem = x.part(s, t.Key(), "{key}"), x.part(s, t.Elem(), "{}")
	case reflect.Array, reflect.Slice:
		n.elem = x.part(s, t.Elem(), "[]")
	case reflect.Pointer:
		n.elem = x.part(s, t.Elem(), "")
	case reflect.Interface:
		s.within = n
		for i, m := range members {
			n.members = append(n.members, member{memberName(i, members), x.part(s, m, "()")})
		}
	}
	return n
}

// memberName returns the name of a member of a union in JSON: that of its type without * and without its package, or more of it if another member
// has that name.
func memberName(at int, members []reflect.Type) string {
	for _, form := range []func(t reflect.Type) string{shortName, reflect.Type.String, fullName} {
		same := 0
		for _, m := range members {
			if form(m) == form(members[at]) {
				same++
			}
		}
		if same == 1 {
			return form(members[at])
		}
	}
	return fmt.Sprintf("%s %d", fullName(members[at]), at+1) // structs without names, with fields of two packages of one name
}

func shortName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := t.Name()
	if name == "" {
		name = t.String()
	}
	return strings.ReplaceAll(name, "interface {}", "any")
}

// fullName returns the text of a type with the paths of packages.
func fullName(t reflect.Type) string {
	switch {
	case t.PkgPath() != "":
		return t.PkgPath() + "." + t.Name()
	case t.Kind() == reflect.Pointer:
		return "*" + fullName(t.Elem())
	case t.Kind() == reflect.Slice:
		return "[]" + fullName(t.Elem())
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), fullName(t.Elem()))
	case t.Kind() == reflect.Map:
		return "map[" + fullName(t.Key()) + "]" + fullName(t.Elem())
	}
	return t.String()
}

// fields returns the fields of a struct that messages may hold.
func (x *types) fields(t reflect.Type, place string) []field {
	var list []field
	message := isMessage(t)
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		if f.Name == "_" || slices.Contains(x.skipped[t], f.Name) || isInternal(f, message) {
			continue
		}
		switch f.Type.Kind() {
		case reflect.Func, reflect.Chan, reflect.UnsafePointer:
			continue
		}
		unknown := message && !f.IsExported() || f.Name == unrecognized
		list = append(list, field{f.Name, i, x.node(f.Type, place+"."+f.Name), unknown})
	}
	return list
}

// isMessage reports whether a struct is a message of protoc-gen-go with fields of the protobuf library.
func isMessage(t reflect.Type) bool {
	for i := 0; i < t.NumField(); i++ {
		if f := t.Field(i).Type; f.Name() == "MessageState" && f.PkgPath() == "google.golang.org/protobuf/internal/impl" {
			return true
		}
	}
	return false
}

// unrecognized is the name of the field with unknown fields in messages of older generators.
const unrecognized = "XXX_unrecognized"

// isInternal reports whether a field belongs to the protobuf library. The bytes of unknown fields are part of a message.
func isInternal(f reflect.StructField, message bool) bool {
	return message && !f.IsExported() && f.Name != "unknownFields" || strings.HasPrefix(f.Name, "XXX_") && f.Name != unrecognized
}

// The pairs of methods by which types write themselves.
type (
	textPair interface {
		encoding.TextMarshaler
		encoding.TextUnmarshaler
	}
	jsonPair interface {
		json.Marshaler
		json.Unmarshaler
	}
	binaryPair interface {
		encoding.BinaryMarshaler
		encoding.BinaryUnmarshaler
	}
	gobPair interface {
		gob.GobEncoder
		gob.GobDecoder
	}
)

// findMethods sets the fields that tell which methods the type has. Methods that bale gen has generated do not count, because they write the fields,
// and neither do methods of an embedded field, because they leave out the others.
func (n *node) findMethods() {
	if n.kind == reflect.Pointer || n.kind == reflect.Interface || n.timestamp {
		return
	}
	p := reflect.PointerTo(n.typ)
	has := func(pair reflect.Type) bool { return p.Implements(pair) && !inherits(n.typ, pair) }
	generated := func(name string) bool {
		_, ok := p.MethodByName(name)
		return ok
	}
	n.text = has(reflect.TypeOf((*textPair)(nil)).Elem())
	n.json = has(reflect.TypeOf((*jsonPair)(nil)).Elem()) && !generated("UnmarshalJSONAlias")
	n.binary = has(reflect.TypeOf((*binaryPair)(nil)).Elem()) && !generated("UnmarshalBinaryAlias") || has(reflect.TypeOf((*gobPair)(nil)).Elem())
}

// inherits reports whether t is a struct with an embedded field that has the methods.
func inherits(t reflect.Type, pair reflect.Type) bool {
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		f := t.Field(i)
		if f.Anonymous && (f.Type.Implements(pair) || f.Type.Kind() != reflect.Pointer && reflect.PointerTo(f.Type).Implements(pair)) {
			return true
		}
	}
	return false
}

// part returns a field of an addressable struct such that it can be read and set, even if it is not exported.
func part(v reflect.Value, index int) reflect.Value {
	f := v.Field(index)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// addressable returns a copy of v that can be set.
func addressable(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}
