package capnpgen

import (
	"fmt"
	"math/bits"

	"bale/codec/internal/tables"
	"bale/model"
)

// A place is the position of a field in a struct: in bits in the data section, or as an index among the pointers.
type place struct{ bits, pointer int }

// offset returns the position of f in units of its own size.
func (p place) offset(f tables.Field) int {
	if w := width(f); w > 0 {
		return p.bits / w
	}
	return p.pointer
}

// A structure is the layout of a struct.
type structure struct {
	places          []place // of the fields
	words, pointers int     // sizes of the two sections
}

// size returns the sizes as Go source.
func (s *structure) size() string {
	return fmt.Sprintf("balecapnp.ObjectSize{DataSize: %d, PointerCount: %d}", s.words*8, s.pointers)
}

// layout lays out a table as the Cap'n Proto compiler does: in the order of the fields, with small fields in the gaps left by others. A field
// that is added at the end does not move other fields.
func layout(table model.Type) *structure {
	fields := tables.Fields(table)
	l := &structure{places: make([]place, len(fields))}
	var data section
	switch {
	case tables.IsUnion(table):
		data.take(4) // the number of the member that is set
		l.union(&data, fields)
	case len(fields) == 0:
		data.take(0) // version 1 reads a struct of size 0 as an absent one
	default:
		l.fields(&data, fields)
	}
	l.words = data.bits / 64
	return l
}

func (l *structure) fields(data *section, fields []tables.Field) {
	for i, f := range fields {
		if w := width(f); w > 0 {
			l.places[i].bits = data.take(log(w))
		} else {
			l.places[i].pointer = l.pointers
			l.pointers++
		}
	}
}

// union lays out the members of a union, which share memory. All pointers have one position. A number is at the beginning of the narrowest
// part of the data section that holds it, of those that members before it have made. If there is none, it widens such a part into the gap
// behind it, or takes a new one.
func (l *structure) union(data *section, fields []tables.Field) {
	var parts []part
	for i, f := range fields {
		if w := width(f); w > 0 {
			l.places[i].bits = data.share(&parts, log(w))
		} else {
			l.pointers = 1
		}
	}
}

// A part is a part of the data section, of 1<<log bits.
type part struct{ at, log int }

// share returns the position of a member of 1<<log bits in a union that has the given parts.
func (s *section) share(parts *[]part, log int) int {
	for _, p := range *parts { // from narrow to wide: a part is made only if no other is wide enough
		if p.log >= log {
			return p.at
		}
	}
	for i, p := range *parts {
		if s.widen(p, log) {
			(*parts)[i].log = log
			return p.at
		}
	}
	at := s.take(log)
	*parts = append(*parts, part{at, log})
	return at
}

// A section is the data section of a struct during layout.
type section struct {
	bits int
	gaps [6]int // position of a gap by the logarithm of its width in bits; 0 for none
}

// take returns the position of a new field of 1<<log bits.
func (s *section) take(log int) int {
	if at := s.gap(log); at > 0 {
		return at
	}
	at := s.bits
	s.bits += 64
	for ; log < len(s.gaps); log++ {
		s.gaps[log] = at + 1<<log
	}
	return at
}

// gap takes a gap of 1<<log bits, or the first part of a wider one. It returns 0 if there is none.
func (s *section) gap(log int) int {
	if log >= len(s.gaps) {
		return 0
	}
	at := s.gaps[log]
	s.gaps[log] = 0
	if at > 0 {
		return at
	}
	if at = s.gap(log + 1); at > 0 {
		s.gaps[log] = at + 1<<log
	}
	return at
}

// widen widens a part to 1<<log bits, if the bits behind it are gaps.
func (s *section) widen(p part, log int) bool {
	for l := p.log; l < log; l++ {
		if s.gaps[l] != p.at+1<<l {
			return false
		}
	}
	clear(s.gaps[p.log:log])
	return true
}

// width returns the number of bits of a field in the data section, or 0 for a pointer.
func width(f tables.Field) int {
	if tables.Of(f.Type) != tables.Scalar {
		return 0
	}
	if k := tables.Kind(f.Type); k != model.Bool {
		return k.Bits()
	}
	return 1
}

func log(width int) int { return bits.TrailingZeros(uint(width)) }
