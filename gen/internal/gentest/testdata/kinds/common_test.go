package kinds

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"example.org/kinds/internal/bale/core"
)

// A wire calls the methods of any type for one format.
type wire struct {
	name, suffix string
}

func (w wire) marshal(v any) ([]byte, error) {
	return reflect.ValueOf(v).MethodByName("Marshal" + w.suffix).Interface().(func() ([]byte, error))()
}

func (w wire) unmarshal(v any, b []byte) error {
	return reflect.ValueOf(v).MethodByName("Unmarshal" + w.suffix).Interface().(func([]byte) error)(b)
}

func (w wire) alias(v any, b []byte) error {
	return reflect.ValueOf(v).MethodByName("Unmarshal" + w.suffix + "Alias").Interface().(func([]byte) error)(b)
}

func (w wire) size(v any) int {
	return reflect.ValueOf(v).MethodByName("Size" + w.suffix).Interface().(func() int)()
}

// each runs a test for each format.
func each(t *testing.T, test func(t *testing.T, w wire)) {
	for _, w := range wires {
		t.Run(w.name, func(t *testing.T) { test(t, w) })
	}
}

// refuses reports whether the format cannot encode a value with a nil pointer in a list.
func (w wire) refuses(err error) bool {
	return w.name == "proto" && err != nil && strings.Contains(err.Error(), "is nil")
}

// fresh returns a pointer to a new value of the type that v points to.
func fresh(v any) any { return reflect.New(reflect.TypeOf(v).Elem()).Interface() }

// TestBytes checks that values with a deterministic encoding have the same bytes after a round trip. It writes the bytes to a file,
// which is compared with a golden.
func TestBytes(t *testing.T) {
	each(t, func(t *testing.T, w wire) {
		text := ""
		for _, v := range append(vectors(), others()...) {
			b, err := w.marshal(v)
			if w.refuses(err) {
				text += fmt.Sprintf("%T: %v\n", v, err)
				continue
			}
			if err != nil || len(b) != w.size(v) {
				t.Fatalf("%T: size is %d of %d: %v", v, w.size(v), len(b), err)
			}
			text += fmt.Sprintf("%T %x\n", v, b)
			got := fresh(v)
			if err := w.unmarshal(got, b); err != nil {
				t.Fatalf("%T: %v", v, err)
			}
			if again, err := w.marshal(got); err != nil || !bytes.Equal(again, b) {
				t.Errorf("%T came back as %+v: %v", v, got, err)
			}
		}
		write(t, w.name+".bytes", text)
	})
}

