package vectors

import (
	"math"
	"math/big"
	"net/netip"
	"time"
)

// values returns pointers to the values of the vectors.
func values() []any {
	n, text := -3, "text"
	zone := time.FixedZone("", 5*3600+1800)
	at := time.Date(2026, 11, 25, 10, 30, 0, 123456789, time.UTC)
	list := []any{
		&Numbers{},
		&Numbers{true, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1.5, -2.25, complex(1, -1), complex(0.5, 1e300), time.Second},
		&Numbers{Int: math.MaxInt64, Int8: math.MaxInt8, Int16: math.MaxInt16, Int32: math.MaxInt32, Int64: math.MaxInt64, Uint: math.MaxUint64,
			Uint8: math.MaxUint8, Uint16: math.MaxUint16, Uint32: math.MaxUint32, Uint64: math.MaxUint64, Uintptr: math.MaxUint32,
			Float32: math.MaxFloat32, Float64: math.MaxFloat64, Wait: math.MaxInt64},
		&Numbers{Int: math.MinInt64, Int8: math.MinInt8, Int16: math.MinInt16, Int32: math.MinInt32, Int64: math.MinInt64,
			Float32: math.SmallestNonzeroFloat32, Float64: math.SmallestNonzeroFloat64, Wait: math.MinInt64},
		&Numbers{Int: -1, Int64: -1, Float32: float32(math.Inf(1)), Float64: math.Inf(-1), Complex128: complex(math.NaN(), math.Copysign(0, -1))},
		&Numbers{Float32: float32(math.NaN()), Float64: math.Copysign(0, -1)},
		&Texts{},
		&Texts{"a", "b", []byte{0}, [4]byte{1, 2, 3, 255}, []string{"", "c", "déjà vu, 世界 🙂"}, [][]byte{{}, {1, 2}}},
		&Texts{Text: "é\x00\n\"\\", Bytes: []byte{}, Texts: []string{}, Chunks: [][]byte{}},
		&Texts{Text: string(make([]byte, 300)), Bytes: make([]byte, 130)},
		ptr(Label("")), ptr(Label("label")),
		&Point{}, &Point{1, -1}, &Point{math.MaxInt32, math.MinInt32},
		&Name{}, &Name{"Ada", 36, "Lovelace"},
		&Lists{},
		&Lists{Ints: []int{}, Sizes: []uint64{}, Small: []int8{}, Bools: []bool{}, Floats: []float64{}, Points: []Point{}, Names: []Name{}, Rows: [][]int32{}},
		&Lists{
			[]int{0, 3, 4, -4, -5, 127, 128, 1 << 40}, []uint64{7, 8, math.MaxUint64}, []int8{-128, 127}, []bool{true, false, true}, []float64{0, 0.1}, []Point{{1, 2}, {}},
			[]Name{{"a", 1, "b"}, {"", 0, "c"}}, [][]int32{nil, {}, {1}, {2, 300}}, [4]int{1, 2, -300, 4}, [5]int{5, 6, 7, 8, 1000},
			[2][3]uint16{{1, 2, 3}, {4, 5, 65535}}, [9]bool{0: true, 8: true}, [5]string{"v", "", "w", "x", "y"}, [2]Name{{"c", 2, "d"}, {"e", 3, "f"}},
		},
		&Lists{Ints: ints(40), Bools: make([]bool, 17), Points: make([]Point, 20)},
		&Maps{},
		&Maps{map[string]int{}, map[int32]Name{}, map[bool]string{}, map[string][]string{}, map[Point]uint64{}},
		&Maps{
			map[string]int{"": -1, "a": 1, "b": 200}, map[int32]Name{-7: {}, 7: {"Ada", 36, "L"}}, map[bool]string{false: "no", true: "yes"},
			map[string][]string{"none": nil, "two": {"x", "y"}}, map[Point]uint64{{1, 2}: 3, {-1, 0}: math.MaxUint64},
		},
		ptr(Scores(nil)), ptr(Scores{}), ptr(Scores{"x": 0.5, "y": -1}),
		&Pointers{},
		&Pointers{&n, &text, &Point{1, 2}, []*Point{{3, 4}, {}}, map[string]*Name{"a": {"b", 1, "c"}}},
		&Pointers{Number: new(int), Text: new(string), Point: new(Point), Points: []*Point{}},
		&Tree{},
		&Tree{Point{1, 2}, "root", &Tree{Name: "left", Left: &Tree{Name: "end"}}, []Tree{{Name: "first"}, {Name: "second", Children: []Tree{{Name: "leaf"}}}}},
		&Times{At: time.Unix(0, 0).UTC(), Log: [2]time.Time{at, at.In(zone)}},
		&Times{at, time.Time{}, [2]time.Time{time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC), time.Date(1960, 1, 1, 0, 0, 0, 999999999, time.FixedZone("", -8*3600))}},
		&Period{},
		&Period{[]time.Time{at.In(zone), at, {}}, []time.Duration{-time.Nanosecond, 0, time.Hour}},
		&Drawing{},
		&Drawing{Circle{1.5}, []Shape{&Square{2}, Circle{}, nil, Label("x"), Group{Circle{3}, Group{}, &Square{-4}}}, map[string]Shape{"a": &Square{}, "b": Label("")}},
		&Drawing{Main: Group{}, Shapes: []Shape{}, Named: map[string]Shape{}},
		&Sketch{}, &Sketch{&Square{-1}}, &Sketch{(*Square)(nil)},
		&Picture{},
		&Picture{[4]Pixel{{1, 2, 3}, {}, {}, {4, 5, 6}}, [5]Pixel{4: {255, 254, 253}}, []Pixel{{7, 8, 9}, {}}, [5][2]float32{1: {0, 0.5}}},
		&Customs{Amount: big.NewInt(0)},
		&Customs{bigInt("-123456789012345678901234567890"), netip.MustParseAddr("192.0.2.1"), Level{"HIGH"}, []Level{{"LOW"}, {}}, Options{`{"a":[1,2]}`}},
		&Customs{Options: Options{"null"}},
		&Many{},
		&Many{Flags: [4]bool{1: true}, Counts: [4]int32{-123, 0, 123, 124}, Names: [4]string{3: "name"}, Rate: math.Copysign(0, -1), Small: -1,
			Children: []Many{{}, {Code: 1}}},
		&Many{
			[4]bool{true, true, true, true}, [4]int32{math.MinInt32, math.MaxInt32, 1, -1}, [4]uint64{247, 248, 255, math.MaxUint64}, [4]int{math.MinInt64, 256, -256, 65536},
			[4]string{"a", string(make([]byte, 247)), string(make([]byte, 248)), "é"},
			[4]time.Time{at, at.In(zone), time.Unix(0, 0).UTC(), time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC)},
			[4]Point{{1, 2}, {}, {-1, 0}, {0, -1}}, [4]*Point{{1, 2}, nil, {}, {300, 0}}, [4][]int64{nil, {}, {1}, make([]int64, 17)}, [4][]byte{nil, {}, {1}, {0, 255}},
			[4]map[string]int{nil, {}, {"": 0}, {"a": 1, "b": -1}}, [4]Shape{nil, Circle{1}, &Square{2}, Group{Label("x")}}, [2]Level{{"LOW"}, {}},
			1.5, -0.25, math.MinInt8, math.MaxUint16, complex(0, -1), [3]byte{1, 2, 3}, [5]string{"v", "", "w", "x", "y"}, Place{Name: "here", At: &Point{1, 2}},
			[4]uint32{math.MaxUint32, 7, 8, 0}, nil,
		},
		&Empty{},
		&Stamped{}, &Stamped{1 << 63, []Name{{"Ada", 36, "Lovelace"}}},
		&Event{ID: 7, Where: Place{"here", &Point{1, 2}, at}},
		&Event{7, "h", [3]bool{true, false, true}, Place{Name: "here"}, []string{"a", "b"}, at.In(zone), 0.5, [5]string{4: "z"}},
		&EventV1{1, "s", "h", [3]bool{true, true, false}},
		&Journal{}, &Journal{"j", []Event{{ID: 1, Host: "a"}, {ID: 2, Tags: []string{"t"}}}, &Event{ID: 3, Where: Place{Name: "w"}}},
		&JournalV1{"j", []EventV1{{ID: 1, Source: "s", Host: "a"}, {ID: 2}}, &EventV1{ID: 3, Host: "c"}},
		&Row{}, &Row{"a", []int{1, -1}, &text},
		&Tagged{}, &Tagged{"a", []string{"b"}, map[string]int{"c": 1}},
		&Encodings{}, &Encodings{-1, -1, 1, -1, nil}, &Encodings{300, 300, 300, 300, []byte{0x50, 0x07}},
		&Record{}, &Record{1 << 40, "name", []Point{{1, 2}, {-3, 70000}}},
	}
	return list
}

