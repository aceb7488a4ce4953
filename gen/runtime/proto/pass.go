package proto

// Pass skips the fields at n with numbers between after and before, and returns the offset of the next field or end, or -1.
func (d *Input) Pass(n, end int, after, before uint64) int {
	for n < end {
		tag, m := uint64(d.B[n]), n+1
		if tag >= 0x80 || tag < 8 || m >= end {
			if tag, m = d.Tag(n, end); m < 0 {
				return m
			}
		}
		if number := tag >> 3; number <= after || number >= before {
			return n
		}
		if n = d.SkipUnknown(m, end, tag); n < 0 {
			return n
		}
	}
	return n
}
