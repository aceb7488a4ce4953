package msgpack

import (
	"fmt"
)

// Member decodes the number of the union member in the interface at n: from 1 to most, or 0 for nil. It returns the number and the offset
// of the value, or -1 after an error.
func (d *Input) Member(n, most int) (number, from int) {
	// The form that bale encodes is tested first: that decodes a union of a bool and a pointer in 0.4 of the time.
	if len(d.B)-n > 2 && d.B[n] == 0x92 && uint(d.B[n+1])-1 < uint(min(most, 127)) {
		return int(d.B[n+1]), n + 2
	}
	k, from := d.List(n)
	switch {
	case k < 0 || from < 0:
		return 0, from
	case k != 2:
		return 0, d.OtherLength(n, k, 2)
	}
	x, end := d.Uint(from, 64)
	if end >= 0 && x-1 >= uint64(most) {
		return 0, d.Unlike(from, fmt.Sprint("the number of a union's type, up to ", most), fmt.Sprint(x))
	}
	return int(x), end
}