// A read is a message of one type that is decoded as another one: that of an older or newer version of a program.
type read struct {
	written any
	as      any
}

// reads returns messages of older and newer versions.
func reads() []read {
	at := time.Date(2026, 11, 25, 10, 30, 0, 0, time.UTC)
	events := []Event{{ID: 1, Host: "a", Tags: []string{"t"}, Rows: [5]string{"r"}}, {ID: 2, Where: Place{Name: "w"}}}
	old := []EventV1{{ID: 1, Source: "s", Host: "a"}, {ID: 2, Source: "t", Host: "b", Flags: [3]bool{true, true, true}}}
	return []read{
		{&EventV1{}, new(Event)},
		{&EventV1{1, "s", "h", [3]bool{true, false, true}}, new(Event)},
		{&Event{ID: 7, Host: "h", Where: Place{"here", &Point{1, 2}, at}, Tags: []string{"a", "b"}, At: at, Ratio: 0.5}, new(EventV1)},
		{&JournalV1{"old", old, &old[1]}, new(Journal)},
		{&Journal{"new", events, &events[0]}, new(JournalV1)},
	}
}

// A message is one that no encoder of bale writes.
type message struct {
	as          any
	bytes, note string
}

// unusual returns messages in compact that a decoder accepts.
func unusual() []message {
	return []message{
		{new(Point), "98020000", "numbers with more bytes than they need"},
		{new(Texts), "016100000000000000", "a text with more bytes than the strings have"},
		{new(Scores), "02797803010000003f01000080bf", "keys that are not in order"},
		{new(Tree), "f0ffffffffffffff7f000000", "totals that are too large"},
	}
}

