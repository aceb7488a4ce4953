package emit

import "fmt"

// A Cursor is where in the bytes a function is: a variable, and a constant behind it, so that a run of fixed widths costs one
// addition. While the variable is known to be zero it is not named.
type Cursor struct {
	locals *Locals
	base   string
	zero   bool
	off    int
}

// NewCursor is at the variable n. Other variables are declared with the locals.
func NewCursor(l *Locals) *Cursor { return &Cursor{locals: l, base: "n"} }

// At is the place of the next byte.
func (c *Cursor) At() string { return c.AtPlus(0) }

// AtPlus is the place n bytes further.
func (c *Cursor) AtPlus(n int) string {
	n += c.off
	switch {
	case c.zero:
		return fmt.Sprint(n)
	case n == 0:
		return c.base
	case n < 0:
		return fmt.Sprintf("%s%d", c.base, n)
	}
	return fmt.Sprintf("%s+%d", c.base, n)
}

// Offset is where in the message the cursor is.
func (c *Cursor) Offset() string {
	at := c.At()
	switch {
	case c.base == "n":
		return at
	case at == "0":
		return "n"
	}
	return "n+" + at
}

// Advance goes on by a constant.
func (c *Cursor) Advance(n int) { c.off += n }

// Move prints the addition of an expression.
func (c *Cursor) Move(x string) {
	c.declareVar()
	op := "+="
	if c.zero {
		op = "="
	}
	if c.off > 0 {
		x = fmt.Sprintf("%d + %s", c.off, x)
	}
	c.locals.p.Line("%s %s %s", c.base, op, x)
	c.Moved()
}

// Set prints that the place is the value of an expression in which At stands.
func (c *Cursor) Set(x string) {
	c.declareVar()
	c.locals.p.Line("%s = %s", c.base, x)
	c.Moved()
}

// Moved notes that the variable is the place, by code that has been printed.
func (c *Cursor) Moved() { c.zero, c.off = false, 0 }

// moves makes sure of a variable that is no parameter.
func (c *Cursor) declareVar() {
	if c.base != "n" {
		c.locals.Need(c.base, "int")
	}
}

// Inside begins a count of its own in the variable m, from the place that b points at.
func (c *Cursor) Inside() { c.base, c.zero, c.off = "m", true, 0 }

// Outside goes on in the message, from n and a constant.
func (c *Cursor) Outside(off int) { c.base, c.zero, c.off = "n", false, off }

// Inner is how far the count of Inside has come: what it is if it is a constant.
func (c *Cursor) Inner() (n int, constant bool) { return c.off, c.zero }

// Flush prints the constant's addition, so that the variable is the place.
func (c *Cursor) Flush() {
	switch {
	case c.zero:
		c.declareVar()
		c.locals.p.Line("%s = %d", c.base, c.off)
	case c.off == 1:
		c.locals.p.Line("%s++", c.base)
	case c.off > 0:
		c.locals.p.Line("%s += %d", c.base, c.off)
	}
	c.Moved()
}
