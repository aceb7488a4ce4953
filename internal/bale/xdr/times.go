package xdr

import (
	"fmt"
	"math/bits"
	"time"

	"bale/internal/bale/core"
)

const (
	Year0     = -62167219200       // start of year 0, in seconds since 1970
	Year10000 = 253402300800       // start of year 10000, in seconds since 1970
	Day       = 24 * 60 * 60       // seconds of a day
	Zero      = 0x3030303030303030 // the text 00000000
)

// CheckTime returns the zone offset of t in seconds. It is an error if RFC 3339 text cannot represent the time or the offset.
func (e *Output) CheckTime(t *time.Time) int {
	offset := core.Zone(t)
	if local := t.Unix() + int64(offset); local < Year0 || local >= Year10000 {
		e.Refuse(fmt.Errorf("a time in the year %d, but the format has only the years 0 to 9999", t.Year()))
	}
	if offset%60 != 0 || offset <= -Day || offset >= Day {
		e.Refuse(fmt.Errorf("the offset of zone %s from UTC is %d seconds: there is no form for it", t.Location(), offset))
	}
	return offset
}

// MeasureTime returns how many bytes t takes in addition to a time in UTC without fractional seconds.
func (e *Output) MeasureTime(t *time.Time) int {
	k := 0
	if nsec := t.Nanosecond(); nsec != 0 {
		k = 10 - Trailing(Eight(uint32(nsec)%1e8))
	}
	if e.CheckTime(t) != 0 {
		k += 5
	}
	return (k + 3) &^ 3
}

// Eight returns the digits of a number below 1e8, one in each byte. The first digit is in the lowest byte.
func Eight(x uint32) uint64 {
	y := uint64(x/10000) | uint64(x%10000)<<32
	q := y * 10486 >> 20 & 0x7f0000007f // split groups of four digits
	y = q | (y-100*q)<<16
	q = y * 103 >> 10 & 0xf000f000f000f // split pairs of digits
	return q | (y-10*q)<<8
}

// Trailing returns the number of trailing zeros of eight digits.
func Trailing(digits uint64) int { return bits.LeadingZeros64(digits) >> 3 }

// Pair returns the digits of a number below 100, one in each byte. The first digit is in the lowest byte.
func Pair(x uint64) uint64 {
	q := x * 103 >> 10
	return q | (x-10*q)<<8
}

// StoreTime writes a time as text in the format time.RFC3339Nano, with a count and padding. It returns the offset of the end.
func StoreTime(b core.Buffer, n int, t *time.Time) int {
	offset := core.Zone(t)
	at := uint64(t.Unix() + int64(offset) - Year0)
	year, month, day := Date(at / Day)
	at %= Day
	from := n + 4
	core.Put64(b, from, 0x2d30302d30303030|Pair(year/100)|Pair(year%100)<<16|Pair(month)<<40)
	core.Put64(b, from+8, 0x30303a3030543030|Pair(day)|Pair(at/3600)<<24|Pair(at/60%60)<<48)
	core.Put32(b, from+16, uint32(0x2e30303a|Pair(at%60)<<8))
	n = from + 19
	if nsec := uint32(t.Nanosecond()); nsec != 0 {
		digits := Eight(nsec % 1e8)
		core.Put8(b, n+1, uint8('0'+nsec/1e8))
		core.Put64(b, n+2, digits|Zero)
		n += 10 - Trailing(digits)
	}
	if offset == 0 {
		core.Put8(b, n, 'Z')
		n++
	} else {
		sign := uint64('+')
		if offset < 0 {
			sign, offset = '-', -offset
		}
		core.Put64(b, n, sign|0x30303a303000|Pair(uint64(offset)/3600)<<8|Pair(uint64(offset)/60%60)<<32)
		n += 6
	}
	Put32(b, from-4, uint32(n-from))
	return from + Fill(b, from, n-from)
}

