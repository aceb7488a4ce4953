package proto

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// Unmarshal of gogo differs from google.golang.org/protobuf: a known number with another wire type is an error, a message in a oneof replaces
// the old one, strings may be other than UTF-8, the excess bits of a number of ten bytes are dropped, unknown fields are kept as they are,
// with the tag, and the fields in the entry of a map and in a packed list may extend past its end, and of several integers in an entry, the bits are combined.

// expects reports whether m itself has required fields.
func expects(m *message) bool {
	return slices.ContainsFunc(m.Values, func(f *value) bool { return f.expected != 0 })
}

// gogoMerge prints the Merge function of a message.
func (p *generator) gogoMerge(m *message) {
	p.head("// %[1]sMerge%[2]s decodes the fields in d.B[n:end], in any order, and adds them to v. It returns end, or -1 for an error.\nfunc %[1]sMerge%[2]s%[4]s(d *%[1]sDecoder, n, end int, v *%[3]s) int {", m)
	p.unmark(m)
	p.reserve(m)
	p.ReserveVars("has")
	p.dec.Declared(func() {
		numbers := ""
		cases := p.Capture(func() {
			for _, f := range fieldsOf(m) {
				numbers += fmt.Sprintf(", %d", f.Number)
			}
			for _, f := range m.Values {
				p.mergeField(f)
			}
			for _, o := range m.Oneofs {
				p.mergeOneof(o)
			}
		})
		if expects(m) {
			p.Line("has := uint64(0)")
		}
		p.Line("for n < end {\nstart := n\nvar tag uint64\nif tag, n = d.GogoTag(n, end); n < 0 {\nreturn %s\n}\nswitch tag {", endsAfter(m))
		p.Paste(cases)
		p.Line("default:")
		if numbers != "" {
			p.Line("switch tag >> 3 {\ncase %s:", numbers[2:])
			p.dec.ReturnError("balecore.Malformed", "", "start")
			p.Line("}")
		}
		p.Line("if n = d.SkipGogo(start, end); n < 0 {\nreturn n\n}")
		if m.unknown != nil {
			p.Line("%[1]s = append(%[1]s, d.B[start:n]...)", m.unknown.Expr)
		}
		p.Line("}\n}")
		for _, f := range m.Values {
			if f.expected != 0 {
				p.Line("if has&%#x == 0 {\nd.Cause = baleproto.Lacks(%q, %q)", f.expected, m.GoType, f.Path)
				p.dec.ReturnError("balecore.Malformed", "", "n")
				p.Line("}")
			}
		}
	})
	p.Line("return n\n}\n")
}

// gogoEntryFunc prints the function that decodes an entry of a map. end is that of the message that holds the map, and its fields may
// extend to there. Their wire types do not matter.
func (p *generator) gogoEntryFunc(m *message) {
	p.head("// %[1]sEntry%[2]s decodes the entry in d.B[n:stop]. It returns stop, or -1 for an error.\nfunc %[1]sEntry%[2]s%[4]s(d *%[1]sDecoder, n, stop, end int, v *%[3]s) int {", m)
	p.reserve(m)
	p.ReserveVars("stop")
	p.dec.Declared(func() {
		p.Line("for n < stop {\nstart := n\nvar tag uint64\nif tag, n = d.GogoVarint(n, end); n < 0 {\nreturn n\n}")
		p.dec.ReturnErrorIf("balecore.Truncated", "", "n", "n >= end")
		p.Line("switch int32(tag >> 3) {\ncase 1:")
		key, x := m.Values[0], m.Values[1]
		p.getEntryPart(key.Elem, key.Expr, key.Path)
		p.Line("case 2:")
		target := x.Expr
		if x.Kind == plan.Pointer {
			if !x.Elem.keeps {
				p.Line("%s = nil", x.Expr)
			}
			p.dec.KeepPointer(x.Expr, x.Elem.Type, x.Path)
			target = "(*" + x.Expr + ")"
		} else if x.Elem.Kind == plan.Record {
			p.Line("%s = %s", x.Expr, p.Zero(x.Elem.Type))
		}
		p.getEntryPart(x.Elem, target, x.Path)
		p.Line("default:\nif n = d.SkipGogo(start, end); n < 0 {\nreturn n\n}")
		p.dec.ReturnErrorIf("balecore.Truncated", "", "n", "n > stop")
		p.Line("}\n}")
	})
	p.Line("return stop\n}\n")
}

// getEntryPart prints code that decodes the key or the value of an entry into x. Integers that occur several times are combined with or.
func (p *generator) getEntryPart(e *value, x, name string) {
	if e.Kind == plan.Integer && !e.Rules.Sint && e.Basic() != model.Bool {
		p.load(e, name, "end")
		p.Line("%s |= %s(x)", printer.Unparen(x), p.Type(e.Type))
		return
	}
	how := "Get"
	if e.fresh {
		how = "Merge"
	}
	p.get(e, x, name, how)
}

// gogoGetEntry prints code that decodes an entry of a map.
func (p *generator) gogoGetEntry(f *value, name string) {
	pair, x := p.local("pair"), f.Elem.Message.Values[1]
	p.Line("var %s %s", pair, f.Elem.Message.GoType)
	if x.Kind == plan.Bytes || x.Kind == plan.Custom && x.Elem.nilable {
		p.Line("%s.Value = %s{}", pair, p.Type(x.Elem.Type))
	} else if x.Kind == plan.Pointer && x.Elem.keeps {
		p.Line("%s.Value = new(%s)", pair, p.Type(x.Elem.Type))
	}
	p.length(f.Elem, name)
	p.enterMessage(f.Elem, name)
	p.getCall(fmt.Sprintf("%sEntry%s(d, n, n+k, end, &%s)", title, f.Elem.Message.Name, pair), name)
	p.leaveMessage(f.Elem)
	p.Line("%s[%s.Key] = %s.Value", f.Expr, pair, pair)
}

// reader returns the name of the method that decodes a number or the length of e.
func (e *value) reader(what string) string {
	if e.lax {
		return "Gogo" + what
	}
	return what
}

// appendPacked prints code that appends packed numbers to a list.
func (p *generator) appendPacked(f *value) {
	if f.Elem.lax {
		p.gogoPacked(f)
	} else {
		p.getPacked(f, true)
	}
}

// gogoPacked prints code that appends packed numbers to a list. The last of them may extend past the end of the list.
func (p *generator) gogoPacked(f *value) {
	e, stop, x := f.Elem, p.local("stop"), p.local("x")
	p.length(e, f.Path)
	p.Line("%s := n + k\nfor n < %s {", stop, stop)
	p.dec.Charge(e.Type, "2", f.Path) // append doubles the capacity
	p.Line("var %s %s", x, p.Type(e.Type))
	p.get(e, x, f.Path, "Get")
	p.Line("%s = append(%s, %s)\n}", f.Expr, printer.Unparen(f.Expr), x)
}
