package json

import (
	"bytes"
	"encoding/base64"
	"time"
)

// The decoders for the semantics of encoding/json/v2 accept no names that appear twice, no strings that are not UTF-8, and null as the zero value. A
// value is decoded once more by encoding/json/v2 if they give up. They do not look at what follows, so they have changed nothing that it does not change.

// replaced is what takes the place of what is not UTF-8.
var replaced = []byte("\ufffd")

// TextV2 decodes the string at n.
func (d *Input) TextV2(n int) (string, int) {
	d.Scratch = d.Scratch[:0]
	s, end := d.Text(n)
	if len(d.Scratch) > 0 && bytes.Contains(d.Scratch, replaced) {
		return "", -1
	}
	return s, end
}

// TextOwnV2 decodes the string at n into memory of its own.
func (d *Input) TextOwnV2(n int) (string, int) {
	d.Scratch = d.Scratch[:0]
	s, end := d.TextOwn(n)
	if len(d.Scratch) > 0 && bytes.Contains(d.Scratch, replaced) {
		return "", -1
	}
	return s, end
}

// NameV2 decodes the name and the colon at n, and the white space around them. The name is valid until the next call. It is in d.Scratch if that is
// not empty.
func (d *Input) NameV2(n int) ([]byte, int) {
	d.Scratch = d.Scratch[:0]
	name, n := d.Name(n)
	if len(d.Scratch) > 0 && bytes.Contains(d.Scratch, replaced) {
		return nil, -1
	}
	return name, n
}

// maxNames is how many names of an object are compared one by one.
const maxNames = 32

// NewNameV2 adds the name that NameV2 has returned to those of the object whose names in d.Names begin at mark, and reports whether it is a new one.
// many has further names of the object.
func (d *Input) NewNameV2(mark int, many *map[string]bool, name []byte) bool {
	for _, x := range d.Names[mark:] {
		if string(x) == string(name) {
			return false
		}
	}
	switch {
	case len(d.Names)-mark < maxNames:
		if d.Names == nil {
			d.Names = make([][]byte, 0, 16)
		}
		if len(d.Scratch) > 0 {
			name = bytes.Clone(name)
		}
		d.Names = append(d.Names, name)
		return true
	case (*many)[string(name)]:
		return false
	case *many == nil:
		*many = map[string]bool{}
	}
	(*many)[string(name)] = true
	return true
}

// IntKeyV2 decodes the key of a map at n, and the colon after it.
func (d *Input) IntKeyV2(n int) (int64, int) {
	name, n := d.Name(n)
	if x, end := Int(name, 0); end == len(name) && end > 0 {
		return x, n
	}
	return 0, -1
}

// UintKeyV2 is IntKeyV2 for unsigned integers.
func (d *Input) UintKeyV2(n int) (uint64, int) {
	name, n := d.Name(n)
	if x, end := Uint(name, 0); end == len(name) && end > 0 {
		return x, n
	}
	return 0, -1
}

// Base64V2 decodes the bytes at n. As in encoding/json/v2, they are in the memory of old if there is enough.
func (d *Input) Base64V2(old []byte, n int) ([]byte, int) {
	if cap(old) > 0 {
		return d.intoV2(old, n)
	}
	d.Scratch = d.Scratch[:0]
	b, end := d.Base64(nil, n)
	if len(d.Scratch) > 0 {
		return nil, -1
	}
	return b, end
}

// Base64OwnV2 is Base64V2 for bytes with memory of their own.
func (d *Input) Base64OwnV2(old []byte, n int) ([]byte, int) {
	if cap(old) > 0 {
		return d.intoV2(old, n)
	}
	d.Scratch = d.Scratch[:0]
	b, end := d.Base64Own(nil, n)
	if len(d.Scratch) > 0 {
		return nil, -1
	}
	return b, end
}

// intoV2 decodes the bytes at n into the memory of old.
func (d *Input) intoV2(old []byte, n int) ([]byte, int) {
	if len(d.B)-n >= 2 && string(d.B[n:n+2]) == `""` {
		return old[:0], n + 2
	}
	end := QuotedEnd(d.B, n)
	if end < 0 {
		return nil, -1
	}
	b, err := base64.StdEncoding.AppendDecode(old[:0], d.B[n+1:end-1])
	if err != nil {
		return nil, -1
	}
	return b, end
}

// ArrayV2 decodes the bytes at n into x, whose length they must have.
func ArrayV2(b []byte, n int, x []byte) int {
	end := QuotedEnd(b, n)
	if end < 0 || end-n-2 != base64.StdEncoding.EncodedLen(len(x)) {
		return -1
	}
	y, err := base64.StdEncoding.AppendDecode(x[:0:len(x)], b[n+1:end-1])
	if err != nil || len(y) != len(x) {
		return -1
	}
	return end
}

