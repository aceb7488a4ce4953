package compact

import "bale/internal/bale/core"

// Pass skips n values of size bytes each.
func (d *Decoder) Pass(n uint64, size int) bool {
	if n > uint64(len(d.B)-d.N)/uint64(size) {
		return d.Fail(core.Truncated)
	}
	d.N += int(n) * size
	return true
}

// PassZone skips the offset from UTC of a time, if there is one.
func (d *Decoder) PassZone(some bool) bool { return !some || d.Pass(4, 1) }

// PassText skips n bytes of the text.
func (d *Decoder) PassText(n uint64) bool {
	at := d.TextPos()
	if n > uint64(d.TextEnd-at) {
		return d.Fail(core.Truncated)
	}
	d.SkipText(at + int(n))
	return true
}

// maxShort is the maximum size of memory that the strings of a part share.
const maxShort = 1 << 10

// OneText decodes a string of n bytes for a part. It copies no more of the text than the string, since a part needs little of it.
func (d *Decoder) OneText(n uint64) (string, bool) {
	at := d.TextPos()
	if !d.PassText(n) {
		return "", false
	}
	from := len(d.Short)
	if int(n) > cap(d.Short)-from {
		from = 0
		d.Short = make([]byte, 0, max(int(n), min(2*cap(d.Short)+64, maxShort, d.TextEnd-at)))
		d.Copied(cap(d.Short))
	}
	d.Short = append(d.Short, d.B[at:at+int(n)]...)
	return core.Text(d.Short[from:], true), true
}

// GetPartStrings is GetStrings for a part.
func GetPartStrings[T ~string](d *Decoder, v []T) bool {
	var buf [16]uint64
	for len(v) > 0 {
		lens, ok := lensOf[T](d, &buf, len(v))
		if !ok {
			return false
		}
		for i, n := range lens {
			s, ok := d.OneText(n)
			if !ok {
				return false
			}
			v[i] = T(s)
		}
		v = v[len(lens):]
	}
	return true
}

// PassTexts skips the text of several strings.
func (d *Decoder) PassTexts(lens ...uint64) bool {
	sum := uint64(0)
	for _, n := range lens {
		if n > uint64(len(d.B)) {
			return d.Fail(core.Truncated)
		}
		sum += n
	}
	return d.PassText(sum)
}

// PassNumbers skips a list of n numbers.
func (d *Decoder) PassNumbers(n uint64) bool {
	for n > 0 {
		k := min(n, 16)
		m := int(k+1) / 2
		if m > len(d.B)-d.N {
			return d.Fail(core.Truncated)
		}
		size := m + Sum(Lens(core.Load64(d.B, d.N)&(1<<(8*m)-1)))
		if size > len(d.B)-d.N {
			return d.Fail(core.Truncated)
		}
		d.N += size
		n -= k
	}
	return true
}

// PassStrings skips a list of n strings.
func (d *Decoder) PassStrings(n uint64) bool {
	var buf [16]uint64
	for n > 0 {
		lens, ok := lensOf[int](d, &buf, int(min(n, 16)))
		if !ok || !d.PassTexts(lens...) {
			return false
		}
		n -= uint64(len(lens))
	}
	return true
}
