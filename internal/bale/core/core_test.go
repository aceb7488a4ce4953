package core

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// TestNumbers checks zigzag numbers, and storing and loading numbers of each width.
func TestNumbers(t *testing.T) {
	for x, want := range map[int64]uint64{0: 0, -1: 1, 1: 2, math.MaxInt64: math.MaxUint64 - 1, math.MinInt64: math.MaxUint64} {
		if got := Zigzag(x); got != want || Unzigzag(got) != x {
			t.Errorf("Zigzag(%d) = %d, want %d, and %d comes back", x, got, want, Unzigzag(got))
		}
	}
	b := make([]byte, 16)
	Put8(All(b), 0, 1)
	Put16(All(b), 1, 0x0302)
	Put32(At(b, 3), 0, 0x07060504)
	Put64(At(b, 7), 0, 0x0f0e0d0c0b0a0908)
	for i, x := range b[:15] {
		if int(x) != i+1 {
			t.Fatalf("byte %d is %d", i, x)
		}
	}
	if Get8(All(b), 0) != 1 || Get16(All(b), 1) != 0x0302 || Get32(All(b), 3) != 0x07060504 || Get64(All(b), 7) != 0x0f0e0d0c0b0a0908 {
		t.Errorf("other numbers come back from %x", b)
	}
}

// TestStoreText checks that a string of each length is stored without changing the bytes around it.
func TestStoreText(t *testing.T) {
	for n := range 40 {
		s := strings.Repeat("abcdefghij", 4)[:n]
		b := make([]byte, n+2)
		StoreText(All(b), 1, s)
		if string(b) != "\x00"+s+"\x00" {
			t.Errorf("%q is stored as %q", s, b)
		}
	}
}

// TestStrings checks that strings are copied together, and do not change when other strings are read or the message is changed.
func TestStrings(t *testing.T) {
	for _, exact := range []bool{false, true} {
		message := []byte(strings.Repeat("0123456789", 30))
		d := &Input{B: slices.Clone(message), Exact: exact}
		if exact {
			d.Text = 45 * 8
		}
		var got, want []string
		for k, n := 0, 0; k < 20; k++ {
			got = append(got, d.OneString(n, k))
			want = append(want, string(message[n:n+k]))
			n += k
		}
		clear(d.B)
		if !slices.Equal(got, want) {
			t.Errorf("exact %t: got %q, want %q", exact, got, want)
		}
	}
	d := &Input{B: []byte("abcdefgh")}
	if d.ExpectText(8); d.Whole != "abcdefgh" || d.OneString(1, 2) != "bc" {
		t.Errorf("the message is %q", d.Whole)
	}
	if a, b := d.Intern([]byte("abc")), d.Intern([]byte("abc")); a != "abc" || a != b || d.Intern(nil) != "" {
		t.Errorf("got %q and %q", a, b)
	}
}

// TestTake checks the lengths and capacities of elements that are taken from slabs.
func TestTake(t *testing.T) {
	total := 5
	var slab Slab[int]
	a, b := Take(&slab, &total, 2), Take(&slab, &total, 3)
	if len(a) != 2 || cap(a) != 2 || len(b) != 3 || slab.Left() != 0 || total != 0 {
		t.Errorf("got %d of %d and %d, %d left of %d", len(a), cap(a), len(b), slab.Left(), total)
	}
	if Take(&slab, &total, 0) == nil {
		t.Error("Take of 0 elements returned nil")
	}
	d := &Input{B: make([]byte, 1000), Budget: NewBudget(1000)}
	had := 0
	for n := range 10 {
		if s := TakeSome(d, &slab, &had, 3, 10*n+1, 8, 2); len(s) != 3 || cap(s) > 1000 {
			t.Fatalf("got %d of %d", len(s), cap(s))
		}
	}
	if had != 30 {
		t.Errorf("had %d", had)
	}
}

