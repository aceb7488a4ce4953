package emit

import "fmt"

// A Cursor tracks the current position in the buffer as a variable plus a constant offset, so that consecutive fixed-width
// fields cost one addition. While the variable is known to be zero, it does not appear in expressions.
type Cursor struct {
	locals *Locals
	base   string
	zero   bool
	off    int
}

// NewCursor returns a Cursor at the variable n. Other variables are declared in l.
func NewCursor(l *Locals) *Cursor { return &Cursor{locals: l, base: "n"} }

// Pos returns an expression for the current position.
func (c *Cursor) Pos() string { return c.PosPlus(0) }

// PosPlus returns an expression for the position n bytes after the current one.
func (c *Cursor) PosPlus(n int) string {
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

// Offset returns an expression for the offset of the current position in the message.
func (c *Cursor) Offset() string {
	at := c.Pos()
	switch {
	case c.base == "n":
		return at
	case at == "0":
		return "n"
	}
	return "n+" + at
}

// AddConst adds a constant to the position. It prints nothing.
func (c *Cursor) AddConst(n int) { c.off += n }

// AddVar prints code that adds the expression x to the position.
func (c *Cursor) AddVar(x string) {
	c.declareVar()
	op := "+="
	if c.zero {
		op = "="
	}
	if c.off > 0 {
		x = fmt.Sprintf("%d + %s", c.off, x)
	}
	c.locals.p.Line("%s %s %s", c.base, op, x)
	c.SetByCode()
}

// Set prints code that sets the position to the expression x, which may contain the result of [Cursor.Pos].
func (c *Cursor) Set(x string) {
	c.declareVar()
	c.locals.p.Line("%s = %s", c.base, x)
	c.SetByCode()
}

// SetByCode records that printed code has already set the variable to the current position.
func (c *Cursor) SetByCode() { c.zero, c.off = false, 0 }

// declareVar declares the variable, unless it is the parameter n.
func (c *Cursor) declareVar() {
	if c.base != "n" {
		c.locals.Need(c.base, "int")
	}
}

// EnterRun switches to the variable m, which counts from the address in b and starts at 0.
func (c *Cursor) EnterRun() { c.base, c.zero, c.off = "m", true, 0 }

// LeaveRun switches back to offsets in the message: n plus the constant off.
func (c *Cursor) LeaveRun(off int) { c.base, c.zero, c.off = "n", false, off }

// RunPos returns the constant part of the position since [Cursor.EnterRun], and whether the position is constant.
func (c *Cursor) RunPos() (n int, constant bool) { return c.off, c.zero }

// Flush prints the addition of the constant, so that the variable holds the position.
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
	c.SetByCode()
}
