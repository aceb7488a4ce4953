package proto

import (
	"fmt"

	"bale/gen/emit"
	"bale/model"
)

// A message is first encoded without computing its size, into as much room as was enough for earlier messages of the type. Parts check that
// they fit anyway. Only if one does not, the size is computed, and the message is encoded again. Computing the size of a message of pointers
// to messages takes as long as encoding it. With attempts, encoding an Envoy route configuration into a used buffer takes 0.76 of the time, and a Pod of
// Kubernetes 0.68: the results of the methods of its values need not be kept.

// attempts reports whether messages m are encoded without computing their size first: unless one may have extensions that code of this
// package cannot see.
func (p *generator) attempts(m *message) bool {
	return !reaches(m, func(x *message) bool { return extensible(x) && p.extensions(x) == "" })
}

// attempt prints the attempt to encode the root t, whose message is m, in the function that appends it to b. The encoder is e.
func (p *generator) attempt(t *model.Named, m *message) {
	slack := messageSlack(m)
	put := func(buffer, from, end, result string) {
		p.Line("e.end = %s\nif end := %sPut%s(&e, baleAll(%s), %s, v); e.err == nil {\nreturn %s, nil\n}", end, title, m.Name, buffer, from, result)
	}
	usual := title + "Usual" + m.Name
	methods := reaches(m, holdsMethods)
	if methods {
		p.Line("e.now = true")
	}
	p.Line("switch room := int(%s.Load()); {\ncase room == 0:", usual)
	p.Line("case b != nil:\nif cap(b)-len(b) >= max(room, -room) {")
	put("b[:cap(b)]", "len(b)", fmt.Sprintf("cap(b) - %d", slack), "b[:end]")
	p.Line("}\ncase room < 0:")
	for _, size := range emit.StackSizes {
		p.Line("case room <= %[1]d:\nvar small [%[1]d]byte", size)
		put("small[:]", "0", fmt.Sprintf("len(small) - %d", slack), "baleCopied(small[:end])")
	}
	p.Line("case room <= baleMaxScratch:\ne.scratch = baleScratch(room)")
	put("*e.scratch", "0", fmt.Sprintf("len(*e.scratch) - %d", slack), "baleMove(nil, e.scratch, end, end)")
	p.Line("default:\nw := baleNew(room)[:room]")
	put("w", "0", fmt.Sprintf("room - %d", slack), fmt.Sprintf("%sLong(w, end, &%s)", title, usual))
	p.Line("%sUnlike(&%s, room)", title, usual)
	p.Line("}\nif e.err != nil && !e.retry(%s) {\nreturn b, %s\n}", p.depth("3 * "), refused(m, t))
	if methods {
		p.Line("e.now = false")
	}
}

// depth returns the depth at which messages begin, times the factor.
func (p *generator) depth(factor string) string {
	if p.deep { // all that can be decoded can be encoded, though other messages count here
		return factor + title + "Outermost()"
	}
	return "0"
}
