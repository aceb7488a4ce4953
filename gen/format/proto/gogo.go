package proto

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// Structs for which gogo has generated Marshal and Unmarshal are encoded as Marshal does, and decoded as Unmarshal does. Their fields are
// written in the order of their numbers, and a oneof where its last member is. The differences from messages of protoc-gen-go are in this
// file and in gogoget.go.

// isGogo reports whether gogo has generated methods for the struct of m, or whether m is an entry of a map in such a struct.
func isGogo(m *plan.Message) bool {
	return m.Declared != nil && m.Declared.Gogo != nil || m.Entry && m.Values[0].Elem.Declared.Gogo != nil
}

// gogoFields adds the fields of a struct for which gogo has generated methods. The checker has refused those that cannot be encoded.
func (p *planner) gogoFields(m *plan.Message, s *model.Struct) {
	m.Declared = s.Proto
	for _, f := range s.Fields {
		if plan.IsOneof(f) {
			m.Oneofs = append(m.Oneofs, p.gogoOneof(m, f))
		} else if g, _ := plan.NewGogoField(f); g != nil {
			m.Values = append(m.Values, p.gogoField(m, g, f, "v."+f.Name))
		}
	}
	slices.SortFunc(m.Values, func(a, b *plan.Value) int { return a.Number - b.Number })
	for _, o := range m.Oneofs {
		if len(o.Members) == 0 {
			continue
		}
		at := o.Members[len(o.Members)-1].Number
		if s.Proto.Gogo.OneofsFirst {
			at = o.Members[0].Number
		}
		for o.Before < len(m.Values) && m.Values[o.Before].Number < at {
			o.Before++
		}
	}
	slices.SortStableFunc(m.Oneofs, func(a, b *plan.Oneof) int { return a.Before - b.Before })
	if p.internal(m, "XXX_unrecognized") != "" {
		m.Values = append(m.Values, p.unknownFields(m, s))
	}
}

// gogoField returns a field of m that the tag and the type of f describe.
func (p *planner) gogoField(m *plan.Message, g *plan.GogoField, f *model.Field, expr string) *plan.Value {
	v := p.numbered(g.Number, f.Name, expr, g.Of(f.Type))
	v.Declared = plan.Declared{Gogo: g.Elem, Expected: g.Required, Unpacked: g.List && !g.Packed}
	switch {
	case g.Map:
		v.Kind, v.Omit = plan.Map, true
		u := v.Type.(*model.Map)
		if p.Directives != nil && (m.Declared.Gogo.Sorted || p.Directives.Sorted(model.Underlying(f.Type).(*model.Map))) {
			p.Directives.SortedMaps[u] = true
		}
		v.Elem = &plan.Value{Kind: plan.Record, Type: u, Message: p.gogoEntry(u, g)}
		return v
	case g.List:
		v.Kind, v.Omit = plan.List, true
	case g.Pointer:
		v.Kind, v.Omit = plan.Pointer, true
	}
	v.Elem = p.gogoPart(g.Elem, v)
	if v.Kind == 0 {
		v.Kind = v.Elem.Kind
		switch g.Elem.GogoCoding {
		case plan.GogoVarint, plan.GogoFixed, plan.GogoString:
			v.Omit = g.Proto3
		case plan.GogoMethods:
			v.Omit = nilable(v.Elem)
		case plan.GogoBytes:
			v.Omit, v.Declared.Presence = true, true
			v.Elem.Declared.Presence = !g.Proto3
		}
	}
	v.Declared.Required = m.Declared.Gogo.Needs[f.Name]
	return v
}

