package parallel

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

var ratio = flag.Duration("ratio", 0, "TestRatio: duration of the measurement")

// with runs f with GOMAXPROCS set to processors, and fails if f leaves goroutines running.
func with(t testing.TB, processors int, f func()) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	before := runtime.NumGoroutine()
	f()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); runtime.Gosched() { // a goroutine may still be running after its call of Done
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	t.Fatalf("%d goroutines are left of %d before", runtime.NumGoroutine(), before)
}

var processors = []int{1, 2, 8}

func sub(i int) Sub {
	return Sub{Name: strings.Repeat("s", i%19), Count: i * i, On: i%2 == 0, At: time.Unix(int64(i)*1e6, int64(i)).UTC()}
}

func subs(from, n int) []Sub {
	list := make([]Sub, n)
	for i := range list {
		list[i] = sub(from + i)
	}
	return list
}

func item(i, depth int) Item {
	v := Item{ID: int64(i) << (i % 40), Name: fmt.Sprint("item ", i), Tag: fmt.Sprint("tag ", i%3), Note: strings.Repeat("n", i%11),
		On: i%3 == 0, Rate: float32(i), At: time.Unix(int64(i), 0).UTC(), Last: Grown{Name: fmt.Sprint(i)}}
	switch i % 5 {
	case 1:
		v.Raw, v.Subs, v.Any = []byte{1, 2, byte(i)}, subs(i, i%4), sub(i)
	case 2:
		v.Raw, v.Subs, v.By, v.Any = []byte{}, []Sub{}, map[string]Sub{"k": sub(i), "": {}}, new(Sub)
	case 3:
		v.Sum, v.Any, v.Last.Subs = &[5]string{2: "two"}, Own{fmt.Sprint(i)}, subs(i, 2)
	}
	if depth > 0 && i%7 == 0 {
		x := item(i+1, depth-1)
		v.Next = &x
		v.More = items(i%3, depth-1)
	}
	return v
}

func items(n, depth int) Items {
	list := make(Items, n)
	for i := range list {
		list[i] = item(i, depth)
	}
	return list
}

func pairs(n, depth int) Pairs {
	list := make(Pairs, n)
	for i := range list {
		list[i] = Pair{A: int32(-i), B: fmt.Sprint(i), Subs: subs(i, i%5)}
		if depth > 0 && i%501 == 500 {
			list[i].List = pairs(1100, depth-1)
		}
	}
	return list
}

func box(n int) *Box {
	v := &Box{Head: subs(0, n%7), Subs: subs(1, n), Pairs: pairs(n, 1), Tail: subs(7, 3), Empty: make([]struct{}, n), Names: map[string]Pairs{}}
	v.Inner.Subs = subs(3, n)
	for i := range n {
		x := sub(i)
		v.Points, v.Owns, v.Any = append(v.Points, &x), append(v.Owns, Own{fmt.Sprint(i)}), append(v.Any, Any(fmt.Sprint(i)))
		if i%3 == 0 {
			v.Points[i], v.Any[i] = nil, nil
		}
	}
	for i := range 5 {
		v.Names[fmt.Sprint(i)] = pairs(n+i, 0)
	}
	return v
}

type message interface {
	MarshalBinary() ([]byte, error)
	SizeBinary() int
	UnmarshalBinary([]byte) error
	UnmarshalBinaryAlias([]byte) error
}

// cases returns, by name, a value with lists of n elements and a value to decode into.
func cases(n int) map[string][2]message {
	list := items(n, 2)
	grows := make(Grows, n)
	for i := range grows {
		grows[i] = Grown{Name: fmt.Sprint(i), Subs: subs(i, i%3)}
	}
	owns := make([]Own, n)
	for i := range owns {
		owns[i].text = fmt.Sprint(i)
	}
	return map[string][2]message{
		"items": {&list, new(Items)},
		"box":   {box(n), new(Box)},
		"grows": {&grows, new(Grows)},
		"twice": {&Twice{grows, grows}, new(Twice)},
		"owns":  {&OwnTwice{owns, owns}, new(OwnTwice)},
	}
}

func fresh(v message) message { return reflect.New(reflect.TypeOf(v).Elem()).Interface().(message) }

