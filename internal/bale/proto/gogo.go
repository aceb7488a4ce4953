package proto

import (
	"fmt"

	"bale/internal/bale/core"
)

// MarshalTo returns the bytes that the method MarshalTo of a value writes to a buffer of its size.
func MarshalTo(size int, marshalTo func(b []byte) (int, error)) ([]byte, error) {
	if size < 0 {
		return nil, fmt.Errorf("the method Size returned %d", size)
	}
	b := make([]byte, size)
	_, err := marshalTo(b)
	return b, err
}

// MarshalTo is [MarshalTo] with memory that the next call uses again.
func (e *Output) MarshalTo(size int, marshalTo func(b []byte) (int, error)) ([]byte, error) {
	if size > cap(e.Custom) {
		e.Custom = make([]byte, max(size, 64))
	}
	if size < 0 {
		return MarshalTo(size, marshalTo)
	}
	b := e.Custom[:size:size]
	clear(b)
	_, err := marshalTo(b)
	return b, err
}

// NotNil returns empty bytes for nil.
func NotNil(b []byte, err error) ([]byte, error) {
	if b == nil {
		b = []byte{}
	}
	return b, err
}

// GogoVarint decodes the number at n as code that gogo has generated does: the excess bits of a number of ten bytes are dropped. It returns
// the number and the offset of its end, or -1.
func (d *Input) GogoVarint(n, end int) (uint64, int) {
	x, m := d.Varint(n, end)
	if m >= 0 {
		return x, m
	}
	x = 0
	for i := range 10 {
		if n+i >= end {
			return 0, m
		}
		c := d.B[n+i]
		x |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			d.Fault = core.Fault{}
			return x, n + i + 1
		}
	}
	return 0, m
}

// GogoLength is [Input.Length] for code that gogo has generated.
func (d *Input) GogoLength(n, end int) (int, int) {
	x, m := d.GogoVarint(n, end)
	if m >= 0 && x > uint64(end-m) {
		return 0, d.Stop(core.Truncated, "", n)
	}
	return int(x), m
}

// GogoTag decodes the tag of a field. Of the number, 32 bits count. It is an error if the message ends after the tag, or the tag ends a
// group.
func (d *Input) GogoTag(n, end int) (uint64, int) {
	x, m := d.GogoVarint(n, end)
	number := int32(x >> 3)
	switch {
	case m < 0:
		return 0, m
	case number <= 0 || x&7 == 4:
		return 0, d.Stop(core.Malformed, "", n)
	case m >= end:
		return x, d.Stop(core.Truncated, "", n)
	}
	return uint64(number)<<3 | x&7, m
}

// SkipGogo returns the offset of the end of an unknown field that begins with its tag at n, or -1. The tags that end groups may have other
// numbers than those that begin them.
func (d *Input) SkipGogo(n, end int) int {
	depth := 0
	for n < end {
		tag, m := d.GogoVarint(n, end)
		if m < 0 {
			return m
		}
		k := 0
		switch tag & 7 {
		case 0:
			_, m = d.GogoVarint(m, end)
		case 1:
			k = 8
		case 2:
			k, m = d.GogoLength(m, end)
		case 3:
			depth++
		case 4:
			depth--
		case 5:
			k = 4
		default:
			return d.Stop(core.Malformed, "", n)
		}
		switch {
		case m < 0:
			return m
		case depth < 0:
			return d.Stop(core.Malformed, "", n)
		case k > end-m:
			return d.Stop(core.Truncated, "", n)
		}
		if n = m + k; depth == 0 {
			return n
		}
	}
	return d.Stop(core.Truncated, "", n)
}
