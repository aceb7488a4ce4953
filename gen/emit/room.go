package emit

import (
	"cmp"
	"fmt"

	"bale/model"
)

// StackSizes are the sizes of stack arrays into which short new messages are encoded before memory of the right size is
// allocated. An array is cleared, which takes 8 ns for 512 bytes. Memory from a pool takes 20 ns.
var StackSizes = []int{192, 512}

// A Room describes how a message is encoded into a buffer.
type Room struct {
	Put       string // the function that encodes the value; its arguments are e, a buffer, an offset and v
	Size      string // an int64 expression for the maximum size of the message
	Slack     int    // number of bytes after the end of the message that may be written to
	MaxExcess string // a constant: the maximum number of bytes that a check of a part asks for in excess; "" means 0
	Exact     string // a condition under which Size is the exact size
	// HeadInside means that Put writes the head of the message. Otherwise Size includes the head, and it is written before Put
	// is called.
	HeadInside bool
	// Written is a format for a statement that is executed when a message of %s bytes has been written, for which room bytes were needed at most, or "".
	// It is not executed for a message that has been written on the stack.
	Written string
	// Refused is an expression for the error of e; "" means the result of the function refused.
	Refused string
}

// AppendBody prints the end of a function that appends a message of the root t to b. Its encoder e has no error so far.
func (p *Generator) AppendBody(t *model.Named, r Room) {
	put := func(buffer, n string) string {
		at := n
		if !r.HeadInside {
			at = p.PutHead(t, "baleAll("+buffer+")", n)
		}
		return fmt.Sprintf("n = %s(&e, baleAll(%s), %s, v)\nif %s {\nreturn b, %s\n}", r.Put, buffer, at, p.failed(t), cmp.Or(r.Refused, refused(t, p.Refusable(t))))
	}
	extra := fmt.Sprint(r.Slack)
	if r.MaxExcess != "" {
		extra = r.MaxExcess + "+" + extra
	}
	p.Line("total := %s + %s\nif baleOverInt(total) {\nreturn b, baleErrors[baleTooBig]\n}\nroom, n := int(total), len(b)", r.Size, extra)
	exact, w, assign := r.Exact, "b", ":="
	if exact == "true" && extra == "0" {
		w, assign = "w", "="
		p.Line("w := b\nif b == nil {\nw = baleNew(room)\n}")
	}
	p.Line("if cap(%[1]s)-n >= room {\ne.end = n + room%[2]s\n%[3]s", w, minus(r.Slack), put(w+"[:cap("+w+")]", "n"))
	written := func(n string) {
		if r.Written != "" {
			p.Line(r.Written, n)
		}
	}
	written("n-len(" + w + ")")
	p.Line("return %s[:n], nil\n}", w)
	if extra != "0" && exact != "false" { // for these sizes, allocating the whole room takes at most 1.25 times the length of the message
		exact = fmt.Sprintf("%s >= 4*(%s)", r.Size, extra)
		if r.Exact != "true" {
			exact = r.Exact + " && " + exact
		}
	}
	if r.Slack > 0 {
		p.onStack(r, put)
	}
	tight := fmt.Sprintf("%sTight%s", p.Title, p.Name(t))
	p.Line("w, n %s e.begin(b, room, %d, %s, &%s)\n%s", assign, r.Slack, exact, tight, put("w", "n"))
	written("n")
	p.Line("return e.finish(b, w, n, &%s), nil\n}\n", tight)
	p.Line("var %s %s.Bool\n", tight, p.Import("sync/atomic"))
}

// minus returns the text that subtracts n.
func minus(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" - %d", n)
}

// onStack prints code that encodes a short new message into an array on the stack.
func (p *Generator) onStack(r Room, put func(buffer, n string) string) {
	p.Line("if b == nil { // a short message is written here first, so that the allocated memory has its exact size")
	for _, size := range StackSizes {
		p.Line("if room <= %[1]d {\nvar small [%[1]d]byte\ne.end = len(small)%[2]s\n%[3]s\nreturn baleCopied(small[:n]), nil\n}", size, minus(r.Slack), put("small[:]", "0"))
	}
	p.Line("}")
}

// UnusedConst prints the constant for Room.MaxExcess.
func (p *Printer) UnusedConst(name string, n int) {
	p.Line("// %[1]s is the maximum number of bytes that the check of a part of a message asks for in excess of its size.\nconst %[1]s = %[2]d\n", name, n)
}
