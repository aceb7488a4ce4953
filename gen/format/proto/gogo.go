package proto

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// gogo is the dialect of structs for which gogo has generated Marshal and Unmarshal. They are encoded as Marshal does, and decoded as Unmarshal does. Their
// fields are written in the order of their numbers, and a oneof where its last member is. The functions that decode them are in gogoget.go.
type gogo struct{ generated }

func (gogo) functions(p *generator, m *message) {
	p.boundFunc(m)
	p.sizeFunc(m)
	p.putFunc(m)
	if m.Entry {
		p.gogoEntryFunc(m)
		return
	}
	p.dropFunc(m)
	if expects(m) { // Merge checks that the message has all required fields
		p.getHead(m)
		p.Line("return %s\n}\n", p.mergeCall(m, "n, end, v", "0"))
	} else {
		p.getFunc(m)
	}
	p.gogoMerge(m)
	p.missingFunc(m)
}

// plan adds the fields of a struct for which gogo has generated methods. The checker has refused those that cannot be encoded.
func (gogo) plan(p *planner, m *message, s *model.Struct) {
	for _, f := range s.Fields {
		if plan.IsOneof(f) {
			o := p.oneof(f, func(member *model.Field, expr string) *value {
				g, _ := plan.NewGogoField(member)
				if g == nil {
					return nil
				}
				v := p.gogoField(m, g, member, expr)
				v.nilAbsent = v.Kind == plan.Pointer || v.Kind == plan.Bytes
				return v
			})
			o.renews = true
			m.Oneofs = append(m.Oneofs, o)
		} else if g, _ := plan.NewGogoField(f); g != nil {
			m.Values = append(m.Values, p.gogoField(m, g, f, "v."+f.Name))
		}
	}
	slices.SortFunc(m.Values, func(a, b *value) int { return a.Number - b.Number })
	bit := uint64(1)
	for _, f := range m.Values {
		if f.expected != 0 {
			f.expected, bit = bit, bit<<1
		}
	}
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
	slices.SortStableFunc(m.Oneofs, func(a, b *oneof) int { return a.Before - b.Before })
	if p.internal(m, "XXX_unrecognized") != "" {
		m.unknown, m.unknownAfter = p.unknownFields(m), len(m.Oneofs)
	}
}

// gogoField returns a field of m that the tag and the type of f describe.
func (p *planner) gogoField(m *message, g *plan.GogoField, f *model.Field, expr string) *value {
	v := p.numbered(g.Number, f.Name, expr, g.Of(f.Type))
	v.pointers, v.nilEmpty, v.again = g.List && g.Pointer, g.Pointer, true
	v.required = m.declared.Gogo.Needs[f.Name]
	if g.Required {
		v.expected = 1
	}
	switch {
	case g.Map:
		v.Kind, v.Omit = plan.Map, true
		u := v.Type.(*model.Map)
		if p.Directives != nil && (m.declared.Gogo.Sorted || p.Directives.Sorted(model.Underlying(f.Type).(*model.Map))) {
			p.Directives.SortedMaps[u] = true
		}
		v.Elem = &value{Kind: plan.Record, Type: u, Message: p.gogoEntry(u, g), coding: coding{lax: true}}
		return v
	case g.List:
		v.Kind, v.Omit = plan.List, true
	case g.Pointer:
		v.Kind, v.Omit = plan.Pointer, true
	}
	v.Elem = p.gogoPart(g.Elem, v)
	v.Elem.unpacked = g.List && !g.Packed
	if v.Kind == 0 {
		v.Kind = v.Elem.Kind
		switch g.Elem.GogoCoding {
		case plan.GogoVarint, plan.GogoFixed, plan.GogoString:
			v.Omit = g.Proto3
		case plan.GogoMethods:
			v.Omit = v.Elem.nilable
		case plan.GogoBytes:
			v.Omit, v.absentNil = true, true
			v.Elem.present = !g.Proto3
		}
	}
	return v
}

// gogoPart returns one value of the field f.
func (p *planner) gogoPart(g *plan.GogoPart, f *value) *value {
	e := &value{Type: g.ByMethods(), Number: f.Number}
	e.anyText, e.notNil, e.noMinus, e.lax = true, true, true, true
	e.fresh, e.keeps, e.again = g.Custom, g.KeepsValue(), true
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
		e.Kind, e.coder, e.nilable = plan.Custom, byGogo{g}, isNilable(g)
	}
	return e
}

// gogoEntry returns the message of the entries of a map.
func (p *planner) gogoEntry(u *model.Map, g *plan.GogoField) *message {
	typ := fmt.Sprintf("baleproto.Pair[%s, %s]", p.Type(u.Key), p.Type(u.Elem))
	key := fmt.Sprintf("%s gogo %d %t %d %t %t", typ, g.Key.GogoCoding, g.Key.Zigzag, g.Elem.GogoCoding, g.Elem.Zigzag, g.Proto3)
	if m := p.byKey[key]; m != nil {
		return m
	}
	m := p.add(key, &message{dialect: gogo{}, GoType: typ, Name: p.funcSuffix(key), Entry: true, Type: plan.Entry(u)})
	k := p.numbered(1, "key", "v.Key", u.Key)
	k.Elem = p.gogoPart(g.Key, k)
	k.Kind = k.Elem.Kind
	x := p.numbered(2, "value", "v.Value", u.Elem)
	x.Elem = p.gogoPart(g.Elem, x)
	x.Kind = x.Elem.Kind
	if g.Pointer {
		x.Kind, x.nilEmpty, x.nilAbsent = plan.Pointer, true, true
	} else if x.Kind == plan.Bytes {
		x.Omit, x.Elem.present = true, !g.Proto3
	}
	m.Values = []*value{k, x}
	return m
}

