package cbor

import (
	"math"
	"time"

	"bale/internal/bale/core"
)

// AppendTime appends a time to b: an integer of seconds since 1970, if there are no nanoseconds, else the text of RFC 3339, or for years
// that this does not have, the seconds and the nanoseconds in the form of RFC 9581.
func AppendTime(b []byte, t time.Time) []byte {
	sec, nsec := t.Unix(), uint64(t.Nanosecond())
	major, x := byte(sec>>63&1), uint64(sec^sec>>63)
	switch t = t.UTC(); {
	case nsec == 0:
		return AppendHead(b, major, x)
	case t.Year() < 0 || t.Year() > 9999:
		b = AppendHead(append(b, "\xd9\x03\xe9\xa2\x01"...), major, x)
		return AppendHead(append(b, 0x28), 0, nsec)
	}
	var room [32]byte
	text := t.AppendFormat(room[:0], time.RFC3339Nano)
	return append(AppendHead(b, 3, uint64(len(text))), text...)
}

// PutTime encodes a time at n and returns the end offset.
func PutTime(b core.Buffer, n int, t time.Time) int {
	var room [40]byte
	return PutRaw(b, n, AppendTime(room[:0], t))
}

func SizeTime(t time.Time) int {
	var room [40]byte
	return len(AppendTime(room[:0], t))
}

// Time decodes the time at n: seconds since 1970 as an integer or a float, a text of RFC 3339, with or without tag 0 or 1, or the form of RFC
// 9581.
func (d *Input) Time(n int) (time.Time, int) {
	if n < len(d.B) && d.B[n]&^1 == 0xc0 {
		n++
	}
	switch {
	case d.Null(n):
		return time.Time{}, n + 1
	case n < len(d.B) && d.B[n]>>5 == 3:
		from, k := d.Bytes(n)
		if k < 0 {
			return time.Time{}, -1
		}
		x, err := time.Parse(time.RFC3339Nano, string(d.B[from:from+k]))
		if d.Cause = err; err != nil {
			return time.Time{}, d.Stop(core.Malformed, "", n)
		}
		return x.UTC(), from + k
	case n < len(d.B) && 0xf9 <= d.B[n] && d.B[n] <= 0xfb:
		x, end := d.Float64(n)
		sec, frac := math.Modf(x)
		if !(math.Abs(sec) < 1<<63) {
			return time.Time{}, d.Stop(core.Overflow, "", n)
		}
		return time.Unix(int64(sec), int64(frac*1e9)).UTC(), end
	case len(d.B)-n > 5 && string(d.B[n:n+5]) == "\xd9\x03\xe9\xa2\x01":
		sec, end := d.Int(n+5, 64)
		if end < 0 || end >= len(d.B) || d.B[end] != 0x28 {
			return time.Time{}, d.Stop(core.Malformed, "", n)
		}
		nsec, end := d.Uint(end+1, 32)
		if end >= 0 && nsec >= 1e9 {
			return time.Time{}, d.Stop(core.Malformed, "", n)
		}
		return time.Unix(int64(sec), int64(nsec)).UTC(), end
	}
	x, negative, end := d.Integer(n, "a time")
	if end >= 0 && x>>63 != 0 {
		return time.Time{}, d.Stop(core.Overflow, "", n)
	}
	sec := x ^ -core.Bit(negative)
	return time.Unix(int64(sec), 0).UTC(), end
}
