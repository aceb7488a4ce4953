package sequence

import "fmt"

// A cursor is where in b the function is: a variable, and a constant behind it, so that a run of fixed
// widths costs one addition. Where the variable is known to be zero it is not named.
type cursor struct {
	base string
	zero bool
	off  int
}

// At is the place of the next byte.
func (p *Printer) At() string { return p.AtPlus(0) }

// AtPlus is the place n bytes further.
func (p *Printer) AtPlus(n int) string {
	n += p.at.off
	switch {
	case p.at.zero:
		return fmt.Sprint(n)
	case n == 0:
		return p.at.base
	case n < 0:
		return fmt.Sprintf("%s%d", p.at.base, n)
	}
	return fmt.Sprintf("%s+%d", p.at.base, n)
}

// Advance goes on by a constant.
func (p *Printer) Advance(n int) { p.at.off += n }

// Move prints the addition of an expression.
func (p *Printer) Move(x string) {
	c := &p.at
	p.moves()
	switch {
	case c.zero && c.off == 0:
		p.Line("%s = %s", c.base, x)
	case c.zero:
		p.Line("%s = %d + %s", c.base, c.off, x)
	case c.off == 0:
		p.Line("%s += %s", c.base, x)
	default:
		p.Line("%s += %d + %s", c.base, c.off, x)
	}
	c.zero, c.off = false, 0
}

// Set prints that the place is the value of an expression in which At stands.
func (p *Printer) Set(x string) {
	p.moves()
	p.Line("%s = %s", p.at.base, x)
	p.at.zero, p.at.off = false, 0
}

// moves makes sure of a variable that is no parameter.
func (p *Printer) moves() {
	if p.at.base != "n" {
		p.Need(p.at.base, "int")
	}
}

// Inside begins a count of its own, from the place that b points at.
func (p *Printer) Inside() { p.at = cursor{base: "m", zero: true} }

// Outside goes on in the message, from n and a constant.
func (p *Printer) Outside(off int) { p.at = cursor{base: "n", off: off} }

// Inner is how far the count of Inside has come: what it is if it is a constant.
func (p *Printer) Inner() (n int, constant bool) { return p.at.off, p.at.zero }

// Flush prints the constant's addition, so that the variable is the place.
func (p *Printer) Flush() {
	c := &p.at
	switch {
	case c.zero:
		p.moves()
		p.Line("%s = %d", c.base, c.off)
	case c.off == 1:
		p.Line("%s++", c.base)
	case c.off > 0:
		p.Line("%s += %d", c.base, c.off)
	}
	c.zero, c.off = false, 0
}

// from has print done with a cursor of its own.
func (p *Printer) from(c cursor, print func()) {
	old := p.at
	p.at = c
	print()
	p.at = old
}
