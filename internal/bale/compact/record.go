package compact

import (
	"math/bits"
	"strconv"
	"strings"
)

// Faulty returns the path of the field of an error in a record. Decoding calls it after an error, so it does not check each number on its own. The
// field is the one at which a record of have bytes ends early or, if have is negative, the first number that exceeds its limit. The paths of the
// record's numbers are in the order of the codes and separated by spaces. A path may be followed by a limit: "=32" for a number of 32 bits, "=int"
// for one of the machine's width, "=ns" for nanoseconds, or "=-" for a code that has no number. fixed has the paths and the sizes of the values
// before the numbers, such as "Hash=16 Rate=8", and at is the offset of the first of these. Faulty returns "" if the record ends before.
//
//go:noinline
func Faulty(record []byte, have, at int, fixed, numbers string) string {
	over := have < 0
	if !over && have < at {
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
		path, limit, _ := strings.Cut(number, "=")
		if limit == "-" || i/2 >= len(record) {
			continue
		}
		code := record[i/2] >> (4 * (i % 2)) & 15
		x := Low[code]
		for k := range min(int(Sizes[code]), len(record)-at) { // a message that changes may end earlier
			x |= uint64(record[at+k]) << (8 * k)
		}
		at += int(Sizes[code])
		large := limit == "32" && x>>32 != 0 || limit == "int" && x>>32>>(bits.UintSize-32) != 0 || limit == "ns" && x >= 1e9
		if over && large || !over && at > have {
			return path
		}
	}
	return ""
}

// Over returns the path of the first number in a record that exceeds its limit. at is the offset of the first number. The few arguments leave
// registers to the code that calls it.
//
//go:noinline
func Over(record []byte, at int, numbers string) string { return Faulty(record, -1, at, "", numbers) }
