package json

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
)

// AppendBase64 appends bytes in base64, without quotes.
func AppendBase64(b, x []byte) []byte { return base64.StdEncoding.AppendEncode(b, x) }

// EngineV2 reports whether encoding/json/v2 does the work of encoding/json, as from Go 1.27 on. Then bytes are decoded into the memory of the old ones,
// and null leaves slices and maps with methods UnmarshalText as they are.
var EngineV2 = func() bool {
	old := []byte{1, 1, 1}
	b := old
	_ = json.Unmarshal([]byte(`"AA=="`), &b) // there is no error
	return old[0] == 0
}()

// Base64 decodes the bytes at n. old are the bytes before. If encoding/json decodes into their memory, so does Base64, and it leaves as much room for the
// next value: after an error in a text, some of its bytes are in the value.
func (d *Input) Base64(old []byte, n int) ([]byte, int) {
	return d.bytesAt(old, n, false)
}

// Base64Own is Base64 for bytes with memory of their own.
func (d *Input) Base64Own(old []byte, n int) ([]byte, int) {
	return d.bytesAt(old, n, true)
}

// bytesAt is Base64, or Base64Own. With a function value for the difference, the decoder would be allocated.
func (d *Input) bytesAt(old []byte, n int, own bool) ([]byte, int) {
	escaped, end := d.Quoted(n)
	if end < 0 {
		return nil, -1
	}
	text := d.Scratch
	if !escaped {
		text = d.B[n+1 : end-1]
	}
	size := base64.StdEncoding.DecodedLen(len(text))
	if EngineV2 && (cap(old) > 0 || size > maxClass) {
		if most := base64.RawStdEncoding.DecodedLen(len(text)); d.Saves && cap(old) > 0 && !saveList(d, old[:min(cap(old), most)]) {
			return nil, -1
		}
		b, err := base64.StdEncoding.AppendDecode(old[:0], text)
		if err != nil {
			return nil, -1
		}
		return b, end
	}
	if EngineV2 {
		size = sizeClass(base64.RawStdEncoding.DecodedLen(len(bytes.TrimRight(text, "="))))
	}
	var b []byte
	if own {
		b = make([]byte, size)
	} else {
		b = take[byte](d, size, n)
	}
	k, err := base64.StdEncoding.Decode(b, text)
	switch {
	case err != nil:
		return nil, -1
	case EngineV2:
		return b[:k], end
	}
	return b[:k:k], end
}

// maxClass is the maximum that sizeClass takes.
const maxClass = 768

// sizeClass returns the capacity of a new slice that append has given n bytes: the size of a class of the runtime's memory (runtime/sizeclasses.go).
func sizeClass(n int) int {
	switch {
	case n <= 24:
		return (n + 7) &^ 7
	case n <= 256:
		return (n + 15) &^ 15
	case n <= 512:
		return (n + 31) &^ 31
	}
	return (n + 63) &^ 63
}
