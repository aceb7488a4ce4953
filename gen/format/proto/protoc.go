package proto

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"bale/gen/plan"
	"bale/model"
)

// protoc is the dialect of structs that protoc-gen-go has generated. They are encoded as their .proto file says. Their fields are written in the order of
// their numbers, then the oneofs in the order of the file, then unknown fields: this is the order of google.golang.org/protobuf.
type protoc struct{ generated }

func (protoc) plan(p *planner, m *message, s *model.Struct) {
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
		switch f := byNumber[int(d.Number())]; {
		case f == nil:
		case s.Opaque:
			m.Values = append(m.Values, p.opaqueField(d, f))
		default:
			m.Values = append(m.Values, p.declaredField(d, f.Name, "v."+f.Name, f))
		}
	}
	slices.SortFunc(m.Values, func(a, b *value) int { return a.Number - b.Number })
	for i := range s.Proto.Descriptor.Oneofs().Len() {
		d := s.Proto.Descriptor.Oneofs().Get(i)
		if f := oneofs[string(d.Name())]; f != nil && !d.IsSynthetic() {
			o := p.oneof(f, func(member *model.Field, expr string) *value {
				number, _, _ := tagNumber(member)
				x := d.Fields().ByNumber(protoreflect.FieldNumber(number))
				if x == nil {
					return nil
				}
				return p.declaredField(x, member.Name, expr, member)
			})
			o.Before = len(m.Values)
			m.Oneofs = append(m.Oneofs, o)
		}
	}
	if isNew(s) || p.internal(m, "XXX_unrecognized") != "" {
		m.unknown = p.unknownFields(m)
	}
}

func (protoc) functions(p *generator, m *message) {
	p.boundFunc(m)
	p.sizeFunc(m)
	p.putFunc(m)
	p.dropFunc(m)
	p.unknownFunc(m)
	p.getFunc(m)
	p.mergeFunc(m)
	p.missingFunc(m)
}

// isNew reports whether the struct of a message has the fields that protoc-gen-go adds from version 1.20 on.
func isNew(s *model.Struct) bool {
	return slices.ContainsFunc(s.Internal, func(f *model.Field) bool { return f.Name == "state" })
}

// declaredField returns the field of a descriptor.
func (p *planner) declaredField(d protoreflect.FieldDescriptor, name, expr string, f *model.Field) *value {
	if !d.IsMap() {
		v := p.field(int(d.Number()), name, expr, f.Type, declaredRules(d), false)
		v.absentNil, v.required = d.Kind() == protoreflect.BytesKind && d.HasPresence(), d.Cardinality() == protoreflect.Required
		v.Elem.coding, v.Elem.Number = declaredAs(d), v.Number // the tag after a group has the number
		return v
	}
	v := p.numbered(int(d.Number()), name, expr, f.Type)
	v.Kind, v.Omit = plan.Map, true
	key, elem := d.MapKey(), d.MapValue()
	entry := p.entryOf(model.Underlying(f.Type).(*model.Map), entryPart{declaredRules(key), declaredAs(key)}, entryPart{declaredRules(elem), declaredAs(elem)})
	v.Elem = &value{Kind: plan.Record, Type: f.Type, Message: entry}
	v.again = p.holdsElsewhere(v)
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
func declaredAs(d protoreflect.FieldDescriptor) coding {
	isBytes := d.Kind() == protoreflect.BytesKind
	notNil := d.HasPresence() || d.IsList() || d.ContainingMessage().IsMapEntry()
	return coding{
		group:    d.Kind() == protoreflect.GroupKind,
		unpacked: d.IsList() && !d.IsPacked(),
		anyText:  d.Kind() == protoreflect.StringKind && !checksText(d),
		present:  isBytes && d.HasPresence(),
		notNil:   isBytes && notNil,
		asNil:    isBytes && !notNil,
	}
}

// checksText reports whether google.golang.org/protobuf refuses strings of a field that are not UTF-8.
func checksText(d protoreflect.FieldDescriptor) bool {
	if x, ok := d.(interface{ EnforceUTF8() bool }); ok && d.ParentFile().Syntax() == protoreflect.Editions {
		return x.EnforceUTF8()
	}
	return d.ParentFile().Syntax() == protoreflect.Proto3
}

// internal returns the expression for a field of the struct of m that belongs to the protobuf library, or "" if code of this package
// cannot name it. names are those that it may have.
func (p *planner) internal(m *message, names ...string) string {
	for _, f := range model.Underlying(m.Type).(*model.Struct).Internal {
		if slices.Contains(names, f.Name) && (f.Exported || m.declared.Package == p.Package) {
			return "v." + f.Name
		}
	}
	return ""
}

// reflection returns an expression for the protoreflect.Message of v, a pointer to an m.
func (p *planner) reflection(m *message, v string) string {
	return p.declared(m, v) + ".ProtoReflect()"
}

// declared returns an expression for v, a pointer to an m, that has the methods that protoc-gen-go generates.
func (p *planner) declared(m *message, v string) string {
	if n, ok := m.Type.(*model.Named); ok && n.Package == m.declared.Package && n.Name == m.declared.Name {
		return v
	}
	message := &model.Named{Package: m.declared.Package, Name: m.declared.Name, Underlying: model.Underlying(m.Type)}
	return fmt.Sprintf("(*%s)(%s)", p.Type(message), v)
}

// unknownFields returns the field with the unknown fields of a message. Its expression is a call if the field is in another package.
func (p *planner) unknownFields(m *message) *value {
	t := &model.Slice{Elem: &model.Basic{Kind: model.Uint8}}
	v := &value{Type: t, Kind: plan.Bytes, Rules: plan.Rules{Unknown: true}, Path: "unknownFields", Field: &plan.Field{Name: "unknownFields"}}
	v.Elem = &value{Type: t, Kind: plan.Bytes}
	if v.Expr = p.internal(m, "unknownFields", "XXX_unrecognized"); v.Expr == "" {
		v.Expr = title + "Unknown" + m.Name + "(v)"
	}
	return v
}

// unknownFunc prints the function that returns the unknown fields of a message that is declared in another package. Calling the protobuf
// library for each message made encoding nested, which has a Timestamp in each message, take 1.3 times as long.
func (p *generator) unknownFunc(m *message) {
	if m.unknown == nil || !byCall(m.unknown) {
		return
	}
	reflection := p.reflection(m, "v") + ".GetUnknown()"
	p.head("// %[1]sUnknown%[2]s returns the unknown fields of v.\nfunc %[1]sUnknown%[2]s%[4]s(v *%[3]s) []byte {", m)
	at := title + "UnknownAt" + m.Name
	p.Line("if %[1]s > 0 {\nreturn baleproto.BytesAt(v, %[1]s)\n}\nreturn %[2]sReflect%[3]s(v)\n}\n", at, title, m.Name)
	p.head("//go:noinline\nfunc %[1]sReflect%[2]s%[4]s(v *%[3]s) []byte { return "+reflection+" }\n", m)
	p.Line("// %s is the offset of these fields in v, or 0 if they are not a slice of bytes in v.\nvar %s = baleproto.UnknownAt(reflect.TypeFor[%s]())\n", at, at, m.GoType)
}

// byCall reports whether the unknown fields of a message are read and set by calls.
func byCall(unknown *value) bool { return strings.HasSuffix(unknown.Expr, ")") }

// extensible reports whether values of m may have extensions.
func extensible(m *message) bool {
	return m.dialect == protoc{} && m.declared.Descriptor.ExtensionRanges().Len() > 0
}
