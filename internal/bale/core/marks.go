package core

import (
	"bytes"
	"slices"
)

// Marks remember where the entries of maps begin that are being encoded, so that they can be sorted.
type Marks struct {
	Starts []int
	Spans  []Span // the entries that are being sorted, in Sorted
	Sorted []byte // a copy of them
}

// A Span is a range of bytes.
type Span struct{ from, to int }

// FirstMark returns the number of the mark of the next entry, which n-1 others follow.
func (s *Marks) FirstMark(n int) int {
	s.Starts = slices.Grow(s.Starts, n)
	return len(s.Starts)
}

// SortMarked sorts the entries of a map in b by their bytes. They begin at the offsets in s.Starts from number first on, and end at end; -1 means that they are not sorted. The
// bytes of a key must not be the beginning of those of another key, so that this is the order of the keys.
func (s *Marks) SortMarked(b Buffer, first, end int) {
	marks := s.Starts[first:]
	s.Starts = s.Starts[:first]
	if len(marks) < 2 || end < 0 {
		return
	}
	all := Bytes(b, marks[0], end-marks[0])
	sorted := true
	s.Spans = slices.Grow(s.Spans[:0], len(marks))
	for i, from := range marks {
		span := Span{from - marks[0], len(all)}
		if i+1 < len(marks) {
			span.to = marks[i+1] - marks[0]
		}
		sorted = sorted && (i == 0 || bytes.Compare(all[s.Spans[i-1].from:span.from], all[span.from:span.to]) <= 0)
		s.Spans = append(s.Spans, span)
	}
	if sorted {
		return
	}
	s.Sorted = append(s.Sorted[:0], all...)
	slices.SortFunc(s.Spans, func(x, y Span) int { return bytes.Compare(s.Sorted[x.from:x.to], s.Sorted[y.from:y.to]) })
	n := 0
	for _, x := range s.Spans {
		n += copy(all[n:], s.Sorted[x.from:x.to])
	}
}
