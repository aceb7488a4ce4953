package emit

import "fmt"

// A Length is an expression for the bytes of a string or a list, which are written behind what takes a constant number of bytes at
// most. The zero Length is none.
type Length struct {
	expr string
	wide bool // it is an int64, since the product may be more than an int holds
}

// Len returns the length of a string or of a list of bytes.
func Len(x string) Length { return Length{expr: "len(" + x + ")"} }

// LenTimes returns the length of a list whose elements take so many bytes each. Width is a constant or an int64.
func LenTimes(width, list string) Length {
	return Length{fmt.Sprintf("%s*int64(len(%s))", width, list), true}
}

// Known reports whether there is a length.
func (l Length) Known() bool { return l.expr != "" }

// CheckRoom prints the check that an encoder's buffer does not end before at, an expression, and that what follows there has room for
// a length.
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
