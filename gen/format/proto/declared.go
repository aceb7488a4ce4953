package proto

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"bale/gen/plan"
	"bale/model"
)

// Structs that protoc-gen-go has generated are encoded as their .proto file says. Their fields are written in the order of their numbers,
// then the oneofs in the order of the file, then unknown fields: this is the order of google.golang.org/protobuf.

// declaredFields adds the fields of a struct that was generated from a message.
func (p *planner) declaredFields(m *plan.Message, s *model.Struct) {
	m.Declared = s.Proto
	byNumber, oneofs := map[int]*model.Field{}, map[string]*model.Field{}
	for _, f := range s.Fields {
		if f.Unread {
			continue
		}
		if name, ok := reflect.StructTag(f.Tag).Lookup("protobuf_oneof"); ok {
			oneofs[name] = f
		} else if number, ok, _ := tagNumber(f); ok {
			byNumber[number] = f
		}
	}
	fields := s.Proto.Descriptor.Fields()
	for i := range fields.Len() {
		d := fields.Get(i)
		if f := byNumber[int(d.Number())]; f != nil {
			m.Values = append(m.Values, p.declaredField(d, f.Name, "v."+f.Name, f))
		}
	}
	slices.SortFunc(m.Values, func(a, b *plan.Value) int { return a.Number - b.Number })
	for i := range s.Proto.Descriptor.Oneofs().Len() {
		d := s.Proto.Descriptor.Oneofs().Get(i)
		if f := oneofs[string(d.Name())]; f != nil && !d.IsSynthetic() {
			o := p.oneof(d, f)
			o.Before = len(m.Values)
			m.Oneofs = append(m.Oneofs, o)
		}
	}
	if isNew(s) || p.internal(m, "XXX_unrecognized") != "" {
		m.Values = append(m.Values, p.unknownFields(m, s))
	}
}

// isNew reports whether the struct of a message has the fields that protoc-gen-go adds from version 1.20 on.
func isNew(s *model.Struct) bool {
	return slices.ContainsFunc(s.Internal, func(f *model.Field) bool { return f.Name == "state" })
}

// declaredField returns the field of a descriptor.
func (p *planner) declaredField(d protoreflect.FieldDescriptor, name, expr string, f *model.Field) *plan.Value {
	if !d.IsMap() {
		v := p.field(int(d.Number()), name, expr, f.Type, declaredRules(d), false)
		v.Declared = declaredAs(d)
		v.Elem.Declared, v.Elem.Number = v.Declared, v.Number // the tag after a group has the number
		return v
	}
	v := p.numbered(int(d.Number()), name, expr, f.Type)
	v.Kind, v.Omit = plan.Map, true
	key, elem := d.MapKey(), d.MapValue()
	entry := p.entryOf(model.Underlying(f.Type).(*model.Map), entryPart{declaredRules(key), declaredAs(key)}, entryPart{declaredRules(elem), declaredAs(elem)})
	v.Elem = &plan.Value{Kind: plan.Record, Type: f.Type, Message: entry}
	return v
}

// declaredRules returns the encoding of the integers in a field.
func declaredRules(d protoreflect.FieldDescriptor) (r plan.Rules) {
	switch d.Kind() {
	case protoreflect.Sint32Kind, protoreflect.Sint64Kind:
		r.Sint = true
	case protoreflect.Fixed32Kind, protoreflect.Fixed64Kind, protoreflect.Sfixed32Kind, protoreflect.Sfixed64Kind:
		r.Fixed = true
	}
	return r
}

// declaredAs returns what a descriptor says about a field in addition to its Go type.
func declaredAs(d protoreflect.FieldDescriptor) plan.Declared {
	isBytes := d.Kind() == protoreflect.BytesKind
	notNil := d.HasPresence() || d.IsList() || d.ContainingMessage().IsMapEntry()
	return plan.Declared{
		Group:    d.Kind() == protoreflect.GroupKind,
		Unpacked: d.IsList() && !d.IsPacked(),
		AnyText:  d.Kind() == protoreflect.StringKind && !checksText(d),
		Presence: isBytes && d.HasPresence(),
		NotNil:   isBytes && notNil,
		Nil:      isBytes && !notNil,
		Required: d.Cardinality() == protoreflect.Required,
	}
}

// checksText reports whether google.golang.org/protobuf refuses strings of a field that are not UTF-8.
func checksText(d protoreflect.FieldDescriptor) bool {
	if x, ok := d.(interface{ EnforceUTF8() bool }); ok && d.ParentFile().Syntax() == protoreflect.Editions {
		return x.EnforceUTF8()
	}
	return d.ParentFile().Syntax() == protoreflect.Proto3
}

