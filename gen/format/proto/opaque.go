package proto

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// The fields of a message of protobuf's opaque API are hidden. A set of bits says which of its numbers, strings and bytes are present, if the field
// has presence. A list of messages is behind a pointer. A lazy field may still be encoded: its getter decodes it. protoc-gen-go has written messages in
// this way since version 1.36.0, with the first version of the opaque API.

// checkOpaque checks the layout of a message of the opaque API, and reports whether nothing else of it is checked, because it is in another package.
func checkOpaque(w *emit.Walk, s *model.Struct, path, pos string) bool {
	if s.Proto == nil || !s.Opaque || s.Proto.Package != w.Home {
		return s.Proto != nil && s.Opaque
	}
	if why := s.LayoutFault(); why != "" {
		w.Fail(pos, path, "the message of protobuf's opaque API has %s: update bale, or generate the message with api_level = API_OPEN", why)
	}
	return false
}

// opaqueField returns the field d of an opaque message, which f holds.
func (p *planner) opaqueField(d protoreflect.FieldDescriptor, f *model.Field) *value {
	typ, name := *f, strings.TrimPrefix(f.Name, model.HiddenPrefix)
	behind := holdsListBehind(d)
	if behind {
		typ.Type = plan.Elem(f.Type)
	}
	v := p.declaredField(d, name, "v."+f.Name, &typ)
	v.Var, v.behind = "v."+f.Name, behind
	bit, lazy := model.PresenceBit(d), model.IsLazy(d)
	v.Expr, v.lazy = v.held(), lazy
	if lazy {
		v.Expr = "v." + model.Getter(d) + "()"
	}
	if bit < 0 {
		return v
	}
	word, mask := bit/32, uint32(1)<<(bit%32)
	v.Mark = fmt.Sprintf("v.XXX_presence[%d] |= %#x", word, mask)
	if !lazy {
		v.Has = fmt.Sprintf("v.XXX_presence[%d]&%#x != 0", word, mask)
		v.Omit, v.Elem.present = false, false
	}
	return v
}

// holdsListBehind reports whether an opaque message holds a pointer to the list d.
func holdsListBehind(d protoreflect.FieldDescriptor) bool { return d.IsList() && d.Message() != nil }

// variable returns the Go variable that holds f.
func (f *value) variable() string {
	if f.Var != "" {
		return f.Var
	}
	return f.Expr
}

// held returns an expression for the list or map that the message holds itself.
func (f *value) held() string {
	if f.behind {
		return "baleproto.List(" + f.Var + ")"
	}
	return f.variable()
}

// to returns the Go variable to which a decoded value of f is assigned.
func (f *value) to() string {
	if f.behind {
		return "(*" + f.Var + ")"
	}
	return f.variable()
}

// isSet returns the condition that f, whose pointer is in the variable x, has a value.
func (f *value) isSet(x string) string {
	if f.Has != "" {
		return x + " != nil && " + f.Has
	}
	return x + " != nil"
}

// isUnset returns the condition that f, which has presence, has no value.
func (f *value) isUnset() string {
	if f.Has != "" {
		return strings.Replace(f.Has, "!=", "==", 1)
	}
	return f.Expr + " == nil"
}

// mark prints code that records that f has a value.
func (p *generator) mark(f *value) {
	if f.Mark != "" {
		p.Line("%s", f.Mark)
	}
}

// makeList prints code that allocates the list to which a field points.
func (p *generator) makeList(f *value) {
	if !f.behind {
		return
	}
	p.Line("if %s == nil {", f.Var)
	p.dec.Charge(f.Type, "1", f.Path)
	p.Line("%s = new(%s)\n}", f.Var, p.Type(f.Type))
}

// resolve prints code that decodes what a lazy field has, before more is added.
func (p *generator) resolve(f *value) {
	if f.lazy {
		p.Line("_ = %s", f.Expr)
	}
}

// dropValue prints code that sets f to the value of an absent field.
func (p *generator) dropValue(f *value) {
	zero := "nil"
	if !f.behind {
		zero = p.Zero(f.Type)
	}
	p.Line("%s = %s", f.variable(), zero)
}

// clearList prints code that makes the list f empty, and keeps its memory. With empty, the list is empty already, and others may refer to its elements.
func (p *generator) clearList(f *value, empty bool) {
	list := printer.Unparen(f.to())
	if f.behind {
		p.Line("if %s != nil {", f.Var)
		defer p.Line("}")
	}
	if !isNumber(f.Elem) {
		p.Line("clear(%[1]s[:cap(%[1]s)])", f.to())
	}
	if !empty {
		p.Line("%s = %s[:0]", list, f.to())
	}
}

// dropPresence prints code that records that an opaque message has no field.
func (p *generator) dropPresence(m *message) {
	if x := p.internal(m, "XXX_presence"); x != "" {
		p.Line("clear(%s[:])", x)
	}
	if x := p.internal(m, "XXX_lazyUnmarshalInfo"); x != "" {
		p.Line("%s = nil", x)
	}
}
