package json

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"bale/internal/slow"
)

// timeTexts has times, and texts that are none or have a rare form.
var timeTexts = strings.Fields(`"2006-01-02T15:04:05Z" "2006-01-02T15:04:05.1Z" "2006-01-02T15:04:05.12345678Z" "2006-01-02T15:04:05.123456789Z"
	"2006-01-02T15:04:05.1234567891Z" "2006-01-02T15:04:05.999999999999999Z" "2006-01-02T15:04:05.0Z" "2006-01-02T15:04:05.Z"
	"2006-01-02T15:04:05,5Z" "2006-01-02T15:04:05.5" "2006-01-02T15:04:05" "2006-01-02T15:04:05Z "2006-01-02T15:04:05+00:00"
	"2006-01-02T15:04:05-00:00" "2006-01-02T15:04:05+01:00" "2006-07-02T15:04:05+01:00" "2006-07-02T15:04:05+02:00"
	"2006-01-02T15:04:05.25+05:30" "2006-07-02T15:04:05-02:30" "2006-01-02T15:04:05-03:30" "2006-01-02T15:04:05+23:59"
	"2006-01-02T15:04:05-23:59" "2006-01-02T15:04:05+24:00" "2006-01-02T15:04:05+00:60" "2006-01-02T15:04:05+99:99" "2006-01-02T15:04:05+1:00"
	"2006-01-02T15:04:05+0100" "2006-01-02T15:04:05+01:00Z" "2006-01-02T15:04:05Z+01:00" "2006-01-02T15:04:05+01:0x" "2006-01-02T15:04:05+01-00"
	"2006-01-02T15:04:05z" "2006-01-02t15:04:05Z" "2006-01-02_15:04:05Z" "2006-01-02T15:04:60Z" "2006-01-02T15:60:05Z" "2006-01-02T24:00:00Z"
	"2006-01-02T23:59:59Z" "2006-00-02T15:04:05Z" "2006-13-02T15:04:05Z" "2006-01-00T15:04:05Z" "2006-01-32T15:04:05Z" "2006-02-29T15:04:05Z"
	"2004-02-29T15:04:05Z" "2000-02-29T15:04:05Z" "1900-02-29T15:04:05Z" "2006-04-31T15:04:05Z" "0000-01-01T00:00:00Z" "0000-02-29T00:00:00Z"
	"0000-03-01T00:00:00Z" "0000-01-01T00:00:00+23:59" "0001-01-01T00:00:00Z" "9999-12-31T23:59:59.999999999Z" "9999-12-31T23:59:59-23:59"
	"10000-01-01T00:00:00Z" "-001-01-01T00:00:00Z" "2006-1-02T15:04:05Z" "2006-01-2T15:04:05Z" "2006-01-02T5:04:05Z" "06-01-02T15:04:05Z"
	"2006/01/02T15:04:05Z" "2006-01-02T15.04.05Z" "2\u003006-01-02T15:04:05Z" "2006-01-02T15:04:05\u005a" "2006-01-02T15:04:05Z\n" "" "Z" " null
	nul true 0 1136214245 {} [] {"a":1} "2006-01-02T15:04:05Z"x "٢٠٠٦-01-02T15:04:05Z" "2006-01-02T15:04:05é" "1969-12-31T23:59:59.999999999Z"
	"1883-11-18T12:00:00-07:52"`)

