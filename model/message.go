package model

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// MessageKind is the kind of protobuf message that a struct is.
type MessageKind int

// The kinds. A struct that only embeds a message is not a message, although it has the methods.
const (
	NoMessage MessageKind = iota
	// MessageV1 is a struct with the methods ProtoMessage, Reset and String, and fields whose names begin with XXX_: code of gogo, and
	// of golang/protobuf before version 1.4. A struct with these methods but without such fields has nothing to leave out, and counts
	// as any other struct.
	MessageV1
	// MessageV2 is a struct with the method ProtoReflect and the state that protoc-gen-go adds.
	MessageV2
)

// String returns the kind as in the JSON form of a model: "v1", "v2", or "" for NoMessage.
func (k MessageKind) String() string { return [...]string{"", "v1", "v2"}[k] }

// internal reports whether a field of a message belongs to the protobuf library.
func (k MessageKind) internal(f *types.Var) bool {
	return k != NoMessage && strings.HasPrefix(f.Name(), "XXX_") || k == MessageV2 && !f.Exported() && !isHidden(f)
}

func messageKind(t *types.Named) MessageKind {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || t.Obj().Pkg() == nil {
		return NoMessage
	}
	set := types.NewMethodSet(types.NewPointer(t))
	has := func(name string, results int) bool {
		m := set.Lookup(nil, name)
		if m == nil || len(m.Index()) != 1 { // missing, or promoted from an embedded field
			return false
		}
		sig := m.Type().(*types.Signature)
		return sig.Params().Len() == 0 && sig.Results().Len() == results
	}
	fields := slices.Collect(s.Fields())
	switch {
	case has("ProtoReflect", 1) && slices.ContainsFunc(fields, isState):
		return MessageV2
	case has("ProtoMessage", 0) && has("Reset", 0) && has("String", 1) && slices.ContainsFunc(fields, MessageV1.internal):
		return MessageV1
	}
	return NoMessage
}

// messageFields returns the kind of message that the fields of t belong to. A defined type such as type Order pb.Order has the fields
// of a message without its methods.
func messageFields(t *types.Named) MessageKind {
	if kind := messageKind(t); kind != NoMessage {
		return kind
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return NoMessage
	}
	fields, numbered, internal, known := 0, 0, 0, 0
	for i := range s.NumFields() {
		f, tag := s.Field(i), reflect.StructTag(s.Tag(i))
		switch {
		case isState(f):
			return MessageV2
		case MessageV1.internal(f):
			internal++
			if internalV1[f.Name()] == types.TypeString(f.Type(), nil) && JSONIgnores(s.Tag(i), true) {
				known++
			}
			continue
		case tag.Get("protobuf") != "" || tag.Get("protobuf_oneof") != "":
			numbered++
		}
		fields++
	}
	if numbered > 0 && internal > 0 || fields == 0 && known > 0 && known == internal { // a message without fields has no numbers
		return MessageV1
	}
	return NoMessage
}

// internalV1 are the internal fields that a message without fields can have, and their types.
var internalV1 = map[string]string{"XXX_NoUnkeyedLiteral": "struct{}", "XXX_unrecognized": "[]byte", "XXX_sizecache": "int32"}

// isState reports whether f is the first of the internal fields that protoc-gen-go adds to a message.
func isState(f *types.Var) bool {
	n, ok := types.Unalias(f.Type()).(*types.Named)
	return ok && n.Obj().Name() == "MessageState" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "google.golang.org/protobuf/internal/impl"
}

// oneof returns the union of a oneof of a message, or nil for other types. The interface of a oneof is named like isOrder_Payment and
// has a method of the same name. Its members are pointers to the structs with that method, such as Order_Card and Order_Cash, in the
// order of their field numbers.
func (l *loader) oneof(t *types.Named) *union {
	i, ok := t.Underlying().(*types.Interface)
	obj := t.Obj()
	if !ok || obj.Pkg() == nil || !strings.HasPrefix(obj.Name(), "is") {
		return nil
	}
	if m, _, _ := types.LookupFieldOrMethod(t, false, obj.Pkg(), obj.Name()); m == nil {
		return nil
	}
	key := "oneof " + types.TypeString(t, nil)
	if u, ok := l.unions[key]; ok {
		return u
	}
	l.oneofs = append(l.oneofs, obj.Pkg().Path())
	type member struct {
		number int
		typ    types.Type
	}
	var members []member
	scope := obj.Pkg().Scope()
	for _, name := range scope.Names() {
		w, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		p := types.NewPointer(w.Type())
		if n := oneofNumber(w.Type()); n > 0 && types.Implements(p, i) {
			members = append(members, member{n, p})
		}
	}
	if len(members) == 0 {
		l.unions[key] = nil
		return nil
	}
	slices.SortFunc(members, func(a, b member) int { return cmp.Compare(a.number, b.number) })
	u := &union{Union: &Union{Pos: l.places.of(obj)}, of: t}
	for _, m := range members {
		u.members = append(u.members, m.typ)
	}
	l.unions[key] = u
	return u
}

