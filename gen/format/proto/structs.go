package proto

import (
	"fmt"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// structs is the dialect of structs that no generator of protobuf has written, and of the messages that stand for other types: entries of maps, unions, and types
// that are wrapped in a message. The fields are encoded as proto3 encodes them.
type structs struct{}

func (structs) plan(p *planner, m *message, s *model.Struct) {
	for i, num := range p.Directives.Numbers(p.numbers, s) {
		f := s.Fields[i]
		if f.Unread {
			continue
		}
		p.anonName = p.messageName(m) + plan.Upper(f.Name)
		m.Values = append(m.Values, p.field(num, f.Name, "v."+f.Name, f.Type, withTag(f, p.Directives.Field(f)), false))
	}
	slices.SortStableFunc(m.Values, func(a, b *value) int { return a.Number - b.Number })
	if len(m.Values) > 0 && m.Values[0].Rules.Unknown { // unknown fields come last
		m.Values = append(m.Values[1:], m.Values[0])
	}
}

func (structs) functions(p *generator, m *message) {
	p.boundFunc(m)
	p.sizeFunc(m)
	p.putFunc(m)
	p.getFunc(m)
	p.mergeFunc(m)
}

func (structs) root(p *generator, t *model.Named, m *message) {
	p.AppendFunc(t, "b")
	p.VarEncoder(true)
	p.expectLong()
	size := "size"
	if bound, ok := maxMessage(m); ok {
		size = fmt.Sprintf("int64(%d)", bound)
	} else {
		p.Line("size := %sBound%s(&e, v)\nif e.Err != nil {\nreturn b, %s\n}", title, m.Name, refused(m, t, "e.Err"))
	}
	p.AppendBody(t, emit.Room{Put: title + "Put" + m.Name, Size: size, Slack: messageSlack(m), MaxExcess: title + "Unused", Exact: "false", Refused: refused(m, t, "err")})

	p.SizeRoot(t, fmt.Sprintf("%sMeasure%s(&e, v)", title, m.Name), true, false)

	p.decodeFunc(t, m)
}

func (structs) part(p *generator, t *model.Named, m *message) { p.decodeFunc(t, m) }

// byMethods is the coder of values that a marshal method encodes. The writing pass takes the bytes that the sizing pass has kept.
type byMethods struct{}

func (byMethods) marshal(p *generator, e *value, x string) string { return p.Marshal(x, e.Type) }

func (byMethods) load(_ *generator, _ *value, _, path string) string { return emit.LoadKept(path) }

func (byMethods) get(p *generator, e *value, x, name, _ string) {
	if p.MethodSuffix(e.Type) == "Text" {
		p.checkText(name)
	}
	p.dec.GetCustom(x, e.Type, "d.B[n:n+k:n+k]", name, "n")
	p.Line("n += k")
}
