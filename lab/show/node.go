package show

import (
	"encoding"
	"encoding/gob"
	"encoding/json"
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

// A site is a type at a place. The place of a defined type is its name.
type site struct {
	typ   reflect.Type
	place string
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
func (x *types) node(t reflect.Type, place string) *node {
	members := x.unions[place]
	if t.PkgPath() != "" {
		place = strings.ReplaceAll(t.PkgPath()+"."+t.Name(), "interface {}", "any")
		if members == nil {
			members = x.unions[place]
		}
	}
	at := site{t, place}
	if t.Kind() == reflect.Interface && len(members) > 0 { // one defined interface may have several unions
		at.place = place + " " + memberList(members)
	}
	if n := x.nodes[at]; n != nil {
		return n
	}
	n := &node{typ: t, kind: t.Kind(), by: x.customs[t]}
	x.nodes[at] = n // before the parts, which may refer to it
	n.timestamp = n.kind == reflect.Struct && t.ConvertibleTo(timeType)
	n.findMethods()
	switch n.kind {
	case reflect.Struct:
		n.fields = x.fields(t, place)
	case reflect.Map:
		n.key, n.elem = x.node(t.Key(), place+"{key}"), x.node(t.Elem(), place+"{}")
	case reflect.Array, reflect.Slice:
		n.elem = x.node(t.Elem(), place+"[]")
	case reflect.Pointer:
		n.elem = x.node(t.Elem(), place)
	case reflect.Interface:
		for _, m := range members {
			n.members = append(n.members, member{memberName(m, members), x.node(m, place+"()")})
		}
	}
	return n
}

// memberList returns the types of a union as one text.
func memberList(members []reflect.Type) string {
	var b strings.Builder
	for _, m := range members {
		b.WriteString(m.String() + ",")
	}
	return b.String()
}

// memberName returns the name of a member of a union in JSON: that of its type without * and without its package, or more of it if another member
// has that name.
func memberName(t reflect.Type, members []reflect.Type) string {
	forms := []func(t reflect.Type) string{shortName, reflect.Type.String, func(t reflect.Type) string { return t.PkgPath() + " " + t.String() }}
	for _, form := range forms {
		same := 0
		for _, m := range members {
			if form(m) == form(t) {
				same++
			}
		}
		if same == 1 {
			return form(t)
		}
	}
	return shortName(t)
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
