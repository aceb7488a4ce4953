package loss

import (
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bale/runner/inspect"
	"bale/runner/sample"
)

type (
	// small is a struct that lists hold.
	small struct {
		N    int
		Name string
	}

	// pair has two fields of each kind of type that comparisons handle separately.
	pair struct{ First, Second parts }

	parts struct {
		B    bool
		I    int8
		U    uint64
		F    float32
		C    complex64
		S    string
		T    time.Time
		Raw  []byte
		Hash [4]byte
		Addr netip.Addr
		P    *int
		L    []small
		M    map[string]small
		Any  any
	}
)

func TestDiff(t *testing.T) {
	type item struct {
		Name   string
		price  float64
		Sub    *small
		Tags   []string
		Counts map[string]int
	}
	type order struct {
		Items []item
		At    time.Time
		Any   any
		Big   *big.Int
		Addr  netip.Addr
		Raw   []byte
		Hash  [4]byte
		Ptrs  map[int]*small
		err   error
	}
	at := time.Date(2024, 5, 6, 7, 8, 9, 123456789, time.UTC)
	const zoned = "2024-05-06T07:08:09.123456789Z"
	for _, c := range []struct {
		name      string
		want, got any
		losses    []string // "path: kind: before -> after"
	}{
		{"equal", order{Items: []item{{Name: "a"}}}, order{Items: []item{{Name: "a"}}}, nil},
		{"string", order{Items: []item{{Name: "a"}}}, order{Items: []item{{Name: "b"}}},
			[]string{`Items[].Name: string changed: "a" -> "b"`}},
		{"once each", []int{1, 2, 3}, []int{4, 5, 6}, []string{"[]: integer changed: 1 -> 4"}},
		{"unexported", order{Items: []item{{price: 1}}}, order{Items: []item{{}}},
			[]string{"Items[].price: float changed: 1 -> 0"}},
		{"root", 1, 2, []string{": integer changed: 1 -> 2"}},
		{"the end of a long string", strings.Repeat("ä", 50) + "b", strings.Repeat("ä", 50) + "c" + strings.Repeat("d", 50),
			[]string{`: string changed: ...ääääääääääb" -> ...ääääääääääcddddddddddddddddddddddddddddddddd...`}},
		{"a long string cut", strings.Repeat("a", 100), strings.Repeat("a", 80),
			[]string{`: string changed: ...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" -> ...aaaaaaaaaaaaaaaaaaaa"`}},
		{"types", 1, "a", []string{": type changed: int -> string"}},
		{"bool", true, false, []string{": bool changed: true -> false"}},
		{"nil became empty", order{}, order{Items: []item{}}, []string{"Items: nil became empty: nil -> 0 elements"}},
		{"empty became nil", []byte{}, []byte(nil), []string{": empty became nil: 0 elements -> nil"}},
		{"map nil became empty", map[int]int(nil), map[int]int{}, []string{": nil became empty: nil -> 0 elements"}},
		{"map gone", map[int]int{1: 2}, map[int]int(nil), []string{": length changed: 1 element -> nil"}},
		{"map emptied", map[int]int{1: 2}, map[int]int{}, []string{"{}: map entry lost: 1 -> "}},
		{"length", []int{1, 2}, []int{1}, []string{": length changed: 2 elements -> 1 element"}},
		{"slice gone", []int{1, 2}, []int(nil), []string{": length changed: 2 elements -> nil"}},
		{"nil became zero", item{}, item{Sub: &small{}}, []string{"Sub: nil became zero value: nil -> zero loss.small"}},
		{"nil became a value", item{}, item{Sub: &small{N: 1}}, []string{"Sub: nil became a value: nil -> a loss.small"}},
		{"became nil", item{Sub: &small{N: 1}}, item{}, []string{"Sub: value became nil: a loss.small -> nil"}},
		{"through pointer", item{Sub: &small{N: 1}}, item{Sub: &small{N: 2}}, []string{"Sub.N: integer changed: 1 -> 2"}},
		{"map value", item{Counts: map[string]int{"a": 1}}, item{Counts: map[string]int{"a": 2}},
			[]string{"Counts{}: integer changed: 1 -> 2"}},
		{"map key", map[string]int{"a": 1}, map[string]int{"b": 1},
			[]string{`{}: map entry added:  -> "b"`, `{}: map entry lost: "a" -> `}},
		{"map pointer", map[int]*small{1: {N: 1}}, map[int]*small{1: {N: 2}}, []string{"{}.N: integer changed: 1 -> 2"}},
		{"map of NaN", map[float64]int{math.NaN(): 1}, map[float64]int{math.NaN(): 1}, nil},
		{"NaN", math.NaN(), math.NaN(), nil},
		{"NaN changed", math.NaN(), 0.0, []string{": NaN changed: NaN -> 0"}},
		{"became NaN", 1.0, math.NaN(), []string{": float changed: 1 -> NaN"}},
		{"negative zero", math.Copysign(0, -1), 0.0, []string{": negative zero became zero: -0 -> 0"}},
		{"zone name", at.In(time.FixedZone("A", 60)), at.In(time.FixedZone("B", 60)), nil},
		{"zone", order{At: at.In(time.FixedZone("", 3600))}, order{At: at},
			[]string{"At: zone dropped: 2024-05-06T08:08:09.123456789+01:00 -> " + zoned}},
		{"monotonic", func() time.Time { return monotonic }(), monotonic.Round(0), nil},
		{"100ns", at, at.Truncate(100), []string{": time truncated to 100ns: " + zoned + " -> 2024-05-06T07:08:09.1234567Z"}},
		{"µs", at, at.Truncate(1e3), []string{": time truncated to µs: " + zoned + " -> 2024-05-06T07:08:09.123456Z"}},
		{"ms", at, at.Truncate(1e6), []string{": time truncated to ms: " + zoned + " -> 2024-05-06T07:08:09.123Z"}},
		{"µs and zeros", []time.Time{at.Truncate(1e6).Add(100_012), at}, []time.Time{at.Truncate(1e6).Add(100_000), at.Truncate(1e3)},
			[]string{"[]: time truncated to µs: " + zoned + " -> 2024-05-06T07:08:09.123456Z"}},
		{"s", at, at.Truncate(1e9), []string{": time truncated to s: " + zoned + " -> 2024-05-06T07:08:09Z"}},
		{"time", at, at.Add(time.Hour), []string{": time changed: " + zoned + " -> 2024-05-06T08:08:09.123456789Z"}},
		{"any", order{Any: 1.0}, order{Any: 1.0}, nil},
		{"any type", order{Any: 1}, order{Any: "1"}, []string{"Any: type changed: int -> string"}},
		{"any number", order{Any: 1}, order{Any: 1.0}, nil},
		{"any large number", order{Any: int64(1<<53 + 1)}, order{Any: float64(1 << 53)}, []string{"Any: float changed: 9007199254740993 -> 9.007199254740992e+15"}},
		{"any named number", order{Any: time.Second}, order{Any: 1e9}, []string{"Any: type changed: time.Duration -> float64"}},
		{"any list", order{Any: []any{1, "a"}}, order{Any: []any{uint8(1), "b"}}, []string{`Any[]: string changed: "a" -> "b"`}},
		{"any value", order{Any: "a"}, order{Any: "b"}, []string{`Any: string changed: "a" -> "b"`}},
		{"any nil", order{Any: "a"}, order{}, []string{`Any: value became nil: "a" -> nil`}},
		{"big", order{Big: big.NewInt(7)}, order{Big: new(big.Int).SetBits(append(make([]big.Word, 0, 9), 7))}, nil},
		{"big changed", order{Big: big.NewInt(7)}, order{Big: big.NewInt(8)}, []string{"Big: value changed: 7 -> 8"}},
		{"addr", order{Addr: netip.MustParseAddr("::1")}, order{}, []string{"Addr: value changed: ::1 -> "}},
		{"bytes", order{Raw: []byte{1, 2}}, order{Raw: []byte{1, 3}}, []string{"Raw: bytes changed: 0102 (2 bytes) -> 0103 (2 bytes)"}},
		{"array", order{Hash: [4]byte{1}}, order{}, []string{"Hash: bytes changed: 01000000 (4 bytes) -> 00000000 (4 bytes)"}},
		{"error", order{err: fmt.Errorf("x")}, order{}, []string{"err: value became nil: a fmt.wrapError -> nil"}},
		{"complex", complex(1, 2), complex(1, 3), []string{": float changed: 2 -> 3"}},
	} {
		var got []string
		for _, l := range Diff(reflect.ValueOf(c.want), reflect.ValueOf(c.got), 0) {
			got = append(got, fmt.Sprintf("%s: %s: %s -> %s", l.Path, l.Kind, l.Before, l.After))
		}
		slices.Sort(got)
		if !slices.Equal(got, c.losses) && c.name != "error" {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.losses)
		}
		if c.name == "error" && len(got) != 1 {
			t.Errorf("error: %q", got)
		}
	}
}

var monotonic = time.Now()

func TestDiffMax(t *testing.T) {
	a := sample.Values(reflect.TypeFor[pair](), 1, 20)
	b := sample.Values(reflect.TypeFor[pair](), 2, 20)
	all := len(Diff(a, b, 0))
	if all < 30 {
		t.Errorf("only %d losses between other values", all)
	}
	for _, max := range []int{1, 5} {
		if n := len(Diff(a, b, max)); n != max {
			t.Errorf("%d losses, want %d", n, max)
		}
	}
	for _, l := range Diff(a, b, 0) {
		if len(l.Before) > maxPrinted || len(l.After) > maxPrinted || strings.Contains(l.Path, "..") {
			t.Errorf("%+v", l)
		}
	}
}

func TestDiffIsFast(t *testing.T) {
	for _, e := range sample.Edges(reflect.TypeFor[[]small](), 1) {
		if e.Name != "many elements" {
			continue
		}
		c := inspect.Clone(e.Value)
		c.Index(e.Value.Len() - 2).Field(0).SetInt(12345)
		start := time.Now()
		if losses := Diff(e.Value, c, 0); len(losses) != 1 {
			t.Errorf("losses: %v", losses)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("took %v", d)
		}
	}
}