var zoneNames = []string{"UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "Africa/Monrovia", "Pacific/Kiritimati", "Europe/London"}

// inZones runs a test in each local zone.
func inZones(t *testing.T, test func(t *testing.T)) {
	defer func(local *time.Location) { time.Local = local }(time.Local)
	for _, name := range append(zoneNames, "local") {
		if name != "local" {
			zone, err := time.LoadLocation(name)
			if err != nil {
				t.Fatal(err)
			}
			time.Local = zone
		}
		t.Run(name, test)
	}
}

// checkTime compares decoding with encoding/json.
func checkTime(t *testing.T, text string) {
	t.Helper()
	b := []byte(text)
	want := time.Date(1, 2, 3, 4, 5, 6, 7, time.FixedZone("x", 8))
	got := want
	err := json.Unmarshal(b, &want)
	var d Input
	d.B = b
	end := d.Time(&got, 0)
	if (end == len(b)) != (err == nil) {
		t.Fatalf("%s: the end is %d, want %v", text, end, err)
	}
	same := func(zone *time.Location) bool { return (got.Location() == zone) == (want.Location() == zone) }
	if err == nil && (!reflect.DeepEqual(got, want) || !same(time.Local) || !same(time.UTC)) {
		t.Fatalf("%s: got %v, want %v", text, got, want)
	}
}

func checkAppendTime(t *testing.T, x time.Time) {
	t.Helper()
	var e Output
	want, err := json.Marshal(x)
	got := e.AppendTime([]byte("["), x)
	if e.Failed != (err != nil || x.Year() == 0) || !e.Failed && string(got[1:]) != string(want) { // the year 0 is for encoding/json
		t.Fatalf("%v, %d: got %s, want %s, %v", x, x.Unix(), got[1:], want, err)
	}
	if err == nil {
		checkTime(t, string(want))
	}
}

func TestTimeTexts(t *testing.T) {
	inZones(t, func(t *testing.T) {
		for _, text := range timeTexts {
			checkTime(t, text)
			for i := range text {
				for _, c := range []string{"", "0", "9", ":", "Z", "\xff", "\x00"} {
					if changed := text[:i] + c + text[i+1:]; strings.TrimSpace(changed) == changed && changed != "" {
						checkTime(t, changed)
					}
				}
			}
		}
	})
}

// TestDays compares the days of all years that have a form: every tenth, or all of them with BALE_TEST=slow.
func TestDays(t *testing.T) {
	step := 10
	if slow.Enabled() {
		step = 1
	}
	for day := 0; day < 3_652_425; day += step {
		x := time.Date(0, 1, 1+day, 0, 0, 0, 0, time.UTC)
		want := x.AppendFormat(nil, `"`+time.RFC3339+`"`)
		var e Output
		if got := e.AppendTime(nil, x); x.Year() > 0 && (string(got) != string(want) || e.Failed) {
			t.Fatalf("got %s, want %s", got, want)
		}
		var d Input
		d.B = want
		var got time.Time
		if end := d.Time(&got, 0); end != len(want) || got != x {
			t.Fatalf("decoding %s: got %v", want, got)
		}
	}
	for second := 0; second < 86400; second++ {
		checkAppendTime(t, time.Date(2024, 2, 29, 0, 0, second, 0, time.UTC))
	}
}

func TestTimeEdges(t *testing.T) {
	inZones(t, func(t *testing.T) {
		for _, offset := range []int{0, 1, -1, 59, 60, -60, 61, 3600, -3600, 19800, -12600, 86340, -86340, 86399, -86399, 86400, -86400, 90000, 1 << 20} {
			for _, sec := range []int64{0, -1, firstSecond - 366*86400, firstSecond - 1, firstSecond, lastSecond, lastSecond + 1, 1 << 40, 1<<62 - 1} {
				for _, nano := range []int64{0, 1, 10, 999_999_999, 500_000_000, 123_456_000, 1000} {
					x := time.Unix(sec, nano)
					checkAppendTime(t, x)
					checkAppendTime(t, x.UTC())
					checkAppendTime(t, x.In(time.FixedZone("", offset)))
					checkAppendTime(t, x.Add(-time.Duration(offset)*time.Second).In(time.FixedZone("named", offset)))
				}
			}
		}
		checkAppendTime(t, time.Time{})
		checkAppendTime(t, time.Now())
		// Around the changes of daylight saving time, also with the offset before or after the change.
		for year := 1890; year < 2040; year += 3 {
			at := time.Date(year, 1, 1, 0, 0, 0, 0, time.Local)
			for at.Year() == year {
				_, next := at.ZoneBounds()
				if next.IsZero() {
					break
				}
				for _, d := range []time.Duration{-time.Hour, -time.Second, 0, time.Second, time.Hour} {
					x := next.Add(d)
					checkAppendTime(t, x)
					for _, offset := range []int{0, -3600, 3600} {
						_, local := x.Zone()
						checkAppendTime(t, x.In(time.FixedZone("", local+offset)))
					}
				}
				at = next
			}
		}
	})
}

func TestRandomTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(4, uint64(*numbers)))
	inZones(t, func(t *testing.T) {
		for range *numbers / 20 {
			nano := []int64{0, r.Int64N(1000) * 1e6, r.Int64N(1e6) * 1000, r.Int64N(1e9)}[r.IntN(4)]
			x := time.Unix(firstSecond+r.Int64N(lastSecond-firstSecond), nano)
			switch r.IntN(4) {
			case 0:
				x = x.UTC()
			case 1:
				x = x.In(time.FixedZone("", (r.IntN(48)-24)*1800))
			case 2:
				x = time.Unix(r.Int64N(4e9)-2e9, nano) // in years with changes of daylight saving time
			}
			checkAppendTime(t, x)
		}
	})
}

// TestLocations checks that times after each other have their own zones.
func TestLocations(t *testing.T) {
	var d Input
	for _, offset := range []string{"+05:30", "+05:45", "-05:30", "+05:30", "Z", "+14:00"} {
		d.B = fmt.Appendf(nil, `"2006-01-02T15:04:05%s"`, offset)
		var got, want time.Time
		if err := json.Unmarshal(d.B, &want); err != nil {
			t.Fatal(err)
		}
		if d.Time(&got, 0); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

func FuzzTime(f *testing.F) {
	for _, text := range timeTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.TrimSpace(text) == text && text != "" {
			checkTime(t, text)
		}
	})
}

func BenchmarkTime(b *testing.B) {
	for _, text := range []string{`"2006-01-02T15:04:05Z"`, `"2006-01-02T15:04:05.123456789Z"`, `"2006-01-02T15:04:05.5+05:30"`} {
		b.Run("decode "+text, func(b *testing.B) {
			var d Input
			d.B = []byte(text)
			var x time.Time
			for range b.N {
				d.Time(&x, 0)
			}
		})
		b.Run("encode "+text, func(b *testing.B) {
			var e Output
			var x time.Time
			if err := x.UnmarshalJSON([]byte(text)); err != nil {
				b.Fatal(err)
			}
			buf := make([]byte, 0, 64)
			for range b.N {
				buf = e.AppendTime(buf[:0], x)
			}
		})
	}
}
