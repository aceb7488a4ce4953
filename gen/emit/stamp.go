package emit

import (
	"fmt"

	"bale/model"
)

// stampSize is the size of a stamp in bytes.
const stampSize = 4

// HeadSize returns the number of bytes before the value in a message of the root t: those of its stamp, if it has one. A value
// inside another value has no stamp.
func (p *Generator) HeadSize(t *model.Named) int {
	if _, ok := p.Directives.Stamp(p.Title, t); ok {
		return stampSize
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

// CheckHead prints the check of the head of a message b in the function that decodes it.
func (p *Generator) CheckHead(t *model.Named, b string) {
	if stamp, ok := p.Directives.Stamp(p.Title, t); ok {
		p.Line("if err := balecore.CheckStamp(%s, 0x%08x, %q); err != nil {\nreturn 0, err\n}", b, stamp, t.Name)
	}
}
