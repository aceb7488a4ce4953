package emit

import (
	"cmp"
	"fmt"

	"bale/schema"
)

// stackRooms are the sizes of arrays on the stack in which a new message is written first, so that memory of the right size is taken
// for it. An array is cleared, which takes 8 ns for 512 bytes; to take memory that is used again takes 20 ns.
var stackSizes = []int{192, 512}

// A Room is where a message is written.
type Room struct {
	Put    string // the function that writes it, with e, a buffer, an offset and v
	Size   string // an expression for the bytes that it takes at most, an int64
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
	put := func(buffer, n string) string {
		at := n
		if !r.HeadInside {
			at = p.PutHead(t, "baleAll("+buffer+")", n)
		}
		return fmt.Sprintf("n = %s(&e, baleAll(%s), %s, v)\nif e.err != nil {\nreturn b, %s\n}", r.Put, buffer, at, cmp.Or(r.Refused, Refused(t, p.Refusable(t))))
	}
	extra := fmt.Sprint(r.Slack)
	if r.Unused != "" {
		extra = r.Unused + "+" + extra
	}
	p.Line("total := %s + %s\nif baleOverInt(total) {\nreturn b, baleErrors[baleTooBig]\n}\nroom, n := int(total), len(b)", r.Size, extra)
	exact, w, assign := r.Exact, "b", ":="
	if exact == "true" && extra == "0" {
		w, assign = "w", "="
		p.Line("w := b\nif b == nil {\nw = baleNew(room)\n}")
	}
	p.Line("if cap(%[1]s)-n >= room {\ne.end = n + room%[2]s\n%[3]s\nreturn %[1]s[:n], nil\n}", w, minus(r.Slack), put(w+"[:cap("+w+")]", "n"))
	if extra != "0" && exact != "false" { // then memory for all of it is at most 1.25 times as much as the message
		exact = fmt.Sprintf("%s >= 4*(%s)", r.Size, extra)
		if r.Exact != "true" {
			exact = r.Exact + " && " + exact
		}
	}
	if r.Slack > 0 {
		p.onStack(r, put)
	}
	tight := fmt.Sprintf("%sTight%s", p.Title, p.Name(t))
	p.Line("w, n %s e.begin(b, room, %d, %s, &%s)\n%s\nreturn e.finish(b, w, n, &%s), nil\n}\n", assign, r.Slack, exact, tight, put("w", "n"), tight)
	p.Line("var %s baleTight\n", tight)
}

// minus prints what subtracts n.
func minus(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" - %d", n)
}

// onStack prints the writing of new messages that are small.
func (p *Generator) onStack(r Room, put func(buffer, n string) string) {
	p.Line("if b == nil { // what is small is written here first, so that no more memory is taken than it needs")
	for _, size := range stackSizes {
		p.Line("if room <= %[1]d {\nvar small [%[1]d]byte\ne.end = len(small)%[2]s\n%[3]s\nreturn append(baleNew(n), small[:n]...), nil\n}", size, minus(r.Slack), put("small[:]", "0"))
	}
	p.Line("}")
}

// UnusedConst prints the constant of a Room.
func (p *Printer) UnusedConst(name string, n int) {
	p.Line("// %[1]s is how many bytes more than it takes a part of a message may ask for before it is written.\nconst %[1]s = %[2]d\n", name, n)
}
