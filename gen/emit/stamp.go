package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// StampSize is the size of a stamp in bytes.
const StampSize = 4

// HeadSize returns the number of bytes before the value in a message of the root t: those of its stamp, if it has one. A value
// inside another value has no stamp.
func (p *Generator) HeadSize(t *model.Named) int {
	if _, ok := p.Directives.Stamp(p.Title, t); ok {
		return StampSize
	}
	return 0
}

// PlusHead returns the text that adds the size of the head of a message to a size.
func (p *Generator) PlusHead(t *model.Named) string {
	if head := p.HeadSize(t); head > 0 {
		return fmt.Sprintf(" + %d", head)
	}
	return ""
}

// PutHead returns an expression that writes the head of a message into a buffer at n and returns the offset of its end.
func (p *Generator) PutHead(t *model.Named, buffer, n string) string {
	if stamp, ok := p.Directives.Stamp(p.Title, t); ok {
		return fmt.Sprintf("balecore.PutStamp(%s, %s, 0x%08x)", buffer, n, stamp)
	}
	return n
}

// CheckHead prints the check of the head of a message b in the function that decodes it. Messages of earlier layouts are decoded by another function.
func (p *Generator) CheckHead(t *model.Named, b string) {
	stamp, ok := p.Directives.Stamp(p.Title, t)
	switch {
	case !ok || t.Part != nil && t.Part.Earlier: // the caller has seen the stamp
	case p.HasEarlier(t):
		p.Line("if len(%s) < %d || balecore.StampOf(%[1]s) != 0x%08[3]x {\nreturn %sEarlier%s(%[1]s, v, alias)\n}", b, StampSize, stamp, p.Title, p.Name(t))
	default:
		p.Line("if err := balecore.CheckStamp(%s, 0x%08x, %q); err != nil {\nreturn 0, err\n}", b, stamp, t.Name)
	}
}

// HasEarlier reports whether messages of earlier layouts of the root t, or of the root that t is a copy of for a part, are decoded.
func (p *Generator) HasEarlier(t *model.Named) bool { return len(p.Directives.Earlier(p.Title, t)) > 0 }

// Earlier prints the function that decodes a message of an earlier layout of the root t, and calls decode to print what the functions for these layouts
// need. They decode the copies of t that it gets.
func (p *Generator) Earlier(t *model.Named, decode func(copied *model.Named, e plan.Earlier)) {
	stamp, _ := p.Directives.Stamp(p.Title, t)
	name := p.Name(t)
	p.Func("// %[1]sEarlier%[2]s decodes a message of an earlier layout at the front of msg into v and returns its length.\nfunc %[1]sEarlier%[2]s(msg []byte, v *%[3]s, alias bool) (int, error) {", p.Title, name, p.Type(t))
	p.Line("if len(msg) >= %d {\nswitch balecore.StampOf(msg) {", StampSize)
	var copies []*model.Named
	list := p.Directives.Earlier(p.Title, t)
	for _, e := range list {
		copied := e.Into(t)
		p.Directives.SetStamp(p.Title, copied, e.Stamp)
		p.Line("case 0x%08x: // layout %d\nreturn %sDecode%s(msg, v, alias)", e.Stamp, e.Number, p.Title, p.Name(copied))
		copies = append(copies, copied)
	}
	p.Line("}\n}\nreturn 0, balecore.WrongStamp(msg, 0x%08x, %q)\n}\n", stamp, t.Name)
	printed := map[string]bool{}
	for i, copied := range copies {
		if name := p.Name(copied); !printed[name] { // two stamps can be of one layout: earlier versions of bale computed them in another way
			printed[name] = true
			decode(copied, list[i])
		}
	}
}