// TestBudget checks that lists are charged for memory, and claim each byte of a message only once.
func TestBudget(t *testing.T) {
	defer func() { MaxMemory = 0 }()
	if d := NewBudget(100); d.Left != 64<<20+6400 || d.Rest != 100 {
		t.Errorf("the default budget is %+v", d)
	}
	MaxMemory = 1000
	d := NewBudget(50)
	for _, c := range []struct {
		n, size, claim, left, rest uint64
		want                       int
	}{
		{10, 50, 20, 500, 30, 0},
		{1, 1, 31, 500, 30, Truncated},
		{501, 1, 0, 500, 30, TooLarge},
		{math.MaxUint64, 8, 0, 500, 30, TooLarge},
		{500, 1, 30, 0, 0, 0},
		{0, 1, 0, 0, 0, 0},
		{1, 1, 0, 0, 0, TooLarge},
	} {
		if got := d.Charge(c.n, c.size, c.claim); got != c.want || d.Left != c.left || d.Rest != c.rest {
			t.Errorf("%d of %d bytes: got %d, and %+v is left", c.n, c.size, got, d)
		}
	}
	d = NewBudget(50)
	if got := d.ChargeSlab(3, 3, 40, 100, 8); got != 0 || d.Left != 1000 {
		t.Errorf("elements from a large enough slab: %d, %+v", got, d)
	}
	if got := d.ChargeSlab(3, 2, 10, 100, 4); got != 0 || d.Left != 0 || d.Rest != 45 {
		t.Errorf("a new slab: %d, %+v", got, d)
	}
	if d.Copied(5); d.Left != 0 {
		t.Errorf("strings: %+v", d)
	}
	if d = NewBudget(0); !d.ZeroSize(MaxEmpty) || d.ZeroSize(1) || !d.ZeroSize(0) {
		t.Errorf("%d elements of no bytes", d.Empty)
	}
}

// TestMapMemory checks that the charge for a map is about the memory that the Go runtime allocates for it.
func TestMapMemory(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 9, 14, 15, 100, 112, 113, 800, 896, 897, 1000, 5000, 100000, 114688} {
		took := uint64(math.MaxUint64)
		for range 3 { // the runtime allocates, too
			before := allocated()
			m := make(map[uint64][3]uint64, n)
			for i := range n {
				m[uint64(i)*0x9e3779b97f4a7c15] = [3]uint64{}
			}
			someMap = m
			took = min(took, allocated()-before)
		}
		d := Budget{Left: 1 << 40}
		d.ChargeMap(uint64(n), 32, 0)
		charged := 1<<40 - d.Left
		if took > charged*13/10+1024 || charged > 3*took+256 {
			t.Errorf("a map of %d took %d bytes and is charged %d", n, took, charged)
		}
	}
}

var someMap any // keeps small maps off the stack

// allocated returns how many bytes have been allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestPieces checks that strings share at most a piece of memory, and that a long string has its own.
func TestPieces(t *testing.T) {
	for _, exact := range []bool{false, true} {
		d := &Input{B: []byte(strings.Repeat("0123456789", 30000)), Exact: exact}
		if exact {
			d.Text = len(d.B)
		}
		for n := 0; n < len(d.B); {
			k := min(1+n%5000, len(d.B)-n)
			if n == 200000 {
				k = 70000
			}
			if s := d.OneString(n, k); s != string(d.B[n:n+k]) {
				t.Fatalf("exact %t: wrong string of %d bytes at %d", exact, k, n)
			}
			if room := roomOf(d); room > Piece+Piece/8 {
				t.Fatalf("exact %t: %d bytes of memory are shared", exact, room)
			}
			n += k
		}
	}
	d := &Input{B: make([]byte, Piece+1), Text: Piece + 1}
	if d.GatherText(len(d.B)); d.Whole != "" {
		t.Error("a long message was copied as a whole")
	}
	if d.ExpectText(len(d.B)); d.Whole != "" || roomOf(d) > 0 {
		t.Error("a long message was copied as a whole, or got memory for all strings")
	}
}

// TestFault checks the text of decoding errors.
func TestFault(t *testing.T) {
	var f Fault
	f.FailAt(Truncated, "Name")
	f.AtIndex("Items", 3)
	f.At("[2]")
	f.At("Order")
	if err := f.Error("T", 7); err.Error() != "T.Order[2].Items[3].Name: offset 7: unexpected EOF" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if err := LeftOver("T", 3); err.Error() != "T: offset 3: bytes left over after the message" {
		t.Error(err)
	}
}

// TestKept checks that the results of custom methods are returned in the order in which they were kept.
func TestKept(t *testing.T) {
	var e Output
	buffer := []byte("abcd")
	if b := e.Keep(buffer, nil); string(b) != "abcd" {
		t.Errorf("got %q", b)
	}
	copy(buffer, "wxyz") // a method may reuse its buffer
	e.Keep(nil, nil)
	e.Keep([]byte{}, nil)
	e.Keep(buffer[:2], nil)
	if b := e.NextKept("T"); string(b) != "abcd" || cap(b) != 4 {
		t.Errorf("got %q", b)
	}
	if b := e.NextKept("T"); b != nil {
		t.Errorf("got %q for nil", b)
	}
	if b := e.NextKept("T"); b == nil || len(b) > 0 {
		t.Errorf("got %q for an empty one", b)
	}
	if b := e.NextKept("T"); string(b) != "wx" || e.Err != nil {
		t.Errorf("got %q, %v", b, e.Err)
	}
	if b := e.NextKept("T.Field"); b != nil || e.Err == nil || !strings.HasPrefix(e.Err.Error(), "T.Field: ") || e.End >= 0 {
		t.Errorf("got %q, %v", b, e.Err)
	}
	e = Output{}
	if wrong := errors.New("wrong"); e.Keep(nil, wrong) != nil || e.Err != wrong {
		t.Errorf("got %v", e.Err)
	}
}