// TestLengths checks the sizes of texts, bytes, lists and maps, and that they survive a round trip, at both sides of each length from which on a format
// has another form.
func TestLengths(t *testing.T) {
	each(t, func(t *testing.T, w wire) {
		for _, k := range []int{0, 1, 15, 16, 22, 23, 24, 31, 32, 63, 64, 127, 128, 255, 256, 65535, 65536} {
			text, counts := strings.Repeat("t", k), map[string]uint32{}
			for i := range min(k, 256) { // 65,536 take 0.1 s
				counts[fmt.Sprint(i)] = uint32(i)
			}
			for v, same := range map[any]func(got any) bool{
				&Scalars{S: text, By: []byte(text), N: Name(text)}: func(got any) bool {
					v := got.(*Scalars)
					return v.S == text && string(v.By) == text && string(v.N) == text
				},
				&Text{A: text, B: "b", C: text}: func(got any) bool { return *got.(*Text) == Text{text, "b", text} },
				&Lists{Ints: make([]int64, k), Names: make([]Name, k), Bools: make([]bool, k), Points: make([]Point, k)}: func(got any) bool {
					v := got.(*Lists)
					return len(v.Ints) == k && len(v.Names) == k && len(v.Bools) == k && len(v.Points) == k
				},
				&Maps{Counts: counts}: func(got any) bool { return maps.Equal(got.(*Maps).Counts, counts) },
			} {
				b, err := w.marshal(v)
				if err != nil || len(b) != w.size(v) {
					t.Fatalf("%T of length %d: the size is %d of %d: %v", v, k, w.size(v), len(b), err)
				}
				got := fresh(v)
				if err := w.unmarshal(got, b); err != nil {
					t.Fatalf("%T of length %d: %v", v, k, err)
				}
				if !same(got) {
					t.Errorf("%T of length %d came back different", v, k)
				}
			}
		}
	})
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// maxErrors is the number of errors of each value that are written to the file.
const maxErrors = 6

// TestErrors checks that an error names the type, the path in the value and the offset in the message. A truncated message is an
// unexpected EOF, and trailing bytes are an error. Some errors are written to a file, which is compared with a golden.
func TestErrors(t *testing.T) {
	shape := regexp.MustCompile(`^(\w+)([.\[][\w.\[\] ]+)?: offset (\d+): .+$`)
	each(t, func(t *testing.T, w wire) {
		text := ""
		for _, v := range append(vectors(), others()...) {
			b, err := w.marshal(v)
			if w.refuses(err) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			name := reflect.TypeOf(v).Elem().Name()
			seen := func(what string, err error) {
				t.Helper()
				if m := shape.FindStringSubmatch(err.Error()); m == nil || m[1] != name {
					t.Errorf("%s, %s: %v", name, what, err)
				}
				text += fmt.Sprintf("%s, %s: %v\n", name, what, err)
			}
			more := fmt.Sprintf("%s: offset %d: bytes left over after the message", name, len(b))
			if err := w.unmarshal(fresh(v), append(b[:len(b):len(b)], 1)); err == nil || err.Error() != more && !w.unterminated(v) {
				t.Errorf("%s with a trailing byte: %v", name, err)
			}
			step := len(b)/maxErrors + 1
			for n := range b {
				err := w.unmarshal(fresh(v), b[:n:n])
				if w.unterminated(v) && err == nil {
					continue
				}
				if !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%d of %d bytes of %s: %v", n, len(b), name, err)
				} else if n%step == 0 {
					seen(fmt.Sprintf("%d of %d bytes", n, len(b)), err)
				}
			}
			faults := 0
			for n, old := range b {
				b[n] = 0xff
				if err := w.unmarshal(fresh(v), b); err != nil && faults < maxErrors {
					faults++
					seen(fmt.Sprintf("byte %d is ff", n), err)
				}
				b[n] = old
			}
		}
		write(t, w.name+".errors", text)
	})
}

// unterminated reports whether a message of v may end before its last field.
func (w wire) unterminated(v any) bool {
	if w.name == "proto" {
		return true
	}
	_, tail := v.(*Tail)
	_, nested := v.(*Nested)
	return w.name == "fixed" && (tail || nested)
}

// TestDuplicates checks that a duplicate map key is an error.
func TestDuplicates(t *testing.T) {
	each(t, func(t *testing.T, w wire) {
		b, err := w.marshal(&Maps{Counts: map[string]uint32{"first key": 1, "other key": 2}})
		if err != nil {
			t.Fatal(err)
		}
		if w.name == "proto" {
			t.Skip("the last of equal keys counts")
		}
		if !bytes.Contains(b, []byte("other key")) {
			t.Skip("the message is packed")
		}
		b = bytes.Replace(b, []byte("other key"), []byte("first key"), 1)
		err = w.unmarshal(new(Maps), b)
		if err == nil || !strings.HasPrefix(err.Error(), "Maps.Counts") || !strings.HasSuffix(err.Error(), "duplicate map key") {
			t.Errorf("a duplicate key: %v", err)
		}
	})
}

// wide reports whether numbers are encoded with the width of their type.
func (w wire) wide() bool { return w.name == "fixed" || w.name == "xdr" }

