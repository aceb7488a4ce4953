package kinds

import (
	"math"
	"math/big"
	"net/netip"
	"time"
)

// vectors returns values that both Skycoin's encoder and the format fixed can encode.
func vectors() []any {
	h := Hash{1, 2, 31: 255}
	full := Scalars{
		true, -8, -1600, -320000, math.MinInt64, 200, 60000, 4e9, math.MaxUint64, 1.5, -math.Pi, "text", []byte{1, 2, 3}, "name", 7, h, true, 2.5,
	}
	lists := Lists{
		Ints: []int64{1, -1, math.MaxInt64}, Shorts: []uint16{1, 65535}, Bools: []bool{true, false, true}, Names: []Name{"", "a", "bc"},
		Grid: [][]float64{{}, {1}, {2, 3}}, Hashes: []Hash{h, {}}, Levels: []Level{1, 2, 200}, Signed: []int8{-1, 1},
		Blobs: [][]byte{{}, {9}, {8, 7}}, Pairs: []Pair{{"k", 1}, {"", 2}}, Points: []Point{{1, 2, [3]byte{3}}, {4, 5, [3]byte{6}}},
		Switches: []Switch{{true, 3}, {false, 4}}, Array: [3]int16{-1, 0, 1}, Two: [2]Pair{{"x", 1}, {"y", 2}},
		Square: [2][3]byte{{1, 2, 3}, {4, 5, 6}}, On: [4]bool{true, true}, Keys: [2]Hash{h},
	}
	tail := Tail{Length: 5, Name: "five5", Gone: []byte("gone"), Short: []int16{1, -2}, Rest: []Pair{{"rest", 9}}}
	short := tail
	short.Rest = nil
	return []any{
		&Scalars{}, &full, &Lists{}, &lists,
		&Maps{}, &Maps{
			Counts: map[string]uint32{"one": 1}, Points: map[Pair]Point{{"p", 2}: {3, 4, [3]byte{5}}},
			Lists: map[Name][]uint16{"l": {1, 2}}, Deep: map[uint8]map[uint8]bool{1: {2: true}},
		},
		&Tail{}, &tail, &short,
		&Nested{}, &Nested{Pair: Pair{"n", 1}, Between: []Scalars{full, {}}, Point: Point{X: 1}, Tail: tail},
		&Text{"a", "", "ccc"}, &Alone{"alone": {1, 2, [3]byte{3}}}, &Flat{X: -1, Tag: [3]byte{1, 2, 3}},
	}
}

// others returns values of types that Skycoin's encoder does not support.
func others() []any {
	at := time.Date(2026, 7, 1, 12, 30, 15, 123456789, time.UTC)
	number, text := -70000, "text"
	small, large := int64(math.MinInt64), uint64(1<<40) // truncated if an int has 32 bits
	ref := &text
	addr := netip.MustParseAddr("10.1.2.3")
	prefix := netip.MustParsePrefix("10.0.0.0/8")
	return []any{
		&Extended{}, &Extended{
			I: int(small), U: uint(large), Up: 7, C64: 1 + 2i, C128: complex(-math.Pi, 0.5), Time: at, Dur: time.Hour,
			Times: []time.Time{at.In(time.FixedZone("", -5400)), {}, at.AddDate(-200, 0, 0)}, Int: &number, Text: &ref,
			List: &[]Pair{{"in", 1}, {"side", 2}}, Pairs: []*Pair{nil, {"k", 3}}, Named: [4]Level{1, 2, 3, 255}, Voids: make([]struct{}, 3),
		},
		&Tree{}, &Tree{
			Value: "root", Left: &Tree{Left: &Tree{Value: "left"}}, Forest: Forest{{}, nil, {{}}},
			Children: []*Tree{{Value: "one"}, nil, {Value: "two", Children: []*Tree{}}},
		},
		&Foreign{}, &Foreign{Addr: addr, Addrs: []netip.Addr{{}, addr}, Big: big.NewInt(-1 << 40), ByIP: map[netip.Addr]*netip.Prefix{addr: &prefix}},
		&Many{}, &Many{
			{A: []int8{-1}, B: []int16{-2, 2}, C: []int32{1 << 30}, D: []int64{-1 << 62, 0}, E: []uint16{3}, F: []uint32{4, 1 << 31}, L: &Point{X: 1}},
			{}, {G: []uint64{1 << 63}, H: []float32{0.5}, I: []float64{-0.5}, J: []string{"", "j"}, K: []*Pair{{"k", 11}, nil}},
		},
	}
}
