package proto

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// elsewhere is the coder of messages of the opaque API in another package, whose fields code cannot name. They are encoded by the methods that bale gen has
// written in that package, or by the protobuf library.
type elsewhere struct{}

// protobuf is the package of the protobuf library with Marshal and Unmarshal.
const protobuf = "google.golang.org/protobuf/proto"

func (elsewhere) marshal(p *generator, e *value, x string) string {
	if hasMethods(e.Type) {
		return x + ".MarshalProto()"
	}
	return fmt.Sprintf("(%s.MarshalOptions{AllowPartial: true, Deterministic: true}).Marshal(%s)", p.Import(protobuf), printer.Addr(x))
}

func (c elsewhere) load(p *generator, e *value, x, path string) string {
	return fmt.Sprintf("e.Result(%q, func() ([]byte, error) { return %s })", path, c.marshal(p, e, x))
}

func (elsewhere) get(p *generator, e *value, x, name, how string) {
	bytes, call := "d.B[n:n+k:n+k]", ""
	switch merges := how == "Merge"; {
	case hasMethods(e.Type) && merges:
		call = fmt.Sprintf("%s.MergeProto(%s)", x, bytes)
	case hasMethods(e.Type):
		call = fmt.Sprintf("%s.UnmarshalProto(%s)", x, bytes)
	default:
		call = fmt.Sprintf("(%s.UnmarshalOptions{AllowPartial: true, Merge: %t}).Unmarshal(%s, %s)", p.Import(protobuf), merges, bytes, printer.Addr(x))
	}
	p.Line("if err := %s; err != nil {\nd.Cause = err", call)
	p.dec.ReturnError("balecore.Malformed", name, "n")
	p.Line("}\nn += k")
}

// hasMethods reports whether bale gen has written the methods of a message.
func hasMethods(t model.Type) bool {
	n := t.(*model.Named)
	return !slices.ContainsFunc([]string{"MarshalProto", "UnmarshalProto", "MergeProto"}, func(name string) bool {
		return !slices.Contains(n.Methods.Names, name)
	})
}

// isElsewhere reports whether e is such a message.
func isElsewhere(e *value) bool {
	_, ok := e.coder.(elsewhere)
	return ok
}

// requiresElsewhere reports whether e is such a message that has required fields, or holds a message that has some.
func requiresElsewhere(e *value) bool {
	if !isElsewhere(e) {
		return false
	}
	m := model.Underlying(e.Type).(*model.Struct).Proto.Descriptor
	has := func(m protoreflect.MessageDescriptor) bool { return m.RequiredNumbers().Len() > 0 }
	return has(m) || plan.Reachable(m, heldMessages, has)
}

// heldMessages returns the messages in the fields of m.
func heldMessages(m protoreflect.MessageDescriptor) (list []protoreflect.MessageDescriptor) {
	for i := range m.Fields().Len() {
		if x := m.Fields().Get(i).Message(); x != nil {
			list = append(list, x)
		}
	}
	return list
}

// isMessage reports whether e is a message of a .proto file.
func isMessage(e *value) bool { return isDeclared(e) || isElsewhere(e) }

// holdsElsewhere reports whether the values of f are such messages.
func (p *planner) holdsElsewhere(f *value) bool {
	if f.Kind != plan.Map {
		return isElsewhere(f.Elem)
	}
	elem := model.Underlying(f.Type).(*model.Map).Elem // the message of the entries of a recursive map may not have its fields yet
	if u, ok := model.Underlying(elem).(*model.Pointer); ok {
		elem = u.Elem
	}
	return plan.OpaqueElsewhere(elem, p.Package)
}
