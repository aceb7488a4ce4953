package emit

import (
	"cmp"
	"fmt"

	"bale/schema"
)

// smallMessage is up to how many bytes a new message is written on the stack first, so that memory of the right size is taken
// for it: valmsg, of which the numbers alone can take 2.5 times as much as they do, takes 7 % less time so.
const smallMessage = 512

// A Room is where a message is written.
type Room struct {
	Put    string // the function that writes it, with e, a buffer, an offset and v
	Size   string // an expression for the bytes that it takes at most
	Slack  int    // bytes behind the end that may be written to
	Unused string // a constant: bytes that the check of a part may ask for beyond those that it takes; "" is none
	Exact  string // a condition under which Size is what it takes
	// HeadInside says that Put writes what comes before the value; else Size has it, and it is written first.
	HeadInside bool
	// Refused is an expression for the error of e; "" is that of the function Refused.
	Refused string
}

// Write prints the end of a function that appends a message of t to b, with an encoder e that has no error.
func (p *Generator) Write(t *schema.Named, r Room) {
	room, slack := r.Size, ""
	if r.Unused != "" {
		room += "+" + r.Unused
	}
	if r.Slack > 0 {
		slack = fmt.Sprintf("-%d", r.Slack)
		room += fmt.Sprintf("+%d", r.Slack)
	}
	head := func(buffer, n string) string {
		if r.HeadInside {
			return n
		}
		return p.PutHead(t, buffer, n)
	}
	refused := cmp.Or(r.Refused, Refused(t, p.HoldsUnion(t)))
	if r.Slack > 0 {
		p.Line("if b == nil && %s <= %d {\n// What is small is written here first, so that no more memory is taken than it needs.", room, smallMessage)
		p.Line("var small [%[1]d]byte\ne.end = len(small)%[2]s\nn := %[3]s(&e, baleAll(small[:]), %[5]s, v)\nif e.err != nil {\nreturn b, %[4]s\n}\nreturn append(baleNew(n), small[:n]...), nil\n}",
			smallMessage, slack, r.Put, refused, head("baleAll(small[:])", "0"))
	}
	p.Line("w, n := e.begin(b, %s, %d, %s)\nn = %s(&e, baleAll(w), %s, v)", room, r.Slack, r.Exact, r.Put, head("baleAll(w)", "n"))
	p.Line("if e.err != nil {\nreturn b, %s\n}\nreturn e.finish(b, w, n), nil\n}\n", refused)
}

// UnusedConst prints the constant of a Room.
func (p *Printer) UnusedConst(name string, n int) {
	p.Line("// %[1]s is how many bytes more than it takes a part of a message may ask for before it is written.\nconst %[1]s = %[2]d\n", name, n)
}