// keepsEntries reports whether the sizing pass keeps the entries of the map f for the writing pass.
func (p *generator) keepsEntries(f *value) bool {
	if f.again {
		return reaches(f.Elem.Message, holdsMethods)
	}
	return p.MustKeepEntries(model.Underlying(f.Type).(*model.Map))
}

// isNilable reports whether a value is a list or a map that is a message by its methods, as Kubernetes has them. Nil is no message.
func isNilable(g *plan.GogoPart) bool {
	if g.Custom || g.GogoCoding != plan.GogoMethods {
		return false
	}
	switch model.Underlying(g.Type).(type) {
	case *model.Slice, *model.Map:
		return true
	}
	return false
}

// sizeNilable prints code that adds the size of x, a value that may be nil, and of its tag to n.
func (p sizer) sizeNilable(e *value, x string, tag int) {
	x = printer.Unparen(x)
	p.Line("if %s == nil {\ne.MeasureCustom(nil, nil)\n} else {\nn += int64(%d + e.SizeCustom(baleproto.NotNil(%s)))\n}", x, tag, e.coder.marshal(p.generator, e, x))
}

// byGogo is the coder of values that their methods or the runtime encode as code of gogo does.
type byGogo struct{ *plan.GogoPart }

func (g byGogo) marshal(p *generator, e *value, x string) string {
	switch g.GogoCoding {
	case plan.GogoTime:
		return fmt.Sprintf("baleproto.StampBytes(%s)", printer.Unparen(x))
	case plan.GogoDuration:
		return fmt.Sprintf("baleproto.SpanBytes(int64(%s))", printer.Unparen(x))
	case plan.GogoWrapper:
		name, typ := wrapperOf(e)
		return fmt.Sprintf("baleproto.%sBytes(%s(%s))", name, typ, printer.Unparen(x))
	}
	if g.Custom && plan.SizesItself(e.Type.(*model.Named)) {
		return fmt.Sprintf("baleproto.MarshalTo(%[1]s.Size(), %[1]s.MarshalTo)", x) // gogo calls these methods, and the bytes of Marshal may differ
	}
	return p.Marshal(x, e.Type)
}

func (g byGogo) load(p *generator, e *value, x, path string) string {
	call := g.marshal(p, e, x)
	if g.GogoCoding == plan.GogoMethods && plan.SizesItself(e.Type.(*model.Named)) {
		call = fmt.Sprintf("e.MarshalTo(%[1]s.Size(), %[1]s.MarshalTo)", x) // as gogo does
	}
	if e.nilable {
		return fmt.Sprintf("e.Result(%q, func() ([]byte, error) {\nif %s == nil {\nreturn nil, nil\n}\nreturn baleproto.NotNil(%s)\n})", path, printer.Unparen(x), call)
	}
	return fmt.Sprintf("e.Result(%q, func() ([]byte, error) { return %s })", path, call)
}

func (g byGogo) get(p *generator, e *value, x, name, how string) {
	switch to := printer.Unparen(x); {
	case e.nilable && how == "Get":
		p.Line("%s = %s{}", to, p.Type(e.Type))
	case e.nilable:
		p.Line("if %[1]s == nil {\n%[1]s = %[2]s{}\n}", to, p.Type(e.Type))
	case how == "Get":
		p.Line("%s = %s", to, p.Zero(e.Type))
	}
	p.Line("if err := %s; err != nil {\nd.Cause = err", g.unmarshal(p, e, x, "d.B[n:n+k:n+k]"))
	p.dec.ReturnError("balecore.Malformed", name, "n")
	p.Line("}\nn += k")
}

// unmarshal returns a call that decodes bytes into x and returns an error.
func (g byGogo) unmarshal(p *generator, e *value, x, bytes string) string {
	switch g.GogoCoding {
	case plan.GogoTime:
		return fmt.Sprintf("baleproto.SetStamp(%s, %s)", printer.Addr(x), bytes)
	case plan.GogoDuration:
		return fmt.Sprintf("baleproto.SetSpan((*int64)(%s), %s)", printer.Addr(x), bytes)
	case plan.GogoWrapper:
		name, typ := wrapperOf(e)
		return fmt.Sprintf("baleproto.Set%s((*%s)(%s), %s)", name, typ, printer.Addr(x), bytes)
	}
	return p.Unmarshal(x, e.Type, bytes)
}

// wrapperOf returns the name of the functions for a scalar that is encoded as a message, and its type.
func wrapperOf(e *value) (name, typ string) {
	if b, ok := model.Underlying(e.Type).(*model.Basic); ok {
		typ = b.Kind.String()
		return "Wrapped" + strings.ToUpper(typ[:1]) + typ[1:], typ
	}
	return "WrappedBytes", "[]byte"
}