func TestRoundTrips(t *testing.T) {
	used := map[string]message{}
	for _, n := range []int{5000, 0, 1, 1023, 1024, 1025, 2048, 2049} {
		for name, c := range cases(n) {
			v := c[0]
			if used[name] == nil {
				used[name] = c[1]
			}
			var first []byte
			for _, procs := range processors {
				with(t, procs, func() {
					b, err := v.MarshalBinary()
					if err != nil {
						t.Fatal(err)
					}
					if size := v.SizeBinary(); size != len(b) {
						t.Errorf("%s of %d: size %d of %d", name, n, size, len(b))
					}
					if first == nil {
						first = b
					}
					if name != "box" && name != "items" && !bytes.Equal(b, first) { // the other values have maps
						t.Errorf("%s of %d: %d processors write other bytes than 1", name, n, procs)
					}
					for _, how := range []struct {
						into message
						read func(message, []byte) error
					}{
						{fresh(v), message.UnmarshalBinary}, {fresh(v), message.UnmarshalBinaryAlias}, {used[name], message.UnmarshalBinary},
					} {
						if err := how.read(how.into, b); err != nil {
							t.Fatalf("%s of %d: %v", name, n, err)
						}
						if !reflect.DeepEqual(how.into, v) {
							t.Fatalf("%s of %d on %d processors is decoded as another value", name, n, procs)
						}
					}
				})
			}
		}
	}
}

func TestNil(t *testing.T) {
	for _, v := range []Items{nil, {}} {
		b, err := v.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		got := items(3, 0)
		if err := got.UnmarshalBinary(b); err != nil || (got == nil) != (v == nil) || len(got) > 0 {
			t.Errorf("%#v, %v, want %#v", got, err, v)
		}
	}
}

// TestShort checks that a list without an index has the same bytes as without the directive.
func TestShort(t *testing.T) {
	list := items(1024, 0)
	for i := range list {
		list[i].By = nil
	}
	b, err := list.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if c, err := (*Plain)(&list).MarshalBinary(); err != nil || !bytes.Equal(b, c) {
		t.Errorf("%d bytes, %d without the directive: %v", len(b), len(c), err)
	}
}

// allocated returns the bytes that the program has allocated so far.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// broken decodes bytes that may be invalid. The error must not depend on the number of processors, and memory must be bounded.
func broken(t *testing.T, v message, b []byte) error {
	t.Helper()
	var errs []error
	for _, procs := range []int{1, 8} {
		with(t, procs, func() {
			before := allocated()
			errs = append(errs, fresh(v).UnmarshalBinary(b))
			if took := allocated() - before; took > 4<<20+256*uint64(len(b)) {
				t.Fatalf("decoding %d bytes allocated %d", len(b), took)
			}
		})
	}
	if fmt.Sprint(errs[0]) != fmt.Sprint(errs[1]) {
		t.Fatalf("on one processor: %v\non eight: %v", errs[0], errs[1])
	}
	return errs[0]
}

func messages(t *testing.T, n int) map[message][]byte {
	all := map[message][]byte{}
	for _, c := range cases(n) {
		b, err := c[0].MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		all[c[0]] = b
	}
	return all
}

func places() int {
	if testing.Short() {
		return 20
	}
	return 100
}

func TestTruncations(t *testing.T) {
	for v, b := range messages(t, 2100) {
		for n := 0; n < len(b); n += 1 + len(b)/places() {
			if err := broken(t, v, b[:n:n]); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%T: %d of %d bytes: %v", v, n, len(b), err)
			}
		}
	}
}

func TestCorruptions(t *testing.T) {
	for v, b := range messages(t, 2100) {
		for at := 0; at < len(b); at += 1 + len(b)/places() {
			for _, x := range []byte{1, 0x80, 0xff} {
				b[at] ^= x
				broken(t, v, b)
				b[at] ^= x
			}
		}
	}
}

// TestIndex checks the sizes in an index, and that other sizes are rejected.
func TestIndex(t *testing.T) {
	list := make(Grows, 2100)
	for i := range list {
		list[i] = Grown{Name: "seven b"}
	}
	b, err := list.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.LastIndex(b, []byte("seven b")) + len("seven b")
	index := b[text+3:] // after the code and the bytes of the count
	if got := index[8:][:8]; !bytes.Equal(got, []byte{0, 28, 0, 0, 0, 0, 0, 0}) {
		t.Fatalf("the text of the first chunk has % x bytes", got)
	}
	for at := range index[:48] {
		for _, x := range []byte{1, 2, 0x80, 0xff} {
			index[at] ^= x
			if err := broken(t, &list, b); err == nil {
				t.Errorf("byte %d of the index was changed, and there is no error", at)
			}
			index[at] ^= x
		}
	}
	for i, more := range []uint64{1, 1<<64 - 1} { // moves bytes from the second chunk to the first
		binary.LittleEndian.PutUint64(index[16*i:], binary.LittleEndian.Uint64(index[16*i:])+more)
	}
	if err := broken(t, &list, b); err == nil || !strings.Contains(err.Error(), "Grows[0:1024]: offset ") {
		t.Error(err)
	}
}

