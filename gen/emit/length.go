package emit

import "fmt"

// A Length is an expression for the number of bytes of a string or a list. The zero Length means no bytes.
type Length struct {
	expr string
	wide bool // the type is int64, since the product may overflow an int
}

// Len returns the length of a string or of a list of bytes.
func Len(x string) Length { return Length{expr: "len(" + x + ")"} }

// LenOfList returns the length of a list whose elements take width bytes each. width is a constant or an int64.
func LenOfList(width, list string) Length {
	return Length{fmt.Sprintf("%s*int64(len(%s))", width, list), true}
}

// Known reports whether l is not the zero Length.
func (l Length) Known() bool { return l.expr != "" }

// CheckRoom prints a check that the position at, an expression, is within the encoder's buffer, and that a length l fits after
// it.
func (p *Printer) CheckRoom(at string, l Length, path string) {
	rest := "e.end-n"
	if at != "n" {
		rest = "e.end-(" + at + ")"
	}
	condition := l.expr + " > " + rest
	switch {
	case !l.Known():
		condition = at + " > e.end"
	case l.wide:
		condition = fmt.Sprintf("%s > int64(%s)", l.expr, rest)
	}
	p.Line("if %s {\nreturn e.changed(%q, n)\n}", condition, path)
}
