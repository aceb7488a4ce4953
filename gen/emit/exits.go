package emit

import (
	"fmt"
	"slices"
)

// Exits prints the ends of functions that have found something wrong. Such a function tells its encoder or decoder what is
// wrong and where in the value, and returns.
type Exits struct {
	p        *Printer
	Receiver string // the variable that notes the error: "d" or "e"
	Result   string // what the function returns: "-1", "0" or "false"
	// HasIn says that the decoder has a method in, which notes a field and returns -1.
	HasIn bool
	outer []string // lines that tell where the loops and values around stand, from the outside in
}

// NewExits is for functions that tell a receiver and return a result.
func NewExits(p *Printer, receiver, result string) *Exits {
	return &Exits{p: p, Receiver: receiver, Result: result}
}

// Fail prints the end of a function that has found something wrong in a field, at an offset. Where functions return false, the
// decoder knows the offset.
func (x *Exits) Fail(code, path, offset string) {
	switch {
	case x.Result != "false":
		x.FailBy(fmt.Sprintf("d.stop(%s, %q, %s)", code, path, offset))
	case path == "":
		x.FailBy(fmt.Sprintf("d.fail(%s)", code))
	default:
		x.FailBy(fmt.Sprintf("d.failAt(%s, %q)", code, path))
	}
}

// FailBy prints the same with a call that notes what is wrong and returns the result; "" where that is done.
func (x *Exits) FailBy(call string) {
	if call != "" && len(x.outer) == 0 {
		x.p.Line("return %s", call)
		return
	}
	if call != "" {
		x.p.Line("%s", call)
	}
	x.unwind()
}

// Leave prints the end of a function behind a call that has failed, in a field; "" is the value itself.
func (x *Exits) Leave(path string) {
	switch {
	case x.Result == "false" && len(x.outer) == 0:
		x.p.Line("return d.at(%q)", path)
	case x.HasIn && len(x.outer) == 0:
		x.p.Line("return d.in(%q)", path)
	default:
		x.Within(x.At(path), x.unwind)
	}
}

// FailIf prints a condition, in the form of Line, under which something is wrong in a field, at an offset.
func (x *Exits) FailIf(code, path, offset, condition string, args ...any) {
	x.p.Line("if "+condition+" {", args...)
	x.Fail(code, path, offset)
	x.p.Line("}")
}

// LeaveIf prints a condition under which a call has failed, in a field.
func (x *Exits) LeaveIf(path, condition string, args ...any) {
	x.p.Line("if "+condition+" {", args...)
	x.Leave(path)
	x.p.Line("}")
}

// Within has print print code that stands in a loop or a value: the line tells where. Whatever fails there prints it.
func (x *Exits) Within(line string, print func()) {
	x.outer = append(x.outer, line)
	print()
	x.outer = x.outer[:len(x.outer)-1]
}

// unwind prints the lines that tell where the loops around stand, and the end of the function.
func (x *Exits) unwind() {
	for _, line := range slices.Backward(x.outer) {
		if line != "" {
			x.p.Line("%s", line)
		}
	}
	x.p.Line("return %s", x.Result)
}

// Index is the line that tells of an element of a field.
func (x *Exits) Index(path, i string) string {
	return fmt.Sprintf("%s.atIndex(%q, %s)", x.Receiver, path, i)
}

// At is the line that tells of a field.
func (x *Exits) At(path string) string {
	if path == "" {
		return ""
	}
	return fmt.Sprintf("%s.at(%q)", x.Receiver, path)
}
