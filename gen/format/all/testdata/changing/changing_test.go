package changing

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
)

// A format holds the methods of one format.
type format struct {
	append    func(*Parent, []byte) ([]byte, error)
	marshal   func(*Parent) ([]byte, error)
	size      func(*Parent) int
	unmarshal func(*Parent, []byte) error
	deep      func(*Deep, []byte) ([]byte, error)
	deepSize  func(*Deep) int
}

var formats = map[string]format{
	"compact":       {(*Parent).AppendBinary, (*Parent).MarshalBinary, (*Parent).SizeBinary, (*Parent).UnmarshalBinary, (*Deep).AppendBinary, (*Deep).SizeBinary},
	"fixed":         {(*Parent).AppendFixed, (*Parent).MarshalFixed, (*Parent).SizeFixed, (*Parent).UnmarshalFixed, (*Deep).AppendFixed, (*Deep).SizeFixed},
	"varint":        {(*Parent).AppendVarint, (*Parent).MarshalVarint, (*Parent).SizeVarint, (*Parent).UnmarshalVarint, (*Deep).AppendVarint, (*Deep).SizeVarint},
	"xdr":           {(*Parent).AppendXDR, (*Parent).MarshalXDR, (*Parent).SizeXDR, (*Parent).UnmarshalXDR, (*Deep).AppendXDR, (*Deep).SizeXDR},
	"msgpack":       {(*Parent).AppendMsgpack, (*Parent).MarshalMsgpack, (*Parent).SizeMsgpack, (*Parent).UnmarshalMsgpack, (*Deep).AppendMsgpack, (*Deep).SizeMsgpack},
	"cbor":          {(*Parent).AppendCBOR, (*Parent).MarshalCBOR, (*Parent).SizeCBOR, (*Parent).UnmarshalCBOR, (*Deep).AppendCBOR, (*Deep).SizeCBOR},
	"proto":         {(*Parent).AppendProto, (*Parent).MarshalProto, (*Parent).SizeProto, (*Parent).UnmarshalProto, (*Deep).AppendProto, (*Deep).SizeProto},
	"sproto":        {(*Parent).AppendSproto, (*Parent).MarshalSproto, (*Parent).SizeSproto, (*Parent).UnmarshalSproto, (*Deep).AppendSproto, (*Deep).SizeSproto},
	"sproto-packed": {(*Parent).AppendSprotoPacked, (*Parent).MarshalSprotoPacked, (*Parent).SizeSprotoPacked, (*Parent).UnmarshalSprotoPacked, (*Deep).AppendSprotoPacked, (*Deep).SizeSprotoPacked},
}

func init() {
	Append = func(name string, b []byte, d *Deep) ([]byte, error) { return formats[name].deep(d, b) }
}

// filler fills memory that must not be written to.
const filler = 0xa5

// refusals has the errors of changes that a format may notice before it writes anything.
var refusals = map[string]string{"cycle": "nested too deep", "foreign": "its union is of", "null": "the union holds a nil pointer"}

// filling returns a value that a method changes while it is encoded: what is the change, and where the method's value.
func filling(what, where string) *Parent {
	p := New()
	fill := Fills(p)[what]
	switch where {
	case "lazy":
		p.Lazy.Fill = fill
	case "map":
		p.Map["a"] = Lazy{N: 1, Fill: fill}
	case "last":
		p.Last[1].Fill = fill
	}
	return p
}

