package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

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

// RefuseLong prints a check of the length of x, a string, slice or map of type t that is being encoded, against the limit of a directive, if there
// is one. The encoder records the error and goes on, since the room for x has been checked. [Decoder.CheckLimit] prints the check for decoding.
func (p *Generator) RefuseLong(r plan.Rules, t model.Type, x, path string) {
	if r.Max > 0 && !p.Custom(t) {
		p.Line("if len(%[1]s) > %[2]d {\ne.TooLong(%[3]q, len(%[1]s), %[2]d)\n}", printer.Unparen(x), r.Max, path)
	}
}

// CheckRoom prints a check that the position at, an expression, is within the encoder's buffer, and that a length l fits after
// it.
func (p *Printer) CheckRoom(at string, l Length, path string) {
	rest := "e.End-n"
	if at != "n" {
		rest = "e.End-(" + at + ")"
	}
	condition := l.expr + " > " + rest
	switch {
	case !l.Known():
		condition = at + " > e.End"
	case l.wide:
		condition = fmt.Sprintf("%s > int64(%s)", l.expr, rest)
	}
	p.Line("if %s {\nreturn e.Changed(%q, n)\n}", condition, path)
}