// TestNarrow checks that a number that does not fit its type is an error.
func TestNarrow(t *testing.T) {
	each(t, func(t *testing.T, w wire) {
		if w.name == "proto" {
			t.Skip("numbers of 32 bits take the low bits of longer ones")
		}
		marshal := func(v Wide) []byte {
			b, err := w.marshal(&v)
			if err != nil {
				t.Fatal(err)
			}
			if w.name == "compact" { // the stamp of the other type
				narrow, err := w.marshal(new(Narrow))
				if err != nil {
					t.Fatal(err)
				}
				copy(b[:4], narrow)
			}
			return b
		}
		for path, v := range map[string]Wide{
			"I": {I: math.MaxInt32 + 1}, "J": {J: math.MinInt32 - 1}, "U": {U: math.MaxUint32 + 1}, "V": {V: math.MaxUint64},
		} {
			b := marshal(v)
			want := "number out of range"
			if w.wide() {
				want = "bytes left over after the message"
			}
			if err := w.unmarshal(new(Narrow), b); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s of %+v: %v", path, v, err)
			}
		}
		b := marshal(Wide{math.MaxInt32, math.MinInt32, math.MaxUint32, 0})
		if err := w.unmarshal(new(Narrow), b); err != nil && !w.wide() {
			t.Error(err)
		}
	})
}

// TestDepth checks that values nested too deep are refused in encoding and in decoding, and that encoding a value that contains
// itself ends.
func TestDepth(t *testing.T) {
	deep := func(n int) *Tree {
		v := &Tree{}
		for range n - 1 {
			v = &Tree{Left: v}
		}
		return v
	}
	ring := &Tree{}
	ring.Children = []*Tree{ring, ring}
	forest := Forest{nil}
	forest[0] = forest
	each(t, func(t *testing.T, w wire) {
		b, err := w.marshal(deep(500))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.unmarshal(new(Tree), b); err != nil {
			t.Error(err)
		}
		core.MaxDepth = 100
		if err := w.unmarshal(new(Tree), b); err == nil || !strings.HasSuffix(err.Error(), "nested too deep") {
			t.Errorf("500 nested values with a limit of 100: %v", err)
		}
		core.MaxDepth = 1000
		for _, v := range []*Tree{ring, {Forest: forest}, deep(1001)} {
			if _, err := w.marshal(v); err == nil {
				t.Error("more than 1000 nested values are encoded")
			}
			w.size(v) // must end
		}
	})
}

// TestRules checks that interned strings share memory, that strings with the directive own are not part of the message, and that
// values longer than their limit are refused.
func TestRules(t *testing.T) {
	each(t, func(t *testing.T, w wire) {
		v := Ruled{Intern: []string{"same", "same", "other"}, Own: []string{"mine"}, Bytes: []byte("bytes")}
		b, _ := w.marshal(&v)
		var got Ruled
		if err := w.alias(&got, b); err != nil {
			t.Fatal(err)
		}
		clear(b)
		if unsafe.StringData(got.Intern[0]) != unsafe.StringData(got.Intern[1]) {
			t.Error("equal interned strings do not share memory")
		}
		if !reflect.DeepEqual(got.Intern, v.Intern) || got.Own[0] != "mine" || string(got.Bytes) != "bytes" {
			t.Errorf("%+v changes with the message", got)
		}
		v = Ruled{Bytes: make([]byte, 1000), Octets: []*uint8{new(uint8), nil}}
		b, _ = w.marshal(&v)
		if err := w.alias(&got, b); err != nil || len(got.Bytes) != 1000 || len(got.Octets) != 2 {
			t.Errorf("1000 bytes with memory of their own and a slab of bytes: %v", err)
		}
		for _, long := range []Ruled{{Max: "longer"}, {List: make([]uint16, 3)}, {Map: map[string]uint16{"a": 1, "b": 2, "c": 3}}} {
			if _, err := w.marshal(&long); err == nil || !strings.Contains(err.Error(), ": longer than the type allows: ") {
				t.Errorf("%+v is encoded: %v", long, err)
			}
		}
	})
}
