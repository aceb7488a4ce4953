package json

import (
	"time"

	"bale/internal/bale/core"
)

// The seconds since 1970 of the years 1 to 9999.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// AppendTime appends a time as the method MarshalJSON of time.Time does. It fails for other years than 1 to 9999, and for offsets from UTC of 24
// hours and more.
func (e *Output) AppendTime(b []byte, t time.Time) []byte {
	offset := 0
	if t.Location() != time.UTC {
		_, offset = t.Zone()
	}
	sec := t.Unix() + int64(offset)
	if sec < firstSecond || sec > lastSecond || offset <= -86400 || offset >= 86400 {
		return e.Fail(b, t)
	}
	n := len(b)
	if cap(b)-n < 48 {
		b = core.Grow(b, 48)
	}
	p := core.All(b[n:cap(b)])
	core.Put8(p, 0, '"')
	putSeconds(p, 1, uint64(sec-firstSecond))
	at := 20
	if x := uint64(t.Nanosecond()); x != 0 {
		core.Put8(p, at, '.')
		w := eight(x/10) | zeros
		core.Put64(p, at+1, w)
		core.Put8(p, at+9, '0'+byte(x%10))
		for at += 10; core.Get8(p, at-1) == '0'; at-- {
		}
	}
	if offset == 0 {
		core.Put8(p, at, 'Z')
		at++
	} else {
		at = putZone(p, at, offset/60)
	}
	core.Put8(p, at, '"')
	return b[:n+at+1]
}

// putSeconds writes the date and the time of day of sec seconds since the year 1. The calendar is computed as in
// https://onlinelibrary.wiley.com/doi/10.1002/spe.3172.
func putSeconds(p core.Buffer, n int, sec uint64) {
	days := uint32(sec / 86400)
	sec -= uint64(days) * 86400
	// Years of the calendar begin on the first of March of the year 0, so that leap days are at their ends.
	x := 4*(days+306) + 3
	century := x / 146097
	y := x%146097 | 3
	z := uint64(2939745) * uint64(y)
	year := 100*century + uint32(z>>32)
	day := uint32(z) / 2939745 / 4
	w := 2141*day + 197913
	month, dom := w>>16, w&0xffff/2141+1
	if day >= 306 {
		year++
		month -= 12
	}
	date := eight(uint64(year*10000+month*100+dom)) | zeros
	core.Put64(p, n, date&0xffffffff|'-'<<32|date>>32&0xffff<<40|'-'<<56)
	core.Put16(p, n+8, uint16(date>>48))
	s := uint32(sec)
	clock := eight(uint64(s/3600*10000+s/60%60*100+s%60)) | zeros
	core.Put8(p, n+10, 'T')
	core.Put64(p, n+11, clock>>16&0xffff|':'<<16|clock>>32&0xffff<<24|':'<<40|clock>>48<<48)
}

// putZone writes an offset from UTC in minutes, and returns the end offset.
func putZone(p core.Buffer, n, minutes int) int {
	sign := byte('+')
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	core.Put8(p, n, sign)
	w := eight(uint64(minutes/60*100+minutes%60)) | zeros
	core.Put16(p, n+1, uint16(w>>32))
	core.Put8(p, n+3, ':')
	core.Put16(p, n+4, uint16(w>>48))
	return n + 6
}

// Time decodes the time at n. Rare forms are for encoding/json, since versions of Go differ in those that they accept.
func (d *Input) Time(t *time.Time, n int) int {
	b := d.B
	sec, nano, end := clockAt(b, n)
	switch {
	case end < 0 || end+1 >= len(b):
	case b[end] == 'Z' && b[end+1] == '"':
		*t = time.Unix(sec, nano).UTC()
		return end + 2
	default:
		if offset, after := offsetAt(b, end); after >= 0 {
			*t = d.inZone(sec-int64(offset), nano, offset)
			return after
		}
	}
	if IsNull(b, n) {
		return Null(b, n)
	}
	return d.Library(t, n)
}

