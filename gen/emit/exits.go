package emit

import (
	"fmt"
	"slices"
	"strings"
)

// ErrorReturns prints the error returns of generated functions. Before such a function returns, it records the error and its path in
// its encoder or decoder.
type ErrorReturns struct {
	p        *Printer
	Receiver string   // the variable that records the error: "d" or "e"
	Result   string   // the value that the function returns: "-1", "0" or "false"
	outer    []string // lines that add the enclosing loops and values to the path, outermost first
}

// newErrorReturns returns [ErrorReturns] for functions that record errors in receiver and return result.
func newErrorReturns(p *Printer, receiver, result string) *ErrorReturns {
	return &ErrorReturns{p: p, Receiver: receiver, Result: result}
}

// ReturnError prints the return after an error in the field path, at an offset. If functions return false, the decoder already knows
// the offset.
func (x *ErrorReturns) ReturnError(code, path, offset string) {
	switch {
	case x.Result != "false":
		x.ReturnErrorBy(fmt.Sprintf("d.Stop(%s, %q, %s)", code, path, offset))
	case path == "":
		x.ReturnErrorBy(fmt.Sprintf("d.Fail(%s)", code))
	default:
		x.ReturnErrorBy(fmt.Sprintf("d.FailAt(%s, %q)", code, path))
	}
}

// ReturnErrorBy is like [ErrorReturns.ReturnError], but call records the error and returns the result. An empty call means that the error is already
// recorded.
func (x *ErrorReturns) ReturnErrorBy(call string) {
	if call != "" && len(x.outer) == 0 {
		x.p.Line("return %s", call)
		return
	}
	if call != "" {
		x.p.Line("%s", call)
	}
	x.unwind()
}

// ReturnFailed prints the return after a failed call for the field path. An empty path means the value itself.
func (x *ErrorReturns) ReturnFailed(path string) {
	switch {
	case x.Result == "false" && len(x.outer) == 0:
		x.p.Line("return d.At(%q)", path)
	case path != "" && x.Result == "-1" && x.Receiver == "d" && len(x.outer) == 0:
		x.p.Line("return d.In(%q)", path)
	default:
		x.Within(x.AddFieldLine(path), x.unwind)
	}
}

// ReturnErrorIf prints a check of a condition, formatted as by Line, and the return of [ErrorReturns.ReturnError] if the condition holds.
func (x *ErrorReturns) ReturnErrorIf(code, path, offset, condition string, args ...any) {
	x.p.Line("if "+condition+" {", args...)
	x.ReturnError(code, path, offset)
	x.p.Line("}")
}

// ReturnFailedIf prints a check of a condition, formatted as by Line, and the return of [ErrorReturns.ReturnFailed] if the condition holds.
func (x *ErrorReturns) ReturnFailedIf(path, condition string, args ...any) {
	x.p.Line("if "+condition+" {", args...)
	x.ReturnFailed(path)
	x.p.Line("}")
}

// Within calls print, which prints code inside a loop or a value. Error returns in that code contain line, which adds the loop
// or value to the path.
func (x *ErrorReturns) Within(line string, print func()) {
	x.outer = append(x.outer, line)
	print()
	x.outer = x.outer[:len(x.outer)-1]
}

// unwind prints the lines of the enclosing loops and values, and the return.
func (x *ErrorReturns) unwind() {
	lines := slices.DeleteFunc(slices.Clone(x.outer), func(line string) bool { return line == "" })
	result := x.Result
	if len(lines) > 0 {
		switch last, ok := strings.CutPrefix(lines[0], "d.At"); {
		case result == "false": // the methods that add to a path return false
			result, lines = lines[0], lines[1:]
		case result == "-1" && ok: // In and InIndex return -1
			result, lines = "d.In"+last, lines[1:]
		}
	}
	for _, line := range slices.Backward(lines) {
		x.p.Line("%s", line)
	}
	x.p.Line("return %s", result)
}

// AddIndexLine returns the line that adds an element of the field path to the path of an error.
func (x *ErrorReturns) AddIndexLine(path, i string) string {
	return fmt.Sprintf("%s.AtIndex(%q, %s)", x.Receiver, path, i)
}

// AddFieldLine returns the line that adds the field path to the path of an error.
func (x *ErrorReturns) AddFieldLine(path string) string {
	if path == "" {
		return ""
	}
	return fmt.Sprintf("%s.At(%q)", x.Receiver, path)
}