// gogoPart returns one value of the field f.
func (p *planner) gogoPart(g *plan.GogoPart, f *plan.Value) *plan.Value {
	e := &plan.Value{Type: g.ByMethods(), Number: f.Number, Declared: f.Declared}
	e.Declared.Gogo, e.Declared.AnyText, e.Declared.NotNil = g, true, true
	switch g.GogoCoding {
	case plan.GogoVarint:
		e.Kind, e.Rules.Sint = plan.Integer, g.Zigzag
	case plan.GogoFixed:
		e.Kind, e.Rules.Fixed = plan.Fixed, true
	case plan.GogoString:
		e.Kind = plan.String
	case plan.GogoBytes:
		e.Kind = plan.Bytes
	case plan.GogoMessage:
		e.Kind, e.Message = plan.Record, p.structMessage(g.Type)
	default:
		e.Kind = plan.Custom
	}
	return e
}

// gogoEntry returns the message of the entries of a map.
func (p *planner) gogoEntry(u *model.Map, g *plan.GogoField) *plan.Message {
	typ := fmt.Sprintf("baleProtoPair[%s, %s]", p.Type(u.Key), p.Type(u.Elem))
	key := fmt.Sprintf("%s gogo %d %t %d %t %t", typ, g.Key.GogoCoding, g.Key.Zigzag, g.Elem.GogoCoding, g.Elem.Zigzag, g.Proto3)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &plan.Message{GoType: typ, Name: p.helperName(key), Entry: true, Type: plan.Entry(u)})
	k := p.numbered(1, "key", "v.key", u.Key)
	k.Elem = p.gogoPart(g.Key, k)
	k.Kind = k.Elem.Kind
	x := p.numbered(2, "value", "v.value", u.Elem)
	x.Elem = p.gogoPart(g.Elem, x)
	x.Kind = x.Elem.Kind
	if g.Pointer {
		x.Kind = plan.Pointer
	} else if x.Kind == plan.Bytes {
		x.Omit, x.Elem.Declared.Presence = true, !g.Proto3
	}
	m.Values = []*plan.Value{k, x}
	return m
}

// gogoOneof returns a oneof.
func (p *planner) gogoOneof(m *plan.Message, f *model.Field) *plan.Oneof {
	o := &plan.Oneof{Path: f.Name, Expr: "v." + f.Name, Type: f.Type}
	for _, t := range plan.Members(f.Type) {
		field := model.Underlying(plan.Elem(t)).(*model.Struct).Fields[0]
		g, _ := plan.NewGogoField(field)
		if g == nil {
			continue
		}
		v := p.gogoField(m, g, field, "one."+field.Name)
		v.Omit, v.Around, v.Path = false, f.Name, f.Name+"."+field.Name
		v.Field = &plan.Field{Field: field, Name: field.Name}
		v.Wrapper = t
		o.Members = append(o.Members, v)
	}
	slices.SortFunc(o.Members, func(a, b *plan.Value) int { return a.Number - b.Number })
	return o
}

// A stretch is a part of the fields of a message: fields, and then a oneof or nothing.
type stretch struct {
	values []*plan.Value
	oneof  *plan.Oneof
}

// stretches returns the fields of a message in the order in which they are written.
func stretches(m *plan.Message) (list []stretch) {
	from := 0
	for _, o := range m.Oneofs {
		list = append(list, stretch{m.Values[from:o.Before], o})
		from = o.Before
	}
	last := len(m.Values)
	if m.Declared != nil && unknownOf(m) != nil {
		last--
	}
	return append(list, stretch{m.Values[from:last], nil}, stretch{m.Values[last:], nil})
}

// unknownOf returns the field with the unknown fields of a declared message, or nil if they are dropped.
func unknownOf(m *plan.Message) *plan.Value {
	if n := len(m.Values); n > 0 && m.Values[n-1].Rules.Unknown {
		return m.Values[n-1]
	}
	return nil
}

// keepsEntries reports whether the sizing pass keeps the entries of the map f for the writing pass.
func (p *generator) keepsEntries(f *plan.Value) bool {
	if f.Declared.Gogo != nil {
		return reaches(f.Elem.Message, holdsMethods)
	}
	return p.MustKeepEntries(model.Underlying(f.Type).(*model.Map))
}

