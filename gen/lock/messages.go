package lock

import (
	"fmt"
	"reflect"
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// forgetMessage removes the lines of a message from the lock file: its numbers are those of its .proto file. It adds an error if an earlier
// version of bale has written a oneof of the message as a message of its own, unless that is accepted.
func (p *numberer) forgetMessage(s *model.Struct, path string) {
	lines := p.lock.fieldLines(p.Name, path)
	if s.Proto.Gogo != nil && len(lines) > 0 {
		what := fmt.Sprintf("messages that an earlier version of bale has written are not those of the methods that gogo has generated for the type (%s line %d), and the code would write and read these", p.lockName(), lines[0].At)
		if !p.refuse(loss{pos: s.Fields[0].Pos, path: path, what: what, formats: p.formats()}, "%s: %s", what, p.orAccept(path)) {
			return
		}
	}
	for _, f := range s.Fields {
		if _, ok := reflect.StructTag(f.Tag).Lookup("protobuf_oneof"); !ok {
			continue
		}
		for _, l := range lines {
			if l.Field != f.Name || l.Removed {
				continue
			}
			where := path + "." + f.Name
			what := fmt.Sprintf("messages that an earlier version of bale has written hold this oneof as a message of its own, number %d (%s line %d), and the code would write and read it as the .proto file says", l.Number, p.lockName(), l.At)
			if !p.refuse(loss{pos: f.Pos, path: where, what: what, formats: p.formats()}, "%s: %s", what, p.orAccept(where)) {
				return
			}
		}
		for _, n := range slices.Concat([]model.Type{f.Type}, plan.Members(f.Type)) {
			if ptr, ok := n.(*model.Pointer); ok {
				n = ptr.Elem
			}
			for _, l := range p.lock.fieldLines(p.Name, plan.FullName(n, p.home)) {
				p.lock.drop(l)
			}
		}
	}
	for _, l := range lines {
		p.lock.drop(l)
	}
}