// TestTogether encodes one value, and decodes one message into values of their own, in several goroutines at once.
func TestTogether(t *testing.T) {
	for name, f := range formats {
		p := New()
		want, err := f.marshal(p)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		errs := make(chan error)
		for range 4 {
			go func() {
				for range 50 {
					b, err := f.append(p, nil)
					if err == nil && len(b) != len(want) {
						err = errors.New("another length")
					}
					if err == nil {
						err = f.unmarshal(new(Parent), want)
					}
					if err != nil {
						errs <- err
						return
					}
				}
				errs <- nil
			}()
		}
		for range 4 {
			if err := <-errs; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestFilled checks a method that changes other fields while they are encoded: nothing is written after the capacity, and the
// result is a valid message or an error that describes the problem.
func TestFilled(t *testing.T) {
	for name, f := range formats {
		for what := range Fills(New()) {
			for _, room := range []int{0, 64, 200, 2000} {
				for _, where := range []string{"lazy", "map", "last"} {
					p := filling(what, where)
					arena := bytes.Repeat([]byte{filler}, 1<<16)
					b, err := f.append(p, arena[:0:room])
					for i, x := range arena[room:] {
						if x != filler {
							t.Fatalf("%s %s %s %d: byte %d after the capacity is written", name, what, where, room, i)
						}
					}
					if err != nil {
						if s := err.Error(); !strings.Contains(s, "the value changed while it was being encoded") && (refusals[what] == "" || !strings.Contains(s, refusals[what])) {
							t.Errorf("%s %s %s: %v", name, what, where, err)
						}
						continue
					}
					if err := f.unmarshal(new(Parent), b); err != nil {
						t.Errorf("%s %s %s: the message cannot be decoded: %v", name, what, where, err)
					}
				}
			}
		}
	}
}

// TestSizeFilled checks that a method that changes other fields while the size is computed does no harm. "cycle" changes a field after it
// has been counted.
func TestSizeFilled(t *testing.T) {
	for name, f := range formats {
		for what := range Fills(New()) {
			p := New()
			p.Last[1].Fill = Fills(p)[what]
			if n := f.size(p); what == "nothing" && n == 0 {
				t.Errorf("%s: the size is 0", name)
			}
		}
	}
}

// TestErrors checks that an error names the part that no longer fits.
func TestErrors(t *testing.T) {
	for name, f := range formats {
		p := New()
		p.Lazy.Fill = func() { p.Text = strings.Repeat("x", 4000) }
		if _, err := f.marshal(p); err != nil && !strings.Contains(err.Error(), "Parent") {
			t.Errorf("%s: %v", name, err)
		}
		p = New()
		p.Ptr.Next = &Row{Name: strings.Repeat("y", 3)}
		p.Last[0].Fill = func() { p.Ptr.Next.Name = strings.Repeat("y", 4000) }
		if _, err := f.marshal(p); err == nil || !strings.Contains(err.Error(), "changed while") {
			t.Errorf("%s: a string that has grown: %v", name, err)
		}
	}
}

// TestOnce checks that the method of a custom type is called once for each value, at any depth.
func TestOnce(t *testing.T) {
	for name, f := range formats {
		p, calls := New(), 0
		p.Lazy.Calls = &calls
		p.Map = map[string]Lazy{"a": {Calls: &calls}, "b": {Calls: &calls}, "c": {Calls: &calls}}
		p.Last = []Lazy{{Calls: &calls}, {Calls: &calls}}
		if _, err := f.marshal(p); err != nil || calls != 6 {
			t.Errorf("%s: %d calls to marshal: %v", name, calls, err)
		}
		calls = 0
		if f.size(p) == 0 || calls != 6 {
			t.Errorf("%s: %d calls for the size", name, calls)
		}
		calls = 0
		d := &Deep{}
		for range 20 {
			d = &Deep{N: 1, Next: Box{To: d, Format: name, Calls: &calls}}
		}
		if _, err := f.deep(d, nil); err != nil || calls > 21 {
			t.Errorf("%s: %d calls for 20 levels: %v", name, calls, err)
		}
		calls = 0
		if n := f.deepSize(d); n == 0 || calls > 21 {
			t.Errorf("%s: %d calls for the size of 20 levels", name, calls)
		}
	}
}

// TestRoom checks that a message fits into a buffer of its size, and that Marshal allocates little more memory than the message
// needs.
func TestRoom(t *testing.T) {
	for name, f := range formats {
		for k := range 200 {
			p := New()
			p.Text = strings.Repeat("t", k*k/3)
			p.Nums = make([]uint64, k)
			for i := range p.Nums {
				p.Nums[i] = 1 << (i % 64)
			}
			p.Map = nil // its order varies
			size := f.size(p)
			b := make([]byte, 3, 3+size)
			got, err := f.append(p, b)
			if err != nil || len(got) != 3+size || &got[0] != &b[0] {
				t.Fatalf("%s: %d bytes of %d, or another buffer, %v", name, len(got)-3, size, err)
			}
			m, err := f.marshal(p)
			if err != nil || !bytes.Equal(m, got[3:]) || cap(m)*4 > len(m)*5 {
				t.Fatalf("%s: capacity %d of %d, %v", name, cap(m), len(m), err)
			}
		}
	}
}

// TestNil checks that nothing is kept for nil maps and pointers, so that the values after them are right.
func TestNil(t *testing.T) {
	for name, f := range formats {
		for _, p := range []*Parent{{Last: []Lazy{{N: 5}}}, {Map: map[string]Lazy{}, Last: []Lazy{{N: 5}}}, {Lazy: Lazy{N: 3}, Map: map[string]Lazy{"a": {N: 4}}, Last: []Lazy{{N: 5}, {N: 6}}}} {
			b, err := f.marshal(p)
			if err != nil || len(b) != f.size(p) {
				t.Fatalf("%s: %d bytes, size %d, %v", name, len(b), f.size(p), err)
			}
			got := New()
			if err := f.unmarshal(got, b); err != nil || got.Lazy.N != p.Lazy.N || got.Map["a"].N != p.Map["a"].N || len(got.Last) != len(p.Last) || got.Last[0].N != 5 {
				t.Errorf("%s: got %+v, %v", name, got, err)
			}
		}
	}
}

// TestConcurrent checks that changes by another goroutine give other messages or errors, but no writes outside the buffer.
func TestConcurrent(t *testing.T) {
	p := New()
	p.Map, p.Last, p.Lazy = nil, nil, Lazy{}
	long := &Row{Name: strings.Repeat("n", 3000), X: 1 << 62, Y: 1 << 62}
	cycle := &Row{Name: "cycle"}
	cycle.Next = cycle
	rows := []*Row{nil, {Name: "short"}, long, {Name: "two", Next: long}, cycle}
	// A string that is read while it is stored may combine one string's address with another's length. It stays within text.
	text := strings.Repeat("t", 1<<16)
	texts := []string{text[:0], text[:3], text[100:4000], text[7:100], text[:17]}
	numbers := []*uint32{new(uint32), new(uint32), nil, new(uint32)}
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := uint64(0); ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			p.Ptr = rows[i%uint64(len(rows))]
			p.Tail[i%3] = i << (i % 57)
			p.Rows[0].Next = rows[(i/3)%4]
			p.Rows[0].X, p.Rows[0].Z, p.Rows[0].Q = i<<(i%57), -int64(i<<(i%49)), numbers[i%4]
			*numbers[0] = uint32(i << (i % 30))
			p.Text, p.List[1], p.Rows[0].Name = texts[i%5], texts[(i/2)%5], texts[(i/3)%5]
			p.Nums[i%2] = i << (i % 60)
		}
	}()
	end := time.Now().Add(duration)
	arena := make([]byte, 1<<13)
	for time.Now().Before(end) {
		for name, f := range formats {
			for i := range arena {
				arena[i] = filler
			}
			b, err := f.append(p, arena[:0:300])
			for i, x := range arena[300:] {
				if x != filler {
					t.Fatalf("%s: byte %d after the capacity is written", name, i)
				}
			}
			if err == nil {
				if err := f.unmarshal(new(Parent), b); err != nil {
					t.Fatalf("%s: the message does not decode: %v\n%x", name, err, b)
				}
			} else if s := err.Error(); !strings.Contains(s, "changed while") && !strings.Contains(s, "deep") {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	close(stop)
	<-done
}

const duration = time.Second

// TestRefused checks that the panic of a method reaches the caller unchanged.
func TestRefused(t *testing.T) {
	wrong := errors.New("wrong")
	for name, f := range formats {
		p := New()
		p.Lazy.Fill = func() { panic(wrong) }
		func() {
			defer func() {
				if r := recover(); r != wrong {
					t.Errorf("%s: %v", name, r)
				}
			}()
			b, err := f.marshal(p)
			t.Errorf("%s: %x, %v", name, b, err)
		}()
	}
}