// Date returns the date that is a number of days after January 1 of year 0. It counts years from March, so that a leap day is the last
// day of a year. All divisors are constants.
func Date(days uint64) (year, month, day uint64) {
	n := 4*(days+146097-60) + 3 // quarters of a day since March of year -400; 400 years have 146097 days
	p := n%146097&^3 + 3
	year, day = 100*(n/146097)+p/1461, p%1461/4
	m := 5*day + 2 // five months from March or from August have 153 days
	year, month, day = year-400, m/153+3, m%153/5+1
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

// ReadTime decodes the text of k bytes at n, and reports whether it is valid. Text in the form that [StoreTime] writes is decoded here;
// other forms of RFC 3339 are left to package time.
func (d *Input) ReadTime(t *time.Time, n, k int) bool {
	if k >= 20 && d.PlainTime(t, n, k) {
		return true
	}
	got, err := time.Parse(time.RFC3339, string(d.B[n:n+k]))
	if err != nil {
		return false
	}
	if _, offset := got.Zone(); offset <= -Day || offset >= Day {
		return false // package time accepts +24:00, which RFC 3339 does not allow
	}
	*t = got
	return true
}

// Plain returns the digits in eight bytes of text. ok reports whether x has a digit where shape has '0', and the same byte as shape
// elsewhere. more has 0x76 for each digit and 0x7f elsewhere.
func Plain(x, shape, more uint64) (digits uint64, ok bool) {
	x ^= shape
	return x, (x+more|x)&0x8080808080808080 == 0
}

// Two returns the number of the two lowest digits.
func Two(digits uint64) int { return int(digits&0xff*10 + digits>>8&0xff) }

// PlainTime decodes text in the form that [StoreTime] writes, and reports whether it has that form and is valid.
func (d *Input) PlainTime(t *time.Time, n, k int) bool {
	b := core.All(d.B)
	date, ok1 := Plain(core.Get64(b, n), 0x2d30302d30303030, 0x7f76767f76767676)
	clock, ok2 := Plain(core.Get64(b, n+8), 0x30303a3030543030, 0x76767f76767f7676)
	secs, ok3 := Plain(uint64(core.Get32(b, n+16))&0xffffff, 0x30303a, 0x76767f)
	offset, end := 0, k-1
	if d.B[n+end] != 'Z' {
		if end = k - 6; end < 19 {
			return false
		}
		zone, ok := Plain(uint64(d.B[n+end])&^6|uint64(core.Get32(b, n+end+1))<<8|uint64(d.B[n+k-1])<<40, 0x30303a303029, 0x76767f76767f)
		hours, minutes := Two(zone>>8), Two(zone>>32)
		if offset = 60 * (60*hours + minutes); !ok || hours > 23 || minutes > 59 {
			return false
		}
		switch d.B[n+end] {
		case '-':
			offset = -offset
		case '+':
		default:
			return false
		}
	}
	nsec, ok4 := d.Fraction(n+19, end-19)
	year, month, day := 100*Two(date)+Two(date>>16), Two(date>>40), Two(clock)
	hour, minute, second := Two(clock>>24), Two(clock>>48), Two(secs>>8)
	if !ok1 || !ok2 || !ok3 || !ok4 || uint(month-1) > 11 || uint(day-1) > 27 && !IsDay(year, month, day) ||
		hour > 23 || minute > 59 || second > 59 {
		return false
	}
	*t = d.OtherTime(Days(year, month, day)*Day+int64(3600*hour+60*minute+second-offset), nsec, offset)
	return true
}

// Fraction decodes fractional seconds of k bytes at n, which begin with a point. It returns nanoseconds, 0 if k is 0.
func (d *Input) Fraction(n, k int) (nsec int64, ok bool) {
	if k == 0 {
		return 0, true
	}
	if k < 2 || k > 10 || d.B[n] != '.' || len(d.B)-n < 9 {
		return 0, false
	}
	b, last := core.All(d.B), uint64(0)
	if k == 10 {
		last = uint64(d.B[n+9] - '0')
		k = 9
	}
	keep := uint64(1)<<(8*(k-1)) - 1 // all for k of 9
	x, ok := Plain(core.Get64(b, n+1)&keep|Zero&^keep, Zero, 0x7676767676767676)
	x = (x*10 + x>>8) & 0xff00ff00ff00ff
	x = (x*100 + x>>16) & 0xffff0000ffff
	return int64((x&0xffff*10000+x>>32)*10 + last), ok && last <= 9
}

// IsDay reports whether a month has the given day, which is after the 28th.
func IsDay(year, month, day int) bool {
	switch month {
	case 2:
		return day == 29 && year%4 == 0 && (year%100 != 0 || year%400 == 0)
	case 4, 6, 9, 11:
		return day == 29 || day == 30
	}
	return day >= 29 && day <= 31
}

// Days returns the number of days from January 1, 1970 to a date. It counts years from March.
func Days(year, month, day int) int64 {
	if month < 3 {
		year--
		month += 12
	}
	year += 400 // which have 146097 days, so that the year is not negative
	return int64(365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 1 - 719468 - 146097)
}

// OtherTime returns an instant in a zone with an offset in seconds from UTC.
func (d *Input) OtherTime(sec, nsec int64, offset int) time.Time {
	t := time.Unix(sec, nsec)
	if offset == 0 {
		return t.UTC()
	}
	return d.Zones.In(t, offset)
}