// malformed returns malformed messages in compact. Truncated messages and those with bytes behind them are malformed, too.
func malformed() []message {
	return []message{
		{new(Pointers), "00100000", "the padding of the totals is not zero"},
		{new(Pointers), "00000008", "the padding of the control is not zero"},
		{new(Lists), "00000000000000000000000000000000000000000000000000000080000000", "the padding of a list of bools is not zero"},
		{new(Point), "0c0000000001", "X does not fit in 32 bits"},
		{new(Sketch), "0005", "the union has four members"},
		{new(Scores), "02797903010000003f01000080bf", "a key is there twice"},
		{new(Period), "0002b000ffffffff", "a second has fewer nanoseconds"},
		{new(Period), "00f0ffffffffffffff7f", "there are fewer elements"},
		{new(Texts), "0f00ffffffffffffff7f00000000000000", "the text is longer than the message"},
		{new(EventV1), "0001000008", "a number is longer than the numbers"},
		{new(EventV1), "017301000010", "a string is longer than the text of the struct"},
		{new(EventV1), "00000f00ffffffffffffff7f", "a struct is longer than the message"},
	}
}

func ptr[T any](v T) *T { return &v }

func bigInt(s string) *big.Int {
	n, _ := new(big.Int).SetString(s, 10)
	return n
}

// ints returns numbers of all lengths and signs.
func ints(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = 1<<(i*3/2) - i%2*2<<(i*3/2)
	}
	return list
}
