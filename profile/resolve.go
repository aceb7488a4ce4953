package profile

import (
	"strings"

	"bale/codec/facts"
)

// resolve returns the entry and the direction of a match. If the outermost function is only in a package of the serializer, the functions that it calls say
// more: what is in a file of bale gen says which format it is.
func (m match) resolve(inner stack) (*facts.Entry, Direction) {
	if m.direction != Other {
		return m.entry, m.direction
	}
	for _, f := range inner {
		deeper := f.match
		if deeper.entry == nil || deeper.direction == Other {
			continue
		}
		if deeper.entry == m.entry || strings.HasPrefix(deeper.entry.Codecs[0], m.entry.Codecs[0]+"/") {
			return deeper.entry, deeper.direction
		}
	}
	return m.entry, Other
}
