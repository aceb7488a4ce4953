package emit

import (
	"fmt"

	"bale/schema"
)

// stampSize is how many bytes a stamp takes.
const stampSize = 4

// Head returns how many bytes of a message of the root t come before the value: those of a stamp, if it has one. A value inside
// another one has none.
func (p *Generator) Head(t *schema.Named) int {
	if _, ok := p.Directives.Stamp(p.Title, t); ok {
		return stampSize
	}
	return 0
}

// PlusHead returns what adds the head of a message to a size.
func (p *Generator) PlusHead(t *schema.Named) string {
	if head := p.Head(t); head > 0 {
		return fmt.Sprintf(" + %d", head)
	}
	return ""
}

// PutHead returns an expression that writes the head of a message into a buffer at n and returns the place behind it.
func (p *Generator) PutHead(t *schema.Named, buffer, n string) string {
	if stamp, ok := p.Directives.Stamp(p.Title, t); ok {
		return fmt.Sprintf("balePutStamp(%s, %s, 0x%08x)", buffer, n, stamp)
	}
	return n
}

// CheckHead prints the check of the head of a message b, in the function that decodes it.
func (p *Generator) CheckHead(t *schema.Named, b string) {
	if stamp, ok := p.Directives.Stamp(p.Title, t); ok {
		p.Line("if err := baleCheckStamp(%s, 0x%08x, %q); err != nil {\nreturn 0, err\n}", b, stamp, t.Name)
	}
}
