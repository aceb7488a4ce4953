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

var ratio = flag.Duration("ratio", 0, "TestRatio: for how long to measure")

// with runs f on so many processors, and finds that no goroutine is left.
func with(t testing.TB, processors int, f func()) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	before := runtime.NumGoroutine()
	f()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); runtime.Gosched() { // one that has said that it is done is about to end
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
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

// cases are values, and what may be read into.
func cases(n int) map[string][2]message {
	list := items(n, 2)
	grows := make(Grows, n)
	for i := range grows {
		grows[i] = Grown{Name: fmt.Sprint(i), Subs: subs(i, i%3)}
	}
	return map[string][2]message{
		"items": {&list, new(Items)},
		"box":   {box(n), new(Box)},
		"grows": {&grows, new(Grows)},
		"twice": {&Twice{grows, grows}, new(Twice)},
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
					if name != "box" && name != "items" && !bytes.Equal(b, first) { // the others have maps
						t.Errorf("%s of %d: other bytes on %d processors", name, n, procs)
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
							t.Fatalf("%s of %d on %d processors comes back as another value", name, n, procs)
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

// TestShort: what has no index is what it would be without the directive.
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
		t.Errorf("%d bytes, %d without: %v", len(b), len(c), err)
	}
}

func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// broken decodes bytes that may be invalid: it is the same on any number of processors.
func broken(t *testing.T, v message, b []byte) error {
	t.Helper()
	var errs []error
	for _, procs := range []int{1, 8} {
		with(t, procs, func() {
			before := allocated()
			errs = append(errs, fresh(v).UnmarshalBinary(b))
			if took := allocated() - before; took > 4<<20+256*uint64(len(b)) {
				t.Fatalf("%d bytes took %d", len(b), took)
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

// TestIndex: the sizes in an index are those that there are.
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
	index := b[text+3:] // behind the count, and its code
	if got := index[8:][:8]; !bytes.Equal(got, []byte{0, 28, 0, 0, 0, 0, 0, 0}) {
		t.Fatalf("the text of the first chunk has % x bytes", got)
	}
	for at := range index[:48] {
		for _, x := range []byte{1, 2, 0x80, 0xff} {
			index[at] ^= x
			if err := broken(t, &list, b); err == nil {
				t.Errorf("byte %d of the index may be another", at)
			}
			index[at] ^= x
		}
	}
	for i, more := range []uint64{1, 1<<64 - 1} { // from the second chunk to the first
		binary.LittleEndian.PutUint64(index[16*i:], binary.LittleEndian.Uint64(index[16*i:])+more)
	}
	if err := broken(t, &list, b); err == nil || !strings.Contains(err.Error(), "Grows[0:1024]: offset ") {
		t.Error(err)
	}
}

// TestFirst: the first of two errors is told.
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

// TestPanic: a method that panics does so where the caller can see it.
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

// TestLimits: the limits are those of the whole value.
func TestLimits(t *testing.T) {
	list := items(5000, 0)
	b, err := list.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	defer func(most int) { baleMaxMemory = most }(baleMaxMemory)
	least := map[int]int{}
	for _, procs := range processors {
		for baleMaxMemory = 64 << 10; least[procs] == 0; baleMaxMemory += baleMaxMemory / 20 {
			with(t, procs, func() {
				if err := new(Items).UnmarshalBinary(b); err == nil {
					least[procs] = baleMaxMemory
				} else if !strings.Contains(err.Error(), "takes more memory than is allowed") {
					t.Fatal(err)
				}
			})
		}
	}
	for procs, most := range least { // what is read again is counted twice where it cannot be used again
		if most < least[1] || most > least[1]*11/10 {
			t.Errorf("on %d processors %d bytes are enough, on one %d", procs, most, least[1])
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

// TestRatio measures what the directive buys: each way at once and in turns, and the least of each.
func TestRatio(t *testing.T) {
	if *ratio == 0 {
		t.Skip("with -ratio 10s it measures")
	}
	for _, n := range []int{2000, 10000, 100000} {
		list := Items(nil)
		for i := range n {
			list = append(list, Item{ID: int64(i), Name: "ten letter", At: time.Unix(int64(i), 5).UTC(), Next: &Item{Name: "ten letter"}, Subs: subs(i, 10)})
		}
		plain := Plain(list)
		b, _ := list.MarshalBinary()
		c, _ := plain.MarshalBinary()
		least := map[string]time.Duration{}
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
				if took := time.Since(start); least[name] == 0 || took < least[name] {
					least[name] = took
				}
			}
		}
		for _, what := range []string{"write", "read"} {
			t.Logf("%d items, %d processors: %s %.2f times as fast (%v to %v)", n, runtime.GOMAXPROCS(0), what,
				float64(least[what+" plain"])/float64(least[what]), least[what+" plain"], least[what])
		}
	}
}
