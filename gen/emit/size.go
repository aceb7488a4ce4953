package emit

import (
	"fmt"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// Sizes are added up in 64 bits. If a value refers to a string many times, its encoded size can exceed the address space of a
// 32-bit machine.

// SizeBody prints the body of a function that returns the encoded size of a value. size prints code that adds the variable part to n,
// and returns the constant part. The body for a recursive type tracks the nesting depth.
func (p *Generator) SizeBody(recursive bool, size func() (fixed int)) {
	if recursive {
		p.Line("if !e.Enter() {\nreturn 0\n}")
	}
	fixed := 0
	text := p.Capture(func() { fixed = size() }) // the constant part is known after the variable part, and printed first
	p.Line("n := int64(%d)", fixed)
	p.Paste(text)
	if recursive {
		p.Line("e.Depth--")
	}
	p.Line("return n\n}\n")
}

// Add prints the addition of a constant to n.
func (p *Printer) Add(n int) {
	if n > 0 {
		p.Line("n += %d", n)
	}
}

// AddInt prints the addition of an int to n.
func (p *Printer) AddInt(format string, args ...any) {
	p.Line("n += int64(%s)", fmt.Sprintf(format, args...))
}

// AddEach prints code that adds a constant number of bytes for each element of a list to n.
func (p *Printer) AddEach(bytes int, list string) {
	if bytes == 1 {
		p.AddInt("len(%s)", printer.Unparen(list))
		return
	}
	p.Line("n += %d * int64(len(%s))", bytes, printer.Unparen(list))
}

// AddBlock prints a block that adds to n the variable part that size prints and the constant part that it returns.
func (p *Printer) AddBlock(head string, size func() (fixed int)) {
	fixed := 0
	text := p.Capture(func() { fixed = size() })
	p.Line("%s", head)
	p.Add(fixed)
	p.Paste(text)
	p.Line("}")
}

// AddElems prints code that adds the sizes of the elements of a list to n. size prints code that adds the variable part of
// element i, and returns the constant part.
func (p *Printer) AddElems(list, i string, size func() (fixed int)) {
	fixed := 0
	text := p.Capture(func() { fixed = size() })
	if fixed > 0 {
		p.AddEach(fixed, list)
	}
	p.Line("for %s := range %s {\n%s}", i, printer.Unparen(list), text)
}

// AddUnion prints code that adds the size of the value of a union to n. none prints the code for nil. size prints code that
// adds the variable part of a member, and returns the constant part. A value that is not a union member sets an error.
func (p *Generator) AddUnion(expr string, t model.Type, x string, none func(), size func(number int, m model.Type) (fixed int)) {
	p.TypeSwitch(expr, t, x, func(number int, m model.Type) {
		p.SizedParts(t, fmt.Sprint(number))
		fixed := 0
		text := p.Capture(func() { fixed = size(number, m) })
		p.Add(fixed)
		p.Paste(text)
	}, func() {
		p.SizedParts(t, "0")
		none()
	}, func() { p.Line("e.Refuse(balecore.NotInUnion(%s, %q))", printer.Unparen(expr), p.UnionTypes(t)) })
}

// AddCustom prints code that calls a custom type's own method, adds the size of the result to n, and keeps the result until it
// is written.
func (p *Generator) AddCustom(x string, t model.Type) {
	result := p.Marshal(x, t)
	p.AddInt("e.MeasureCustom(%s)", result)
}

// Marshal returns the call of a custom type's own method, with a check of the result if that may be impossible to decode. Of types that are
// not known, only a result without bytes is checked: then Marshal prints the call and the check, and returns the variables. The call is not in
// a function of its own, because the compiler inlines the method and keeps its result on the stack: [16]byte types take no memory.
func (p *Generator) Marshal(x string, t model.Type) string {
	suffix := p.MethodSuffix(t)
	call := x + "." + plan.MarshalMethod(suffix) + "()"
	switch n := t.(*model.Named); {
	case plan.Undecodable(n, p.Package):
		return fmt.Sprintf("balecore.Decodable(new(%s).%s)(%s)", p.Type(t), plan.UnmarshalMethod(suffix), call)
	case suffix == "JSON" || suffix == "Gogo" || suffix == "Binary" && IsGenerated(n) || plan.IsStandard(n):
		return call
	}
	b, err := p.Var("custom"), p.Var("err")
	p.Line("%[1]s, %[2]s := %[3]s\nif %[2]s == nil && len(%[1]s) == 0 {\n%[2]s = %[4]s()\n}", b, err, call, p.tryEmpty(t, suffix))
	return b + ", " + err
}

// tryEmpty returns the name of a function that tries whether a t can be decoded from no bytes, until it can.
func (p *Generator) tryEmpty(t model.Type, suffix string) string {
	name := "baleEmpty" + p.Name(t)
	p.Declare("empty "+name, fmt.Sprintf("\n// %[1]s returns an error if no bytes cannot be decoded. %[1]sOK remembers that they can.\nfunc %[1]s() error {\n"+
		"if %[1]sOK.Load() {\nreturn nil\n}\nerr := balecore.TryEmpty(new(%[2]s).%[3]s)\n%[1]sOK.Store(err == nil)\nreturn err\n}\n\nvar %[1]sOK %[4]s.Bool\n",
		name, p.Type(t), plan.UnmarshalMethod(suffix), p.Import("sync/atomic")))
	return name
}

// Unmarshal returns the call of a custom type's own method, which decodes the bytes into x.
func (p *Generator) Unmarshal(x string, t model.Type, bytes string) string {
	return fmt.Sprintf("%s.%s(%s)", x, plan.UnmarshalMethod(p.MethodSuffix(t)), bytes)
}

// SetZero returns an assignment of the zero value to x, a value of a custom type, with a line break. A method may keep what it does not
// overwrite: package encoding/json adds to maps, and leaves fields alone that the input does not have. Generated methods overwrite
// everything and reuse the memory of x, so SetZero returns "" for them.
func (p *Generator) SetZero(x string, t model.Type) string {
	if n := t.(*model.Named); p.isGuest(n) && !p.sharing.Shares(n) {
		return ""
	}
	return printer.Unparen(x) + " = " + p.Zero(t) + "\n"
}

// SizeErrorReturn prints the error return of a size function, after a part that may hold a value that cannot be encoded. lines add
// the position of the part to the path.
func (p *Printer) SizeErrorReturn(result string, lines ...string) {
	p.Line("if e.Err != nil {")
	for _, line := range lines {
		if line != "" {
			p.Line("%s", line)
		}
	}
	p.Line("return %s\n}", result)
}

// PutByteArray prints code that stores an array of bytes at the offset at.
func (p *Printer) PutByteArray(at, x string, t model.Type) {
	if plan.Len(t) > 0 {
		p.Line("balecore.StoreArray(b, %s, %s)", at, printer.Addr(x))
	}
}