// TestKeptEntries checks that the entries of maps are returned in the order in which they were kept, and that entries of another
// map are an error.
func TestKeptEntries(t *testing.T) {
	var e Output
	first := KeepEntries(&e, MapEntries(map[string]int{"a": 1, "b": 2, "c": 3}))
	KeepEntries(&e, MapEntries(map[int]int{}))
	if got := KeptEntries[string, int](&e, "T"); len(got) != 3 || !slices.Equal(got, first) {
		t.Errorf("got %v, want %v", got, first)
	}
	if KeptEntries[string, int](&e, "T"); e.Err == nil {
		t.Error("entries of another map are not an error")
	}
	e = Output{}
	if KeptEntries[string, int](&e, "T"); e.Err == nil {
		t.Error("missing entries are not an error")
	}
}

// TestParts checks that results which are written for other parts than they were kept for are an error, and that a single pass, which keeps none, is not.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		kept           bool
		sized, written uint64
		failed         bool
	}{{true, 1, 1, false}, {true, 1, 2, true}, {false, 0, 2, false}} {
		var e Output
		if c.sized > 0 {
			e.SizedParts(c.sized)
		}
		if c.kept {
			e.Keep([]byte("a"), nil)
		}
		e.WrittenParts(c.written)
		if c.kept {
			e.NextKept("T")
		}
		if got := e.Failed("T"); got != c.failed || got != (e.Err != nil) {
			t.Errorf("%+v: got %v, %v", c, got, e.Err)
		}
	}
}

// TestBegin checks that a message is written into b if it has room, and that its memory is not much larger than the message.
func TestBegin(t *testing.T) {
	for _, c := range []struct{ used, spare, room, n int }{
		{3, 90, 100, 90}, {3, 89, 100, 90}, {-1, 0, 600, 590}, {-1, 0, 600, 10}, {-1, 0, MaxScratch + 100, 5000},
		{5, 10, MaxScratch + 100, 5000}, {0, 0, 5000, 4000}, {0, 10, 1000, 990},
	} {
		for _, exact := range []bool{false, true} {
			var b []byte
			if c.used >= 0 {
				b = append(make([]byte, 0, c.used+c.spare), "0123456789"[:c.used]...)
			}
			var (
				e     Output
				tight atomic.Bool
			)
			tight.Store(c.n%20 == 0) // earlier messages need not be like this one
			w, n := e.Begin(b, c.room, 8, exact, &tight)
			if len(w)-n < c.room || e.End != n+c.room-8 {
				t.Fatalf("%+v: %d bytes from %d on, end %d", c, len(w), n, e.End)
			}
			for i := range c.n {
				w[n+i] = byte(i)
			}
			got := e.Finish(b, w, n+c.n, &tight)
			if len(got) != max(c.used, 0)+c.n || string(got[:max(c.used, 0)]) != "0123456789"[:max(c.used, 0)] {
				t.Fatalf("%+v: %d bytes", c, len(got))
			}
			for i, x := range got[max(c.used, 0):] {
				if x != byte(i) {
					t.Fatalf("%+v: byte %d is %d", c, i, x)
				}
			}
			if b != nil && cap(b)-len(b) >= c.n && &got[:1][0] != &b[:1][0] {
				t.Errorf("%+v: the message is not in the memory of b", c)
			}
			if b != nil && cap(b)-len(b) < c.n && cap(got)-len(got) < c.n/4 {
				t.Errorf("%+v: a slightly longer message does not fit: %d bytes are left", c, cap(got)-len(got))
			}
			if b == nil && cap(got)*4 > 5*len(got) {
				t.Errorf("%+v: capacity %d", c, cap(got))
			}
		}
	}
}

// TestDepth checks that values nested too deep are refused.
func TestDepth(t *testing.T) {
	e := Output{Depth: MaxDepth - 1}
	if !e.Enter() || e.Enter() || e.Err != Errors[TooDeep] {
		t.Errorf("depth %d: %v", e.Depth, e.Err)
	}
}

