package compact

import (
	"math/bits"
	"strconv"
	"strings"
)

// The functions of this file find the field of an error in a record, so that decoding does not check each number on its own. They get
// the paths of the record's numbers, in the order of the codes and separated by spaces. A path may be followed by a limit: "=32" for a
// number of 32 bits, "=int" for one of the machine's width, "=ns" for nanoseconds, or "=-" for a code that has no number.

// Cut returns the path of the field at which a record ends early: it has only the given number of bytes. fixed has the paths and the
// sizes of the values in the fixed part, such as "Hash=16 Rate=8". Cut returns "" if the record ends in its control.
//
//go:noinline
func Cut(record []byte, have, control int, fixed, numbers string) string {
	at := control
	if have < at {
		return ""
	}
	for _, value := range strings.Fields(fixed) {
		path, text, _ := strings.Cut(value, "=")
		size, _ := strconv.Atoi(text)
		if at += size; at > have {
			return path
		}
	}
	for i, number := range strings.Split(numbers, " ") {
		if path, limit, _ := strings.Cut(number, "="); limit != "-" && i/2 < len(record) {
			if at += int(Sizes[record[i/2]>>(4*(i%2))&15]); at > have {
				return path
			}
		}
	}
	return ""
}

// Over returns the path of the first number in a record that exceeds its limit. head is the size of the record's control and fixed part.
//
//go:noinline
func Over(record []byte, head int, numbers string) string {
	at := head
	for i, number := range strings.Split(numbers, " ") {
		path, limit, _ := strings.Cut(number, "=")
		if limit == "-" {
			continue
		}
		code := record[i/2] >> (4 * (i % 2)) & 15
		x := Low[code]
		for k := range min(int(Sizes[code]), len(record)-at) { // a message that changes may end earlier
			x |= uint64(record[at+k]) << (8 * k)
		}
		at += int(Sizes[code])
		if limit == "32" && x>>32 != 0 || limit == "int" && x>>32>>(bits.UintSize-32) != 0 || limit == "ns" && x >= 1e9 {
			return path
		}
	}
	return ""
}