// TimeV2 decodes the time at n.
func (d *Input) TimeV2(t *time.Time, n int) int {
	if IsNull(d.B, n) {
		if n = Null(d.B, n); n >= 0 {
			*t = time.Time{}
		}
		return n
	}
	b := d.B
	sec, nano, end := clockAt(b, n)
	if end < 0 || end+1 >= len(b) {
		return -1
	}
	if b[end] == 'Z' && b[end+1] == '"' {
		*t = time.Unix(sec, nano).UTC()
		return end + 2
	}
	offset, end := offsetAt(b, end)
	if end >= 0 {
		*t = d.inZone(sec-int64(offset), nano, offset)
	}
	return end
}

// LibraryV2 decodes the value at n by encoding/json/v2. v is a pointer.
func (d *Input) LibraryV2(v any, n int) int {
	end := Skip(d.B, n)
	if end < 0 {
		return -1
	}
	if _, err := UnmarshalV2(d.Types, d.B[n:end], v, true, d.Strict); err != nil {
		return -1
	}
	return end
}

// AnyV2 decodes the value at n. What *v holds is for encoding/json/v2, which decodes into a value of its type. It may change what pointers and maps
// refer to, so that it must not decode the same part twice.
func (d *Input) AnyV2(v *any, n int) int {
	switch (*v).(type) {
	case nil:
		x, end := d.valueV2(n)
		if end >= 0 {
			*v = x
		}
		return end
	case bool, float64, string, []any:
		return d.LibraryV2(v, n)
	}
	return -1
}

// valueV2 decodes the value at n into the types that encoding/json/v2 chooses.
func (d *Input) valueV2(n int) (any, int) {
	if n < len(d.B) {
		switch d.B[n] {
		case '"':
			s, end := d.TextV2(n)
			return s, end
		case '[':
			return d.valuesV2(n)
		case '{':
			return d.objectV2(n)
		}
	}
	return d.value(n)
}

// valuesV2 decodes the list at n.
func (d *Input) valuesV2(n int) (any, int) {
	list := []any{}
	n, more := d.openV2(n)
	for more {
		x, end := d.valueV2(n)
		list = append(list, x)
		n, more = d.nextV2(end, ']')
	}
	return list, n
}

// objectV2 decodes the object at n.
func (d *Input) objectV2(n int) (any, int) {
	m := map[string]any{}
	n, more := d.openV2(n)
	for more {
		key, end := d.TextV2(n)
		if n = Colon(d.B, end); n < 0 {
			return nil, -1
		}
		if _, twice := m[key]; twice {
			return nil, -1
		}
		m[key], end = d.valueV2(n)
		n, more = d.nextV2(end, '}')
	}
	return m, n
}

// openV2 returns the offset of the first element or member of the list or object at n, or the offset after it if there is none.
func (d *Input) openV2(n int) (int, bool) {
	if !d.Enter() {
		return -1, false
	}
	closing := d.B[n] + 2
	if n = Space(d.B, n+1); n < len(d.B) && d.B[n] == closing {
		d.Depth--
		return n + 1, false
	}
	return n, true
}

// nextV2 returns the offset of the element or member after one that ends at n, or the offset after the closing bracket if there is none.
func (d *Input) nextV2(n int, closing byte) (int, bool) {
	b := d.B
	if n < 0 {
		return -1, false
	}
	switch n = Space(b, n); {
	case n < len(b) && b[n] == ',':
		return Space(b, n+1), true
	case n < len(b) && b[n] == closing:
		d.Depth--
		return n + 1, false
	}
	return -1, false
}

// SkipV2 returns the offset after the value at n, or -1 if encoding/json/v2 may refuse it.
func (d *Input) SkipV2(n int) int {
	b := d.B
	switch {
	case n < len(b) && b[n] == '"':
		d.Scratch = d.Scratch[:0]
		if _, n = d.Quoted(n); bytes.Contains(d.Scratch, replaced) {
			return -1
		}
	case n < len(b) && b[n] == '[':
		n, more := d.openV2(n)
		for more {
			n, more = d.nextV2(d.SkipV2(n), ']')
		}
		return n
	case n < len(b) && b[n] == '{':
		var many map[string]bool
		mark := len(d.Names)
		n, more := d.openV2(n)
		for more {
			name, at := d.NameV2(n)
			if at < 0 || !d.NewNameV2(mark, &many, name) {
				return -1
			}
			n, more = d.nextV2(d.SkipV2(at), '}')
		}
		d.Names = d.Names[:mark]
		return n
	default:
		return Skip(b, n)
	}
	return n
}
