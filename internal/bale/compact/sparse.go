package compact

import (
	"encoding/binary"
	"math/bits"
	"time"

	"bale/internal/bale/core"
)

// The record of a struct with many fields is sparse: it begins with a bit for each field, and has bytes only for those that are not zero. A number in it is
// one byte if it is less than oneByte. Otherwise, the first byte is oneByte - 1 + the number of bytes that follow.
const oneByte = 248

// NumberLen returns the size of a number in a sparse record.
func NumberLen(x uint64) int64 {
	if x < oneByte {
		return 1
	}
	return int64(1 + (bits.Len64(x)+7)/8)
}

// PutNumber encodes a number of a sparse record at n, and returns its end. path is that of the record.
func (e *Encoder) PutNumber(b core.Buffer, n int, x uint64, path string) int {
	if n+9 > e.End {
		return e.Changed(path, n)
	}
	if x < oneByte {
		core.Put8(b, n, uint8(x))
		return n + 1
	}
	size := (bits.Len64(x) + 7) / 8
	core.Put8(b, n, uint8(oneByte-1+size))
	core.Put64(b, n+1, x)
	return n + 1 + size
}

// PutWord encodes the low size bytes of x, at most 8, at n of a sparse record, and returns their end.
func (e *Encoder) PutWord(b core.Buffer, n int, x uint64, size int, path string) int {
	if n+8 > e.End {
		return e.Changed(path, n)
	}
	core.Put64(b, n, x)
	return n + size
}

// PutText encodes the length of a string of a sparse record at n, and its text at s. It returns the end offsets of both.
func (e *Encoder) PutText(b core.Buffer, n, s int, text, path string) (int, int) {
	if len(text) > e.TextEnd-s {
		return e.Changed(path, n), s
	}
	n = e.PutNumber(b, n, uint64(len(text)), path)
	core.StoreText(b, s, text)
	return n, s + len(text)
}

// PutTime encodes a time of a sparse record: the seconds since 1970, the nanoseconds times two, plus one unless the zone is UTC, and the offset from UTC.
func (e *Encoder) PutTime(b core.Buffer, n int, t time.Time, path string) int {
	zone := core.Zone(&t)
	n = e.PutNumber(b, n, uint64(t.Unix()), path)
	n = e.PutNumber(b, n, uint64(t.Nanosecond())<<1|core.Bit(zone != 0), path)
	if zone != 0 {
		n = e.PutWord(b, n, uint64(uint32(zone)), 4, path)
	}
	return n
}

// TimeLen returns the size of a time in a sparse record.
func TimeLen(t time.Time) int64 {
	n := NumberLen(uint64(t.Unix())) + NumberLen(uint64(t.Nanosecond())<<1)
	if core.Zone(&t) != 0 {
		n += 4
	}
	return n
}

// Number decodes a number of a sparse record. After an error, which Code and Path have, it returns 0.
func (d *Decoder) Number(path string) uint64 {
	b, n := d.B, d.N
	if len(b)-n < 9 {
		return d.lastNumber(path)
	}
	x := uint64(b[n])
	if x < oneByte {
		d.N = n + 1
		return x
	}
	size := int(x) - (oneByte - 1)
	d.N = n + 1 + size
	return binary.LittleEndian.Uint64(b[n+1:]) & (1<<(8*size) - 1)
}

// lastNumber is Number near the end of a message.
func (d *Decoder) lastNumber(path string) uint64 {
	var tail [9]byte
	left := copy(tail[:], d.B[d.N:])
	size := max(int(tail[0])-(oneByte-1), 0)
	if left < 1+size {
		d.lost(core.Truncated, path)
		return 0
	}
	d.N += 1 + size
	if size == 0 {
		return uint64(tail[0])
	}
	return binary.LittleEndian.Uint64(tail[1:]) & (1<<(8*size) - 1)
}

// lost records the first error of a record whose decoding goes on.
func (d *Decoder) lost(code int, path string) {
	if d.Code == 0 {
		d.FailAt(code, path)
	}
}

// Narrow is Number for numbers of less than 1<<bits.
func (d *Decoder) Narrow(bits int, path string) uint64 {
	x := d.Number(path)
	if x>>bits != 0 {
		d.lost(core.Overflow, path)
	}
	return x
}

// Word decodes size bytes, at most 8, as a number.
func (d *Decoder) Word(size int, path string) uint64 {
	b, n := d.B, d.N
	if len(b)-n < size {
		d.lost(core.Truncated, path)
		return 0
	}
	d.N = n + size
	if len(b)-n >= 8 {
		return binary.LittleEndian.Uint64(b[n:]) & (1<<(8*size) - 1)
	}
	var word [8]byte
	copy(word[:], b[n:n+size])
	return binary.LittleEndian.Uint64(word[:])
}

// Fixed skips the n bytes of an array, and returns where they are. It returns nil after an error.
func (d *Decoder) Fixed(n int, path string) core.Buffer {
	if len(d.B)-d.N < n {
		d.lost(core.Truncated, path)
		return nil
	}
	d.N += n
	return core.At(d.B, d.N-n)
}

// String decodes a string of a sparse record, which is a part of the text.
func (d *Decoder) String(path string) string {
	n := d.Number(path)
	text := d.More(d.Text, n)
	if n > uint64(len(text)) {
		d.lost(core.Truncated, path)
		return ""
	}
	d.Text = text[n:]
	return text[:n]
}

// Time decodes a time of a sparse record.
func (d *Decoder) Time(path string) time.Time {
	seconds, x := d.Number(path), d.Number(path)
	if x>>1 >= 1e9 {
		d.lost(core.Overflow, path)
	}
	t := time.Unix(int64(seconds), int64(x>>1)).UTC()
	if x&1 != 0 {
		t = t.In(time.FixedZone("", int(int32(d.Word(4, path)))))
	}
	return t
}
