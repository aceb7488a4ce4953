package core

import (
	"encoding/binary"
	"errors"
	"time"
)

// ErrSameKeys is the error for a map that cannot be decoded.
var ErrSameKeys = errors.New("two keys of the map have the same encoding, and decoding refuses such a message")

// Keys holds the keys of a map that have been encoded. Two keys that differ in memory may have the same encoding.
type Keys[K comparable] struct {
	KeyState
	Seen map[Key[K]]struct{}
}

// A KeyState is what is known about the current key.
type KeyState struct {
	Extra   []byte // what it has beside its comparable part: offsets from UTC, and the bytes of custom values
	Unique  bool   // it has a pointer, and each decoded pointer is another one
	Customs int    // number of custom values in it
	Lens    int    // number of custom values that were kept before it
	Bytes   int    // their total length
}

// A Key is a key as far as it is encoded.
type Key[K comparable] struct {
	Key   K
	Extra string
}

// NewKeys returns a set for n keys.
func NewKeys[K comparable](n int) Keys[K] { return Keys[K]{Seen: make(map[Key[K]]struct{}, n)} }

// Mark begins an entry of the map. The next custom values that e keeps are those of the key.
func (s *KeyState) Mark(e *Output) {
	s.Extra, s.Unique, s.Customs, s.Lens, s.Bytes = s.Extra[:0], false, 0, 0, 0
	if e.Kept != nil {
		s.Lens, s.Bytes = len(e.Kept.Lens), len(e.Kept.Bytes)
	}
}

// Time returns t without its location and monotonic clock reading. zone reports whether messages have its offset from UTC.
func (s *KeyState) Time(t time.Time, zone bool) time.Time {
	if zone {
		s.Extra = binary.AppendVarint(s.Extra, int64(Zone(&t)))
	}
	return t.Round(0).UTC()
}

// Pointer notes a pointer in the current key.
func (s *KeyState) Pointer(present bool) { s.Unique = s.Unique || present }

// Add adds a key, with its custom values, which e has kept. It records an error if there is an equal key.
func (s *Keys[K]) Add(e *Output, k K) {
	if e.Err != nil || s.Unique {
		return
	}
	if s.Customs > 0 {
		from := s.Bytes
		for _, n := range e.Kept.Lens[s.Lens:][:s.Customs] {
			s.Extra = binary.AppendVarint(s.Extra, int64(n))
			s.Bytes += max(n, 0)
		}
		s.Extra = append(s.Extra, e.Kept.Bytes[from:s.Bytes]...)
	}
	key := Key[K]{k, string(s.Extra)}
	if _, has := s.Seen[key]; has {
		e.Refuse(ErrSameKeys)
	}
	s.Seen[key] = struct{}{}
}