// inZone returns a time in the local zone if that has the given offset from UTC at that time, and else in a zone without a name.
func (d *Input) inZone(sec, nano int64, offset int) time.Time {
	t := time.Unix(sec, nano)
	if _, local := t.Zone(); local != offset {
		return d.Zones.In(t, offset)
	}
	if time.Local == time.UTC {
		return t.UTC()
	}
	return t
}

// offsetAt decodes the offset from UTC in seconds, of the form "+07:00", and the quote after it.
func offsetAt(b []byte, n int) (offset, end int) {
	if len(b)-n < 7 || b[n] != '+' && b[n] != '-' || b[n+3] != ':' || b[n+6] != '"' {
		return 0, -1
	}
	hour, minute := b[n+1:n+3], b[n+4:n+6]
	for _, c := range [...]byte{hour[0], hour[1], minute[0], minute[1]} {
		if c-'0' > 9 {
			return 0, -1
		}
	}
	h, m := int(hour[0]-'0')*10+int(hour[1]-'0'), int(minute[0]-'0')*10+int(minute[1]-'0')
	if h > 23 || m > 59 {
		return 0, -1
	}
	if offset = h*3600 + m*60; b[n] == '-' {
		offset = -offset
	}
	return offset, n + 7
}

// monthDays has the days of a year before each month, of years that begin in March.
var monthDays = [...]uint32{0, 306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275}

// clockAt decodes the date and the time of day at n, of the form "2006-01-02T15:04:05.999999999, as seconds since 1970 and nanoseconds.
func clockAt(b []byte, n int) (sec, nano int64, end int) {
	if len(b)-n < 22 {
		return 0, 0, -1
	}
	s := b[n : n+22]
	p := core.All(s)
	x := core.Get64(p, 1) ^ (zeros&^(0xff<<32|0xff<<56) | '-'<<32 | '-'<<56)
	day := core.Get16(p, 9) ^ 0x3030
	clock := core.Get64(p, 12) ^ (zeros&^(0xff<<16|0xff<<40) | ':'<<16 | ':'<<40)
	wrong := (x+0x7676767676767676|x)&highs | (clock+0x7676767676767676|clock)&highs | uint64((day+0x7676|day)&0x8080)
	if wrong|x&(0xff<<32|0xff<<56)|clock&(0xff<<16|0xff<<40) != 0 || s[0] != '"' || s[11] != 'T' {
		return 0, 0, -1
	}
	year := uint32(x&0xff*1000 + x>>8&0xff*100 + x>>16&0xff*10 + x>>24&0xff)
	month := uint32(x>>40&0xff*10 + x>>48&0xff)
	dom := uint32(day&0xff*10 + day>>8)
	hour := uint32(clock&0xff*10 + clock>>8&0xff)
	minute := uint32(clock>>24&0xff*10 + clock>>32&0xff)
	second := uint32(clock>>48&0xff*10 + clock>>56)
	if month-1 > 11 || dom-1 > 27 && dom-1 >= daysIn(month, year) || hour > 23 || minute > 59 || second > 59 {
		return 0, 0, -1
	}
	n += 20
	if b[n] == '.' {
		w, k := word(core.Load64(b, n+1))
		if k == 0 {
			return 0, 0, -1
		}
		nano = int64(number(w, k) * powers[8-k] * 10)
		if n += 1 + k; k == 8 && n < len(b) && b[n]-'0' <= 9 {
			nano += int64(b[n] - '0')
			n++
		}
	}
	if month < 3 {
		year-- // wraps around for the year 0, whose sum is right again
	}
	days := int64(int32(year))*365 + int64(floor4(int32(year))) + int64(monthDays[month]+dom) - 307
	return days*86400 + int64(hour*3600+minute*60+second) + firstSecond, nano, n
}

// floor4 returns the number of leap days in the years up to y, where the leap day of a year is in the next one.
func floor4(y int32) int32 {
	c := y / 100
	if y < 0 {
		return -1
	}
	return y/4 - c + c/4
}

// daysIn returns the number of days in a month.
func daysIn(month, year uint32) uint32 {
	switch {
	case month != 2:
		return 30 + (month+month>>3)&1
	case year%4 == 0 && (year%100 != 0 || year%400 == 0):
		return 29
	}
	return 28
}
