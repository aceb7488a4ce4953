package profile

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Noticeable is the share of the CPU time below which another serializer makes no difference that a user would notice.
const Noticeable = 0.02

// maxAdvised is the maximum number of serializers with advice, maxSameWire that of their alternatives with the same wire format, and maxOtherWire that of the others.
const maxAdvised, maxSameWire, maxOtherWire = 3, 3, 2

// Advice says what other serializers would save in place of one.
type Advice struct {
	Codec        string        `json:"codec"`
	Now          string        `json:"now"`      // the variant with which the alternatives are compared; "" if no times are known
	Converts     bool          `json:"converts"` // the times of Now include conversions from and to the user's types, which a program with the types of Now does not need
	CPU          float64       `json:"cpu"`      // share of all directions, without garbage collection
	Alternatives []Alternative `json:"alternatives"`
	Call         *Call         `json:"call"` // the largest caller, the first with a known type if there is one
	Next         string        `json:"next"` // command that measures the alternatives on the type of Call
}

// An Alternative is a serializer that is faster on all or most shapes.
type Alternative struct {
	Codec    string `json:"codec"`
	Wire     string `json:"wire"`
	SameWire bool   `json:"same_wire"` // its wire format is the same, so that it reads and writes the messages
	Bytes    bool   `json:"same_bytes"`
	Ratio    Range  `json:"ratio"` // its time divided by the time now, from the best to the worst shape
	Saved    Range  `json:"saved"` // share of the CPU time, from the worst to the best shape
}

// Advise sets the advice of a report by times. It gives none about what takes less than Noticeable, and none without a CPU profile.
func (r *Report) Advise(t *Times) {
	r.Ratios, r.Advice = t.Source, []Advice{}
	if !r.ByCPU() {
		return
	}
	byCodec := map[string]*use{}
	var order []string
	for _, row := range r.Rows {
		if byCodec[row.Codec] == nil {
			byCodec[row.Codec] = &use{same: row.Same}
			order = append(order, row.Codec)
		}
		byCodec[row.Codec].add(row)
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(byCodec[b].all(), byCodec[a].all()) })
	for _, name := range order {
		u := byCodec[name]
		if u.all() < Noticeable || len(r.Advice) == maxAdvised {
			continue
		}
		a := Advice{Codec: name, CPU: u.all(), Call: r.callOf(name), Alternatives: []Alternative{}}
		if now, ok := t.Variant(append([]string{name}, u.same...)...); ok {
			a.Now, a.Converts, a.Alternatives = now.Name, !now.Own, t.alternatives(now, u)
		}
		a.Next = a.next()
		r.Advice = append(r.Advice, a)
	}
}

// callOf returns the largest caller of a codec: the first with a known type if there is one.
func (r *Report) callOf(codec string) *Call {
	var first *Call
	for i := range r.Callers {
		c := &r.Callers[i]
		switch {
		case c.Codec != codec:
		case c.Type != "":
			return c
		case first == nil:
			first = c
		}
	}
	return first
}

// A use is the share of the CPU time that a serializer takes, by direction.
type use struct {
	encode, decode, other float64
	same                  []string
}

func (u *use) add(r Row) {
	switch r.Direction {
	case Encode:
		u.encode += r.CPU
	case Decode:
		u.decode += r.CPU
	default:
		u.other += r.CPU
	}
}

func (u *use) all() float64 { return u.encode + u.decode + u.other }

// alternatives returns the serializers that are faster than now: first those with its wire format, and the fastest first.
func (t *Times) alternatives(now CodecTimes, u *use) []Alternative {
	var same, others []candidate
	for _, c := range t.Codecs {
		cand, ok := compare(now, c, u)
		if !ok || c.Name == now.Name || cand.mean >= 1 || strings.HasPrefix(c.Name, "own/") || strings.HasPrefix(c.Name, "handwritten/") {
			continue
		}
		if c.Wire == now.Wire {
			same = append(same, cand)
		} else {
			others = append(others, cand)
		}
	}
	list := []Alternative{}
	for _, part := range []struct {
		candidates []candidate
		maximum    int
	}{{same, maxSameWire}, {others, maxOtherWire}} {
		slices.SortStableFunc(part.candidates, func(a, b candidate) int { return cmp.Compare(a.mean, b.mean) })
		for _, c := range part.candidates[:min(len(part.candidates), part.maximum)] {
			list = append(list, c.Alternative)
		}
	}
	return list
}

// A candidate is an alternative with the geometric mean of its ratios.
type candidate struct {
	Alternative
	mean float64
}

// compare returns what c saves in place of now. It reports false if c loses sample values of a shape, or does not carry half of the shapes that now carries.
func compare(now, c CodecTimes, u *use) (candidate, bool) {
	a := Alternative{Codec: c.Name, Wire: c.Wire, SameWire: c.Wire == now.Wire, Bytes: now.Name == "json" && c.Name == "bale/json", Ratio: Range{math.Inf(1), 0}}
	logs, n := 0.0, 0
	for shape, before := range now.Shapes {
		after, ok := c.Shapes[shape]
		if !ok {
			continue
		}
		if after.Loses && !before.Loses {
			return candidate{}, false
		}
		lo, hi := u.ratio(before, after)
		a.Ratio = Range{min(a.Ratio.Lo, lo), max(a.Ratio.Hi, hi)}
		logs += math.Log(lo*hi) / 2
		n++
	}
	if n == 0 || 2*n < len(now.Shapes) {
		return candidate{}, false
	}
	counted := u.encode + u.decode
	a.Saved = Range{counted * (1 - a.Ratio.Hi), counted * (1 - a.Ratio.Lo)}
	return candidate{a, math.Exp(logs / float64(n))}, true
}

// ratio returns the range of the time after by the time before, with both directions weighted by their shares.
func (u *use) ratio(before, after Pair) (lo, hi float64) {
	all := u.encode + u.decode
	if all == 0 {
		return 1, 1
	}
	e, d := u.encode/all, u.decode/all
	return e*after.Encode.Lo/before.Encode.Hi + d*after.Decode.Lo/before.Decode.Hi, e*after.Encode.Hi/before.Encode.Lo + d*after.Decode.Hi/before.Decode.Lo
}