// TestSorted checks the order of keys.
func TestSorted(t *testing.T) {
	m := map[float64]int{math.NaN(): 1, 2: 3, -1: 2, math.Inf(-1): 0}
	var got []int
	for _, e := range SortedEntries(m, ByFloat) {
		got = append(got, e.Elem)
	}
	if !slices.Equal(got, []int{1, 0, 2, 3}) {
		t.Errorf("got %v", got)
	}
	if keys := SortedKeysBy(map[bool]int{true: 1, false: 2}, ByBool); !slices.Equal(keys, []bool{false, true}) {
		t.Errorf("got %v", keys)
	}
	large := map[string]int{}
	for n := range 40 {
		clear(large)
		for i := range n {
			large[fmt.Sprint(i*7919%97)] = i
		}
		want := slices.Sorted(maps.Keys(large))
		if keys := SortedKeys(large, new([8]string)[:0]); !slices.Equal(keys, want) {
			t.Errorf("got %v, not %v", keys, want)
		}
		var keys []string
		for _, e := range OrderedEntries(large, new([8]Entry[string, int])[:0]) {
			keys = append(keys, e.Key)
			if e.Elem != large[e.Key] {
				t.Errorf("%q has the value %d, not %d", e.Key, e.Elem, large[e.Key])
			}
		}
		if !slices.Equal(keys, want) {
			t.Errorf("got %v, not %v", keys, want)
		}
	}
}

// TestSortEntries sorts keys in many orders, with and without the limit of partitions, and keys that have no order, which must not make it fail.
func TestSortEntries(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	orders := map[string]func(n, i int) float64{
		"ascending":  func(n, i int) float64 { return float64(i) },
		"descending": func(n, i int) float64 { return float64(-i) },
		"random":     func(n, i int) float64 { return r.Float64() },
		"rotated":    func(n, i int) float64 { return float64((i + n/2) % n) },
		"halves":     func(n, i int) float64 { return float64(min(i, n-i)) + float64(i)/1e6 },
		"equal":      func(n, i int) float64 { return float64(i % 3) },
		"not equal to themselves": func(n, i int) float64 {
			if r.IntN(3) == 0 {
				return math.NaN()
			}
			return r.Float64()
		},
	}
	for name, order := range orders {
		for _, n := range []int{0, 1, 2, 12, 13, 14, 40, 100, 1000, 10000} {
			for _, limit := range []int{0, 3, 2 * bits.Len(uint(n))} {
				var s []Entry[float64, int]
				values := 0
				for i := range n {
					s = append(s, Entry[float64, int]{order(n, i), i})
					values += i
				}
				SortEntries(s, limit)
				for _, e := range s {
					values -= e.Elem
				}
				if values != 0 {
					t.Errorf("%s, %d entries, limit %d: entries are lost", name, n, limit)
				}
				if name != "not equal to themselves" && !slices.IsSortedFunc(s, func(a, b Entry[float64, int]) int { return cmp.Compare(a.Key, b.Key) }) {
					t.Errorf("%s, %d entries, limit %d: not sorted", name, n, limit)
				}
			}
		}
	}
}

