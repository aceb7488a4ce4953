package proto

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"
)

// StampBytes returns t as a google.protobuf.Timestamp. It is an error if the year is not between 1 and 9999.
func StampBytes(t time.Time) ([]byte, error) {
	if t.Unix() < firstSecond || t.Unix() >= endSecond {
		return nil, fmt.Errorf("the time %v is not between the years 1 and 9999", t)
	}
	return twoFields(uint64(t.Unix()), uint64(t.Nanosecond())), nil
}

// The seconds since 1970 of the years 1 and 10000.
const (
	firstSecond = -62135596800
	endSecond   = 253402300800
)

// SpanBytes returns the nanoseconds x as a google.protobuf.Duration.
func SpanBytes(x int64) ([]byte, error) { return twoFields(uint64(x/1e9), uint64(x%1e9)), nil }

// twoFields returns a message with the varint fields 1 and 2. A zero field is left out.
func twoFields(x, y uint64) (b []byte) {
	b = appendNumber(nil, 1<<3, x)
	return appendNumber(b, 2<<3, y)
}

// appendNumber appends a field with a varint to b, unless it is zero.
func appendNumber(b []byte, tag byte, x uint64) []byte {
	if x == 0 {
		return b
	}
	return binary.AppendUvarint(append(b, tag), x)
}

// SetStamp decodes a google.protobuf.Timestamp.
func SetStamp(t *time.Time, b []byte) error {
	x, y, err := readTwo(b)
	sec, nsec := int64(x), int32(y)
	if err == nil && (sec < firstSecond || sec >= endSecond || nsec < 0 || nsec >= 1e9) {
		err = errors.New("a time that is not between the years 1 and 9999, or has nanoseconds out of range")
	}
	if err == nil {
		*t = time.Unix(sec, int64(nsec)).UTC()
	}
	return err
}

// SetSpan decodes a google.protobuf.Duration.
func SetSpan(t *int64, b []byte) error {
	x, y, err := readTwo(b)
	sec, nsec := int64(x), int64(int32(y))
	sum := sec*1e9 + nsec
	switch {
	case err != nil:
		return err
	case sec > math.MaxInt64/1000000000 || sec < math.MinInt64/1000000000 || nsec <= -1e9 || nsec >= 1e9 || sec < 0 && nsec > 0 || sec > 0 && nsec < 0 || nsec != 0 && (sum < 0) != (nsec < 0):
		return errors.New("a duration that is out of range, or whose seconds and nanoseconds have different signs")
	}
	*t = sum
	return nil
}

// readTwo decodes a message with the varint fields 1 and 2.
func readTwo(b []byte) (x, y uint64, err error) {
	err = eachField(b, 2, 0, func(number int32, v uint64, _ []byte) {
		if number == 1 {
			x = v
		} else {
			y = v
		}
	})
	return x, y, err
}

// eachField calls set for the fields of a message that have numbers up to last. Their wire type has to be wire, and part has the value of
// those that are not varints. It skips other fields.
func eachField(b []byte, last int32, wire uint64, set func(number int32, v uint64, part []byte)) error {
	d := Input{}
	d.B = b
	for n := 0; n < len(b); {
		tag, m := d.GogoTag(n, len(b))
		number := int32(tag >> 3)
		if m >= 0 && number <= last && tag&7 != wire {
			return errors.New("a field with another type than the message has")
		}
		end, v := m, uint64(0)
		if m >= 0 {
			end = d.SkipGogo(n, len(b))
		}
		if end < 0 {
			return errors.New("malformed message")
		}
		switch wire {
		case 0:
			v, _ = d.GogoVarint(m, len(b))
		case 2:
			if number <= last {
				_, m = d.GogoLength(m, len(b))
			}
		}
		if number <= last {
			set(number, v, b[m:end])
		}
		n = end
	}
	return nil
}