// oneofNumber returns the field number of the only field of a oneof's struct, or 0 for any other type.
func oneofNumber(t types.Type) int {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || s.NumFields() != 1 {
		return 0
	}
	parts := strings.Split(reflect.StructTag(s.Tag(0)).Get("protobuf"), ",")
	if len(parts) < 2 || !slices.Contains(parts, "oneof") {
		return 0
	}
	n, err := strconv.Atoi(parts[1])
	if err != nil {
		return 0
	}
	return n
}

// InternalFields returns a line for each root that contains internal fields of protobuf messages. of names the result that lacks the fields,
// for example "the comparison". Messages share the same few field names, so each name is listed once. Structs for which kept reports true
// are left out; a nil function reports false.
func (m *Model) InternalFields(of string, kept func(root *Root, s *Struct) bool) []string {
	return m.without(of, "internal to protobuf", func(root *Root, _ string, s *Struct) []string {
		if kept != nil && kept(root, s) {
			return nil
		}
		var names []string
		for _, f := range s.Internal {
			names = append(names, f.Name)
		}
		return names
	})
}

// Skipped returns a line for each root that contains fields left out by Options.Skip or a directive. of is as in LeftOut.
func (m *Model) Skipped(of string) []string {
	return m.without(of, "skipped by a directive", func(_ *Root, path string, s *Struct) []string {
		var paths []string
		for _, f := range s.Skipped {
			paths = append(paths, path+"."+f.Name)
		}
		return paths
	})
}

// maxLeftOut is the maximum number of fields that a line names.
const maxLeftOut = 8

// without returns a line for each root with the fields that pick returns for its structs, each once, in the order of the walk. The path
// of a named struct is its name; that of an unnamed struct begins with the name of the type that contains it.
func (m *Model) without(of, why string, pick func(root *Root, path string, s *Struct) []string) []string {
	var lines []string
	for _, r := range m.Roots {
		var fields []string
		m.structs(r.Type, r.Expr, func(path string, s *Struct) {
			for _, f := range pick(r, path, s) {
				if !slices.Contains(fields, f) {
					fields = append(fields, f)
				}
			}
		})
		more := ""
		if n := len(fields) - maxLeftOut; n > 1 {
			fields, more = fields[:maxLeftOut], fmt.Sprintf(" and %d more", n)
		}
		if len(fields) > 0 {
			lines = append(lines, r.Expr+": left out of "+of+": "+strings.Join(fields, ", ")+more+" ("+why+")")
		}
	}
	return lines
}

// structs calls visit for the structs in t, which is at path, each once. A type that is reached on several paths has the first one.
func (m *Model) structs(t Type, path string, visit func(path string, s *Struct)) {
	paths := map[Type]string{t: path}
	found := func(t Type, path string) {
		if _, ok := paths[t]; !ok {
			paths[t] = path
		}
	}
	Walk(t, func(t Type) bool {
		path := paths[t]
		if n, ok := t.(*Named); ok {
			path = m.shortName(n)
		}
		s, ok := Underlying(t).(*Struct)
		if !ok {
			for child := range Children(t) {
				found(child, path)
			}
			return true
		}
		visit(path, s)
		for _, f := range s.Fields {
			found(f.Type, path+"."+f.Name)
		}
		return true
	})
}

// shortName returns the name of n without type arguments. A type of another package has the package's name before it.
func (m *Model) shortName(n *Named) string {
	return TypeText(&Named{Package: n.Package, PackageName: n.PackageName, Name: n.Name}, m.Package)
}
