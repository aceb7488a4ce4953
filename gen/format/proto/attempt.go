package proto

import (
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
func (p *generator) attempt(t *model.Named, m *message, room emit.Room) {
	methods := reaches(m, holdsMethods)
	if methods {
		p.Line("e.Now = true")
	}
	p.Line("if b, ok := e.Attempt(b, &%sUsual%s, %d, %s); ok {\nreturn b, nil\n}", title, m.Name, room.Slack, p.PutFunc(t, room))
	p.Line("if e.Err != nil && !e.Retry(%s) {\nreturn b, %s\n}", p.depth("3 * "), refused(m, t, "e.Err"))
	if methods {
		p.Line("e.Now = false")
	}
}

// depth returns the depth at which messages begin, times the factor.
func (p *generator) depth(factor string) string {
	if p.deep { // all that can be decoded can be encoded, though other messages count here
		return factor + "baleproto.Outermost()"
	}
	return "0"
}
