package proto

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// enterMessage prints the check of the nesting depth before a message. In declared messages, each message and each entry of a map counts,
// as in google.golang.org/protobuf; in others, only those that are recursive.
func (p *generator) enterMessage(e *value, name string) {
	if p.counts(e.Message) {
		p.dec.CheckDepth(name)
	}
}

// leaveMessage prints the code after a message, which restores the depth.
func (p *generator) leaveMessage(e *value) {
	if p.counts(e.Message) {
		p.Line("d.Depth--")
	}
}

// counts reports whether messages m count for the nesting depth.
func (p *generator) counts(m *message) bool {
	return m.Recursive || p.deep && (m.declared != nil || m.Entry)
}

// keepUnknown returns the default clause of the switch in the Merge function of a generated message, which keeps unknown fields.
func (p *generator) keepUnknown(m *message) string {
	keep := fmt.Sprintf("baleproto.Keep(%%s, tag, d.B[start:n])")
	if byCall(m.unknown) {
		message := p.reflection(m, "v")
		keep = fmt.Sprintf("%s.SetUnknown(%s)", message, fmt.Sprintf(keep, m.unknown.Expr))
	} else {
		keep = m.unknown.Expr + " = " + fmt.Sprintf(keep, m.unknown.Expr)
	}
	return "start := n\nif n = d.SkipUnknown(n, end, tag); n < 0 {\nreturn n\n}\n" + keep + "\n"
}

// oldPointers returns code that sets a message in a field of m whose wire type is not that of a message, if m is of golang/protobuf before
// version 1.4: for such messages, google.golang.org/protobuf allocates the message before it looks at the wire type.
func (p *generator) oldPointers(m *message) (text string) {
	for _, f := range m.Values {
		if f.Kind == plan.Pointer && isDeclared(f.Elem) && !isNew(model.Underlying(f.Elem.Type).(*model.Struct)) {
			text += fmt.Sprintf("case %d:\nif %[2]s == nil {\n%[2]s = new(%[3]s)\n}\n", f.Number, f.Expr, p.Type(f.Elem.Type))
		}
	}
	if text != "" {
		text = "switch tag >> 3 {\n" + text + "}\n"
	}
	return text
}

// extensions returns the expression for the extensions of a message, or "" if it can have none or code of this package cannot name them.
func (p *planner) extensions(m *message) string {
	if !extensible(m) {
		return ""
	}
	return p.internal(m, "extensionFields", "XXX_InternalExtensions")
}

// sizeExtensions prints code that makes the encoder leave a message with extensions to the protobuf library. Those of a message in another
// package cannot be seen, so the library encodes all such messages.
func (p *generator) sizeExtensions(m *message) {
	if !extensible(m) {
		return
	}
	if x := p.extensions(m); x != "" {
		p.Line("if len(%s) > 0 {\ne.Extended = true\n}", x)
	} else {
		p.Line("e.Extended = true")
	}
}

// reaches reports whether is holds for m or a message that it holds.
func reaches(m *message, is func(*message) bool) bool { return is(m) || holds(m, is) }
