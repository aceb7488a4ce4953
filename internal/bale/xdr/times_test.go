package xdr

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"bale/internal/bale/core"
	"bale/internal/bale/sequence"
)

// TestTimes checks times over 3000 years and all offsets: they are encoded as the text of package time and survive a round
// trip. Changed texts are decoded or refused as by package time.
func TestTimes(t *testing.T) {
	var e Output
	r := rand.New(rand.NewPCG(5, 5))
	var b [64]byte
	for day := range int64(3000 * 366) {
		at := time.Unix(Year0+day*Day*10/3+r.Int64N(Day), nanoseconds(r)).UTC()
		if day%2 == 0 {
			at = at.In(time.FixedZone("", 60*(int(day)%(2*24*60-1)-24*60+1)))
		}
		if at.Year() < 0 || at.Year() > 9999 {
			continue
		}
		n := StoreTime(core.All(b[:]), 0, &at)
		want := at.Format(time.RFC3339Nano)
		if got := string(b[4 : 4+int(b[3])]); got != want || n != 4+20+e.MeasureTime(&at) || e.Err != nil {
			t.Fatalf("%s in %d bytes, want %s in %d: %v", got, n, want, 24+e.MeasureTime(&at), e.Err)
		}
		var d Input
		d.B = b[:]
		var got time.Time
		if !d.ReadTime(&got, 4, int(b[3])) || got.Format(time.RFC3339Nano) != want {
			t.Fatalf("%s came back as %s", want, got.Format(time.RFC3339Nano))
		}
		text := b[4 : 4+int(b[3])]
		text[r.IntN(len(text))] = "0123456789-+:.TZ,z "[r.IntN(19)]
		right, err := time.Parse(time.RFC3339, string(text))
		if _, offset := right.Zone(); max(offset, -offset) >= Day {
			err = errors.New("an offset of a day or more")
		}
		if ok := d.ReadTime(&got, 4, len(text)); ok != (err == nil) || ok && got.Format(time.RFC3339Nano) != right.Format(time.RFC3339Nano) {
			t.Fatalf("%s is decoded as %v, %v, want %v, %v", text, got, ok, right, err)
		}
	}
	for _, text := range []string{"2000-01-01T00:00:00+24:00", "2000-01-01T00:00:00-23:60"} { // package time accepts them
		d := Input{Input: sequence.Input{Input: core.Input{B: []byte(text)}}}
		if d.ReadTime(new(time.Time), 0, len(text)) {
			t.Errorf("%s is decoded", text)
		}
	}
	for _, at := range []time.Time{time.Unix(Year0-1, 0).UTC(), time.Unix(Year10000, 0).UTC(), time.Unix(0, 0).In(time.FixedZone("", 30))} {
		e.Err = nil
		if e.CheckTime(&at); e.Err == nil {
			t.Errorf("%v is encoded", at)
		}
	}
}

// nanoseconds returns a random number with any number of digits before trailing zeros.
func nanoseconds(r *rand.Rand) int64 {
	n := r.Int64N(1e9)
	for range r.IntN(10) {
		n = n / 10 * 10
	}
	return n
}