// oneof returns the oneof of a descriptor. Each member is in a struct of its own, which has one field.
func (p *planner) oneof(d protoreflect.OneofDescriptor, f *model.Field) *plan.Oneof {
	o := &plan.Oneof{Path: f.Name, Expr: "v." + f.Name, Type: f.Type}
	for _, t := range plan.Members(f.Type) {
		wrapper, ok := model.Underlying(model.Underlying(t).(*model.Pointer).Elem).(*model.Struct)
		if !ok || len(wrapper.Fields) != 1 {
			continue
		}
		field := wrapper.Fields[0]
		number, _, _ := tagNumber(field)
		member := d.Fields().ByNumber(protoreflect.FieldNumber(number))
		if member == nil {
			continue
		}
		v := p.declaredField(member, field.Name, "one."+field.Name, field)
		v.Omit, v.Around, v.Path = false, f.Name, f.Name+"."+field.Name
		v.Field = &plan.Field{Field: field, Name: field.Name}
		o.Members = append(o.Members, v)
		v.Wrapper = t
	}
	slices.SortFunc(o.Members, func(a, b *plan.Value) int { return a.Number - b.Number })
	return o
}

// fieldsOf returns the fields of a message, with the members of its oneofs.
func fieldsOf(m *plan.Message) iter.Seq[*plan.Value] {
	return func(yield func(*plan.Value) bool) {
		for _, f := range m.Values {
			if !yield(f) {
				return
			}
		}
		for _, o := range m.Oneofs {
			for _, f := range o.Members {
				if !yield(f) {
					return
				}
			}
		}
	}
}

// internal returns the expression for a field of the struct of m that belongs to the protobuf library, or "" if code of this package
// cannot name it. names are those that it may have.
func (p *planner) internal(m *plan.Message, names ...string) string {
	for _, f := range model.Underlying(m.Type).(*model.Struct).Internal {
		if slices.Contains(names, f.Name) && (f.Exported || m.Declared.Package == p.Package) {
			return "v." + f.Name
		}
	}
	return ""
}

// reflection returns an expression for the protoreflect.Message of v, a pointer to an m.
func (p *planner) reflection(m *plan.Message, v string) string {
	return p.declared(m, v) + ".ProtoReflect()"
}

// declared returns an expression for v, a pointer to an m, that has the methods that protoc-gen-go generates.
func (p *planner) declared(m *plan.Message, v string) string {
	if n, ok := m.Type.(*model.Named); ok && n.Package == m.Declared.Package && n.Name == m.Declared.Name {
		return v
	}
	message := &model.Named{Package: m.Declared.Package, Name: m.Declared.Name, Underlying: model.Underlying(m.Type)}
	return fmt.Sprintf("(*%s)(%s)", p.Type(message), v)
}

// unknownFields returns the field with the unknown fields of a message. Its expression is a call if the field is in another package.
func (p *planner) unknownFields(m *plan.Message, s *model.Struct) *plan.Value {
	t := &model.Slice{Elem: &model.Basic{Kind: model.Uint8}}
	v := &plan.Value{Type: t, Kind: plan.Bytes, Rules: plan.Rules{Unknown: true}, Path: "unknownFields", Field: &plan.Field{Name: "unknownFields"}}
	v.Elem = &plan.Value{Type: t, Kind: plan.Bytes}
	if v.Expr = p.internal(m, "unknownFields", "XXX_unrecognized"); v.Expr == "" {
		v.Expr = title + "Unknown" + m.Name + "(v)"
	}
	return v
}

// unknownFunc prints the function that returns the unknown fields of a message that is declared in another package. Calling the protobuf
// library for each message made encoding nested, which has a Timestamp in each message, take 1.3 times as long.
func (p *generator) unknownFunc(m *plan.Message) {
	if unknown := unknownOf(m); m.Declared == nil || unknown == nil || !byCall(unknown) {
		return
	}
	reflection := p.reflection(m, "v") + ".GetUnknown()"
	if p.Safe {
		p.head("// %[1]sUnknown%[2]s returns the unknown fields of v.\nfunc %[1]sUnknown%[2]s%[4]s(v *%[3]s) []byte { return "+reflection+" }\n", m)
		return
	}
	p.head("// %[1]sUnknown%[2]s returns the unknown fields of v.\nfunc %[1]sUnknown%[2]s%[4]s(v *%[3]s) []byte {", m)
	at := title + "UnknownAt" + m.Name
	p.Line("if %[1]s > 0 {\nreturn *(*[]byte)(unsafe.Add(unsafe.Pointer(v), %[1]s))\n}\nreturn %[2]sReflect%[3]s(v)\n}\n", at, title, m.Name)
	p.head("//go:noinline\nfunc %[1]sReflect%[2]s%[4]s(v *%[3]s) []byte { return "+reflection+" }\n", m)
	p.Line("// %s is the offset of these fields in v, or 0 if they are not a slice of bytes in v.\nvar %s = %sUnknownAt(reflect.TypeFor[%s]())\n", at, at, title, m.GoType)
}

// byCall reports whether the unknown fields of a message are read and set by calls.
func byCall(unknown *plan.Value) bool { return strings.HasSuffix(unknown.Expr, ")") }

// extensible reports whether values of m may have extensions.
func extensible(m *plan.Message) bool {
	return m.Declared != nil && m.Declared.Gogo == nil && m.Declared.Descriptor.ExtensionRanges().Len() > 0
}

// isDeclared reports whether e is a message of a .proto file.
func isDeclared(e *plan.Value) bool { return e.Message != nil && e.Message.Declared != nil }