// TestSortedOnStack checks that the sorted keys and entries of a small map take no memory from the heap.
func TestSortedOnStack(t *testing.T) {
	m := map[string]int{"b": 1, "a": 2, "c": 3}
	sum := 0
	if n := testing.AllocsPerRun(10, func() {
		for _, k := range SortedKeys(m, new([8]string)[:0]) {
			sum += m[k]
		}
		for _, e := range OrderedEntries(m, new([8]Entry[string, int])[:0]) {
			sum += e.Elem
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestOver32 checks which lengths fit in 32 bits, and in an int.
func TestOver32(t *testing.T) {
	for n, want := range map[int64]bool{0: false, 1: false, math.MaxInt32: false, math.MaxUint32: false, math.MaxUint32 + 1: true, math.MaxInt64: true, -1: true} {
		if got := Over32(n); got != want {
			t.Errorf("%d: %t", n, got)
		}
	}
	for n, want := range map[int64]bool{0: false, 1 << 30: false, math.MaxInt32: bits.UintSize == 32, math.MaxInt32 + 1: bits.UintSize == 32, math.MaxInt64: true} {
		size := int(n)
		if want {
			size = 0
		}
		if OverInt(n) != want || Size(n) != size {
			t.Errorf("%d: %t, and %d", n, OverInt(n), Size(n))
		}
		if Over32(n) {
			size = 0
		}
		if Size32(n) != size {
			t.Errorf("%d: %d in 32 bits", n, Size32(n))
		}
	}
}

// TestInOrder checks which fields count as decoded, in structs of one word of fields and of several.
func TestInOrder(t *testing.T) {
	for _, c := range []struct {
		i, all, left int
		seen         [2]uint64
	}{{0, 5, -1, [2]uint64{}}, {2, 5, 3, [2]uint64{3}}, {5, 5, 0, [2]uint64{31}}, {65, 100, 35, [2]uint64{1<<64 - 1, 1}}} {
		var seen [2]uint64
		if left := InOrder(seen[:], c.i, c.all); left != c.left || seen != c.seen {
			t.Errorf("%d of %d: %d left, %x", c.i, c.all, left, seen)
		}
	}
}

// TestLoad64 checks Load64 at each position of messages of each length.
func TestLoad64(t *testing.T) {
	whole := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	for size := range len(whole) + 1 {
		b := slices.Clone(whole[:size])
		for n := range size + 1 {
			var want [8]byte
			copy(want[:], b[n:])
			if got := Load64(b, n); got != Get64(All(want[:]), 0) {
				t.Errorf("Load64 of %d bytes at %d is %#x, want %x", size, n, got, want)
			}
		}
	}
}

// TestWhere checks the paths of errors: of a few elements, and of so many that those in the middle are left out.
func TestWhere(t *testing.T) {
	path := func(n int) *Fault {
		f := &Fault{}
		for i := range n {
			f.At(string(rune('a' + i%26)))
		}
		return f
	}
	for _, c := range []struct {
		fault *Fault
		want  string
	}{
		{&Fault{}, "T"},
		{&Fault{Path: []string{"C", "", "[2]", "B"}}, "T.B[2].C"},
		{path(41), "T.o.n.m.l.k.j.i.h.g.f.e.d.c.b.a.z.y.x.w.v.u.t.s.r.q.p.o.n.m.l.k.j.i.h.g.f.e.d.c.b.a"},
		{path(42), "T.p.o.n.m.l.k.j.i.h.g.f.e.d.c.b.a.z.y.x.w ... .t.s.r.q.p.o.n.m.l.k.j.i.h.g.f.e.d.c.b.a"},
		{path(10000), "T.p.o.n.m.l.k.j.i.h.g.f.e.d.c.b.a.z.y.x.w ... .t.s.r.q.p.o.n.m.l.k.j.i.h.g.f.e.d.c.b.a"},
	} {
		if got := c.fault.Where("T"); got != c.want {
			t.Errorf("%d elements: got %s, want %s", len(c.fault.Path), got, c.want)
		}
	}
}

// TestAppendAllocates checks that a new message is allocated once, with its size: what a short one is written to first is on the stack, or from a pool.
func TestAppendAllocates(t *testing.T) {
	var tight atomic.Bool
	for _, n := range []int{8, 150, 400, 5000} {
		var length int
		allocs := testing.AllocsPerRun(100, func() {
			var e Output
			b, err := e.Append(nil, int64(n), 0, 8, false, &tight, func(w Buffer, at int) int {
				for i := range n / 8 {
					Put64(w, at+8*i, uint64(i))
				}
				return at + n/8*8
			})
			if err != nil {
				t.Fatal(err)
			}
			length = len(b)
		})
		if allocs != 1 || length != n/8*8 {
			t.Errorf("a message of %d bytes, %d of them written, takes %v allocations", n, length, allocs)
		}
	}
}

// TestAppendMovedStack checks messages that are written while the stack grows, and so moves with the array in which they are written first.
func TestAppendMovedStack(t *testing.T) {
	for depth := range 200 {
		done := make(chan string)
		go func() {
			var tight atomic.Bool
			var e Output
			b, err := e.Append(nil, 16, 0, 8, false, &tight, func(w Buffer, at int) int {
				deep(20 * depth)
				Put64(w, at, 1)
				deep(20*depth + 40)
				Put64(w, at+8, 2)
				return at + 16
			})
			done <- fmt.Sprint(b, err)
		}()
		if got, want := <-done, "[1 0 0 0 0 0 0 0 2 0 0 0 0 0 0 0] <nil>"; got != want {
			t.Fatalf("with calls %d deep: %s", 20*depth, got)
		}
	}
}

// deep takes a part of the stack for each level.
//
//go:noinline
func deep(n int) (sum byte) {
	var frame [64]byte
	if n > 0 {
		sum = deep(n - 1)
	}
	frame[n%64] = sum
	return frame[(n+1)%64]
}