// nilable reports whether e is a list or a map that is a message by its methods, as Kubernetes has them. Nil is no message.
func nilable(e *plan.Value) bool {
	g := e.Declared.Gogo
	if g == nil || g.Custom || g.GogoCoding != plan.GogoMethods {
		return false
	}
	switch model.Underlying(g.Type).(type) {
	case *model.Slice, *model.Map:
		return true
	}
	return false
}

// sizeNilable prints code that adds the size of x, a value that may be nil, and of its tag to n.
func (p *generator) sizeNilable(e *plan.Value, x string, tag int) {
	x = printer.Unparen(x)
	p.Line("if %s == nil {\ne.measureCustom(nil, nil)\n} else {\nn += int64(%d + e.sizeCustom(%sNotNil(%s)))\n}", x, tag, title, p.marshalCall(e, x))
}

// marshalCall returns an expression for the bytes of a custom value and an error.
func (p *generator) marshalCall(e *plan.Value, x string) string {
	g := e.Declared.Gogo
	if g == nil {
		return p.Marshal(x, e.Type)
	}
	switch g.GogoCoding {
	case plan.GogoTime:
		return fmt.Sprintf("%sStampBytes(%s)", title, printer.Unparen(x))
	case plan.GogoDuration:
		return fmt.Sprintf("%sSpanBytes(int64(%s))", title, printer.Unparen(x))
	case plan.GogoWrapper:
		name, typ := wrapperOf(e)
		return fmt.Sprintf("%s%sBytes(%s(%s))", title, name, typ, printer.Unparen(x))
	}
	if g.Custom && plan.SizesItself(e.Type.(*model.Named)) {
		return fmt.Sprintf("%[1]sMarshalTo(%[2]s.Size(), %[2]s.MarshalTo)", title, x) // gogo calls these methods, and the bytes of Marshal may differ
	}
	return p.Marshal(x, e.Type)
}

// loadCustom returns an expression for the bytes of the custom value x.
func (p *generator) loadCustom(e *plan.Value, x, path string) string {
	if e.Declared.Gogo == nil {
		return emit.LoadKept(path)
	}
	call := p.marshalCall(e, x)
	if e.Declared.Gogo.GogoCoding == plan.GogoMethods && plan.SizesItself(e.Type.(*model.Named)) {
		call = fmt.Sprintf("e.marshalTo(%[1]s.Size(), %[1]s.MarshalTo)", x) // as gogo does
	}
	if nilable(e) {
		return fmt.Sprintf("e.result(%q, func() ([]byte, error) {\nif %s == nil {\nreturn nil, nil\n}\nreturn %sNotNil(%s)\n})", path, printer.Unparen(x), title, call)
	}
	return fmt.Sprintf("e.result(%q, func() ([]byte, error) { return %s })", path, call)
}

// unmarshalCall returns a call that decodes bytes into the custom value x and returns an error.
func (p *generator) unmarshalCall(e *plan.Value, x, bytes string) string {
	switch e.Declared.Gogo.GogoCoding {
	case plan.GogoTime:
		return fmt.Sprintf("%sSetStamp(%s, %s)", title, printer.Addr(x), bytes)
	case plan.GogoDuration:
		return fmt.Sprintf("%sSetSpan((*int64)(%s), %s)", title, printer.Addr(x), bytes)
	case plan.GogoWrapper:
		name, typ := wrapperOf(e)
		return fmt.Sprintf("%sSet%s((*%s)(%s), %s)", title, name, typ, printer.Addr(x), bytes)
	}
	return p.Unmarshal(x, e.Type, bytes)
}

// wrapperOf returns the name of the helpers for a scalar that is encoded as a message, and its type.
func wrapperOf(e *plan.Value) (name, typ string) {
	if b, ok := model.Underlying(e.Type).(*model.Basic); ok {
		typ = b.Kind.String()
		return "Wrapped" + strings.ToUpper(typ[:1]) + typ[1:], typ
	}
	return "WrappedBytes", "[]byte"
}
