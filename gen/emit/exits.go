package emit

import (
	"fmt"
	"slices"
)

// Exits prints the error returns of generated functions. Before such a function returns, it records the error and its path in
// its encoder or decoder.
type Exits struct {
	p        *Printer
	Receiver string // the variable that records the error: "d" or "e"
	Result   string // the value that the function returns: "-1", "0" or "false"
	// HasIn means that the decoder has a method in, which adds a field to the path and returns -1.
	HasIn bool
	outer []string // lines that add the enclosing loops and values to the path, outermost first
}

// NewExits returns Exits for functions that record errors in receiver and return result.
func NewExits(p *Printer, receiver, result string) *Exits {
	return &Exits{p: p, Receiver: receiver, Result: result}
}

// Fail prints the return after an error in the field path, at an offset. If functions return false, the decoder already knows
// the offset.
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

// FailBy is like Fail, but call records the error and returns the result. An empty call means that the error is already
// recorded.
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

// Leave prints the return after a failed call for the field path. An empty path means the value itself.
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

// FailIf prints a check of a condition, formatted as by Line, and the return that Fail prints if the condition holds.
func (x *Exits) FailIf(code, path, offset, condition string, args ...any) {
	x.p.Line("if "+condition+" {", args...)
	x.Fail(code, path, offset)
	x.p.Line("}")
}

// LeaveIf prints a check of a condition, formatted as by Line, and the return that Leave prints if the condition holds.
func (x *Exits) LeaveIf(path, condition string, args ...any) {
	x.p.Line("if "+condition+" {", args...)
	x.Leave(path)
	x.p.Line("}")
}

// Within calls print, which prints code inside a loop or a value. Error returns in that code contain line, which adds the loop
// or value to the path.
func (x *Exits) Within(line string, print func()) {
	x.outer = append(x.outer, line)
	print()
	x.outer = x.outer[:len(x.outer)-1]
}

// unwind prints the lines of the enclosing loops and values, and the return.
func (x *Exits) unwind() {
	for _, line := range slices.Backward(x.outer) {
		if line != "" {
			x.p.Line("%s", line)
		}
	}
	x.p.Line("return %s", x.Result)
}

// Index returns the line that adds an element of the field path to the path of an error.
func (x *Exits) Index(path, i string) string {
	return fmt.Sprintf("%s.atIndex(%q, %s)", x.Receiver, path, i)
}

// At returns the line that adds the field path to the path of an error.
func (x *Exits) At(path string) string {
	if path == "" {
		return ""
	}
	return fmt.Sprintf("%s.at(%q)", x.Receiver, path)
}
