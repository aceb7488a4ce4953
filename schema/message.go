package schema

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// MessageKind says what kind of protobuf message a struct is.
type MessageKind int

// The kinds. A struct that only embeds a message has its methods and is none.
const (
	NoMessage MessageKind = iota
	// MessageV1 has ProtoMessage, Reset and String, and fields XXX_: what gogo generates, and what golang/protobuf did before
	// version 1.4. A struct with these methods and without such fields has nothing to leave out, and is like any other.
	MessageV1
	// MessageV2 has ProtoReflect and the state that protoc-gen-go puts into a struct.
	MessageV2
)

// String is the kind in the JSON form of a model: "v1", "v2", or "" for NoMessage.
func (k MessageKind) String() string { return [...]string{"", "v1", "v2"}[k] }

// internal reports whether a field of a message belongs to its library.
func (k MessageKind) internal(f *types.Var) bool {
	return k != NoMessage && strings.HasPrefix(f.Name(), "XXX_") || k == MessageV2 && !f.Exported()
}

func messageKind(t *types.Named) MessageKind {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || t.Obj().Pkg() == nil {
		return NoMessage
	}
	set := types.NewMethodSet(types.NewPointer(t))
	has := func(name string, results int) bool {
		m := set.Lookup(nil, name)
		if m == nil || len(m.Index()) != 1 { // or it is a method of an embedded field
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

// messageFields says of which kind of message the fields of t are. A defined type, as in type Order pb.Order, has the fields of a message
// and not its methods.
func messageFields(t *types.Named) MessageKind {
	if kind := messageKind(t); kind != NoMessage {
		return kind
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return NoMessage
	}
	numbered, internal := false, false
	for i := range s.NumFields() {
		if isState(s.Field(i)) {
			return MessageV2
		}
		numbered = numbered || reflect.StructTag(s.Tag(i)).Get("protobuf") != ""
		internal = internal || MessageV1.internal(s.Field(i))
	}
	if numbered && internal {
		return MessageV1
	}
	return NoMessage
}

// isState reports whether f is the first of the fields that protoc-gen-go adds to a message.
func isState(f *types.Var) bool {
	n, ok := types.Unalias(f.Type()).(*types.Named)
	return ok && n.Obj().Name() == "MessageState" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "google.golang.org/protobuf/internal/impl"
}

// hidesFields reports whether t is a message of the opaque API.
func hidesFields(t *types.Named) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && messageFields(t) == MessageV2 && slices.ContainsFunc(slices.Collect(s.Fields()), func(f *types.Var) bool {
		return strings.HasPrefix(f.Name(), "xxx_hidden_")
	})
}

// oneof is the union of a oneof of a message: an interface isOrder_Payment with a method of the same name, and
// pointers to the structs Order_Card and Order_Cash that have it, in the order of their field numbers. It is nil for all other types.
func (l *loader) oneof(t *types.Named) *union {
	i, ok := t.Underlying().(*types.Interface)
	obj := t.Obj()
	if !ok || obj.Pkg() == nil || !strings.HasPrefix(obj.Name(), "is") {
		return nil
	}
	if m, _, _ := types.LookupFieldOrMethod(t, false, obj.Pkg(), obj.Name()); m == nil {
		return nil
	}
	l.oneofs = append(l.oneofs, obj.Pkg().Path())
	key := "oneof " + types.TypeString(t, nil)
	if u, ok := l.unions[key]; ok {
		return u
	}
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
		if n := wrapped(w.Type()); n > 0 && types.Implements(p, i) {
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

// wrapped is the field number of what a struct of a oneof holds, 0 for any other type.
func wrapped(t types.Type) int {
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

// LeftOut is a line for each root that leads to internal fields of protobuf messages; of says what they are left out of. Messages have the
// same few, so each name is there once.
func (m *Model) LeftOut(of string) []string {
	return m.without(of, "internal to protobuf", func(_ string, s *Struct) []string {
		var names []string
		for _, f := range s.Internal {
			names = append(names, f.Name)
		}
		return names
	})
}

// Skipped is a line for each root that leads to fields that Options.Skip or a directive took out; of says what they are left out of.
func (m *Model) Skipped(of string) []string {
	return m.without(of, "skipped by a directive", func(path string, s *Struct) []string {
		var paths []string
		for _, f := range s.Skipped {
			paths = append(paths, path+"."+f.Name)
		}
		return paths
	})
}

// maxLeftOut is how many fields a line names.
const maxLeftOut = 8

// without is a line for each root that leads to fields that pick returns of a struct: each once, in the order in which they are met. The
// path of a struct is its name, or begins with that of the type that it is in.
func (m *Model) without(of, why string, pick func(path string, s *Struct) []string) []string {
	var lines []string
	for _, r := range m.Roots {
		var fields []string
		m.structs(r.Type, r.Expr, map[*Named]bool{}, func(path string, s *Struct) {
			for _, f := range pick(path, s) {
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

// structs calls visit for the structs that t, which stands at path, leads to.
func (m *Model) structs(t Type, path string, seen map[*Named]bool, visit func(path string, s *Struct)) {
	if n, ok := t.(*Named); ok {
		if seen[n] {
			return
		}
		seen[n] = true
		path = GoType(&Named{Package: n.Package, Name: n.Name}, func(of string) string {
			if of == m.Package {
				return ""
			}
			return of[strings.LastIndexByte(of, '/')+1:]
		})
	}
	s, ok := Underlying(t).(*Struct)
	if !ok {
		for child := range Children(t) {
			m.structs(child, path, seen, visit)
		}
		return
	}
	visit(path, s)
	for _, f := range s.Fields {
		m.structs(f.Type, path+"."+f.Name, seen, visit)
	}
}