// TestFirst checks that the first of two errors is returned.
func TestFirst(t *testing.T) {
	for _, procs := range processors {
		with(t, procs, func() {
			list := items(5000, 0)
			list[4000].Any, list[3000].Any = 5, 7
			if _, err := list.MarshalBinary(); err == nil || !strings.HasPrefix(err.Error(), "Items[3000].Any: ") {
				t.Error(err)
			}
			list[3000].Any = Own{"bad"}
			list[4000].Any = nil
			if _, err := list.MarshalBinary(); !errors.Is(err, errBad) {
				t.Error(err)
			}
			list[3000].Any, list[3500].Any = Own{"BAD"}, Own{"PANIC"}
			b, err := list.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if err := new(Items).UnmarshalBinary(b); !errors.Is(err, errBad) || !strings.HasPrefix(err.Error(), "Items[3000].Any.(Own): offset ") {
				t.Error(err)
			}
		})
	}
}

// TestPanic checks that the caller can recover the panic of a custom method.
func TestPanic(t *testing.T) {
	list := items(5000, 0)
	list[4000].Any = Own{"PANIC"}
	b, err := list.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	list[3000].Any = Own{"panic"}
	for _, procs := range processors {
		for name, f := range map[string]func(){
			"write": func() { list.MarshalBinary() },
			"read":  func() { new(Items).UnmarshalBinary(b) },
		} {
			with(t, procs, func() {
				defer func() {
					if r := recover(); r != errBad {
						t.Errorf("%s on %d processors: %v", name, procs, r)
					}
				}()
				f()
			})
		}
	}
}

// TestLimits checks that limits apply to the whole value, not to each goroutine.
func TestLimits(t *testing.T) {
	list := items(5000, 0)
	b, err := list.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	defer func(limit int) { baleMaxMemory = limit }(baleMaxMemory)
	minMemory := map[int]int{}
	for _, procs := range processors {
		for baleMaxMemory = 64 << 10; minMemory[procs] == 0; baleMaxMemory += baleMaxMemory / 20 {
			with(t, procs, func() {
				if err := new(Items).UnmarshalBinary(b); err == nil {
					minMemory[procs] = baleMaxMemory
				} else if !strings.Contains(err.Error(), "takes more memory than is allowed") {
					t.Fatal(err)
				}
			})
		}
	}
	// Chunks that are decoded again are charged twice if their memory cannot be reused. With -safe, that is the memory of all places that may share it:
	// 1.1024 times as much was seen on 2026-11-29.
	for procs, memory := range minMemory {
		if memory < minMemory[1] || memory > minMemory[1]*12/10 {
			t.Errorf("%d processors need %d bytes, one needs %d", procs, memory, minMemory[1])
		}
	}
	baleMaxMemory = 1 << 30
	deep := &list[4500]
	for range baleMaxDepth {
		deep.Next = &Item{}
		deep = deep.Next
	}
	for _, procs := range processors {
		with(t, procs, func() {
			if _, err := list.MarshalBinary(); err == nil || !strings.Contains(err.Error(), "nested too deep") {
				t.Error(err)
			}
		})
	}
}

// TestRatio measures the speedup of the directive. It runs encoding and decoding, with and without the directive, in turns, and compares
// the minimum times.
func TestRatio(t *testing.T) {
	if *ratio == 0 {
		t.Skip("measures only with a flag, such as -ratio 10s")
	}
	for _, n := range []int{2000, 10000, 100000} {
		list := Items(nil)
		for i := range n {
			list = append(list, Item{ID: int64(i), Name: "ten letter", At: time.Unix(int64(i), 5).UTC(), Next: &Item{Name: "ten letter"}, Subs: subs(i, 10)})
		}
		plain := Plain(list)
		b, _ := list.MarshalBinary()
		c, _ := plain.MarshalBinary()
		minTime := map[string]time.Duration{}
		var buf, other []byte
		for end := time.Now().Add(*ratio); time.Now().Before(end); {
			for name, f := range map[string]func(){
				"write plain": func() { buf, _ = plain.AppendBinary(buf[:0]) },
				"write":       func() { other, _ = list.AppendBinary(other[:0]) },
				"read plain":  func() { new(Plain).UnmarshalBinary(c) },
				"read":        func() { new(Items).UnmarshalBinary(b) },
			} {
				runtime.GC()
				start := time.Now()
				f()
				if took := time.Since(start); minTime[name] == 0 || took < minTime[name] {
					minTime[name] = took
				}
			}
		}
		for _, what := range []string{"write", "read"} {
			t.Logf("%d items, %d processors: %s %.2f times as fast (%v to %v)", n, runtime.GOMAXPROCS(0), what,
				float64(minTime[what+" plain"])/float64(minTime[what]), minTime[what+" plain"], minTime[what])
		}
	}
}
