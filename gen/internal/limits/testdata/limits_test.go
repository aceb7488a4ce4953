package limits

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/bits"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"example.org/limits/internal/bale/core"
)

// call calls a method of v by name, in which %s stands for the format's suffix. It skips the test if the format does not
// support the type.
func call(t *testing.T, v any, method string, b []byte) ([]byte, error) {
	t.Helper()
	m := reflect.ValueOf(v).MethodByName(fmt.Sprintf(method, suffix))
	if !m.IsValid() {
		t.Skipf("%s does not support a %T", format, v)
	}
	switch f := m.Interface().(type) {
	case func() ([]byte, error):
		return f()
	case func([]byte) error:
		return nil, f(b)
	}
	panic(method)
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	b, err := call(t, v, "Marshal%s", nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t *testing.T, v any, b []byte) {
	t.Helper()
	if _, err := call(t, v, "Unmarshal%s", b); err != nil {
		t.Fatal(err)
	}
}

// same compares the encodings of two values, so that differences that the format does not preserve do not count.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if a, b := marshal(t, got), marshal(t, want); !bytes.Equal(a, b) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

// TestCustom checks that a custom method that appends to its argument does not change the message.
func TestCustom(t *testing.T) {
	v := &Tails{First: Tail{"first"}, Names: []string{"one", "two"}, List: []Tail{{"a"}, {"b"}, {"c"}}, Data: []byte("data"), Items: []Leaf{{1, 2}}}
	b := marshal(t, v)
	old := bytes.Clone(b)
	got := new(Tails)
	read(t, got, b)
	if !bytes.Equal(b, old) {
		t.Errorf("the message was %x and is %x", old, b)
	}
	if !reflect.DeepEqual(got, v) && !reflect.DeepEqual(marshal(t, got), b) {
		t.Errorf("got %+v", got)
	}
}

// TestShared checks that elements of a used value that share memory no longer do after decoding.
func TestShared(t *testing.T) {
	value := func(n, from int) *Shared {
		v := &Shared{}
		for i := from; i < from+n; i++ {
			x := int32(i)
			v.Pointers = append(v.Pointers, &Leaf{x, -x})
			v.Items = append(v.Items, Item{ID: x, Tags: []string{fmt.Sprint(i), "tag"}, Sizes: []int32{x, x + 1}, Leaf: &Leaf{x, x},
				Count: map[string]int32{fmt.Sprint(i): x}, Two: [2]Numbers{{[]int32{x}}, {[]int32{-x, x}}}})
			v.Lists = append(v.Lists, Numbers{[]int32{x, x, x}})
			v.Data = append(v.Data, []byte(fmt.Sprint("data ", i)))
		}
		return v
	}
	want := value(12, 1)
	b := marshal(t, want)
	for _, c := range []struct {
		name string
		use  func(v *Shared)
	}{
		{"as it was", func(v *Shared) {}},
		{"filtered in place", func(v *Shared) {
			p, i, l, d := v.Pointers[:0], v.Items[:0], v.Lists[:0], v.Data[:0]
			for k := 0; k < 12; k += 3 {
				p, i, l, d = append(p, v.Pointers[k]), append(i, v.Items[k]), append(l, v.Lists[k]), append(d, v.Data[k])
			}
			v.Pointers, v.Items, v.Lists, v.Data = p, i, l, d
		}},
		{"the same at each place", func(v *Shared) {
			for k := range 12 {
				v.Pointers[k], v.Items[k], v.Lists[k], v.Data[k] = v.Pointers[5], v.Items[5], v.Lists[5], v.Data[5]
			}
		}},
		{"in the other order", func(v *Shared) {
			for k := range 6 {
				v.Pointers[k], v.Pointers[11-k] = v.Pointers[11-k], v.Pointers[k]
				v.Items[k], v.Items[11-k] = v.Items[11-k], v.Items[k]
				v.Lists[k], v.Lists[11-k] = v.Lists[11-k], v.Lists[k]
				v.Data[k], v.Data[11-k] = v.Data[11-k], v.Data[k]
			}
			v.Pointers[7], v.Items[7], v.Lists[7], v.Data[7] = v.Pointers[2], v.Items[2], v.Lists[2], v.Data[2]
		}},
		{"parts of one slice", func(v *Shared) {
			sizes, lists, text := make([]int32, 40), make([]int32, 40), make([]byte, 40)
			for k := range 12 {
				v.Items[k].Sizes, v.Lists[k].List, v.Data[k] = sizes[k:k+8], lists[k+1:k+9], text[k:k+8]
			}
		}},
	} {
		used := value(12, 100)
		read(t, used, b)
		c.use(used)
		read(t, used, b)
		same(t, c.name, used, want)
		for range 3 { // memory is reused after nothing is shared any more
			read(t, used, b)
		}
		same(t, c.name+", and again", used, want)
		if purego {
			continue
		}
		if n := testing.AllocsPerRun(10, func() { read(t, used, b) }); n > 60 { // reflection, strings and maps
			t.Errorf("%s: %v allocations for a value with enough memory", c.name, n)
		}
	}
}

// TestSharedArrays checks the same of the elements of arrays.
func TestSharedArrays(t *testing.T) {
	value := func(x int32) *Arrays {
		v := &Arrays{}
		for i := range v.Pointers {
			x += 10
			v.Pointers[i], v.Bytes[i], v.Maps[i] = &Leaf{x, -x}, []byte{byte(x), 5}, map[string]int32{"x": x}
			v.Items[i] = Numbers{[]int32{x, x + 1}}
			v.Nested[i] = [2]*Leaf{{x, 1}, {x, 2}}
			v.Unions[i] = &Leaf{x, 3}
		}
		v.Map = map[string][2]*Leaf{"m": {{x, 4}, {x, 5}}}
		v.Pointer = &[2][]byte{{byte(x)}, {1, byte(x)}}
		for i := range v.Long {
			v.Long[i] = &Leaf{x, int32(i)}
		}
		return v
	}
	shift := func(v *Arrays) {
		copy(v.Pointers[1:], v.Pointers[:])
		copy(v.Bytes[1:], v.Bytes[:])
		copy(v.Maps[1:], v.Maps[:])
		copy(v.Items[1:], v.Items[:])
		copy(v.Unions[1:], v.Unions[:])
		v.Nested[0][1], v.Nested[2] = v.Nested[0][0], v.Nested[1]
		v.Pointer[0] = v.Pointer[1]
		copy(v.Long[:], v.Long[1:])
	}
	want := value(1)
	b := marshal(t, want)
	used := value(100)
	for range 2 {
		shift(used)
		read(t, used, b)
		same(t, "arrays", used, want)
	}
}

// TestUsedAlias checks that decoding does not write to memory of a used value that is part of the message.
func TestUsedAlias(t *testing.T) {
	value := func(fill byte, n int) *Binary {
		v := &Binary{Data: bytes.Repeat([]byte{fill}, n), More: bytes.Repeat([]byte{fill + 1}, n/2), Text: strings.Repeat("t", n)}
		for i := range n {
			v.Lists = append(v.Lists, Numbers{[]int32{int32(i), 5}})
		}
		return v
	}
	for _, n := range []int{4, 40, 400} {
		first, second := value(7, n), value(3, n-2)
		buf := marshal(t, first)
		var used Binary
		if _, err := call(t, &used, "Unmarshal%sAlias", buf); err != nil {
			t.Fatal(err)
		}
		b := marshal(t, second)
		if len(b) > len(buf) {
			t.Fatalf("%d bytes do not fit into %d", len(b), len(buf))
		}
		copy(buf, b)
		read(t, &used, buf[:len(b)])
		same(t, "read without alias", &used, second)
		clear(buf)
		same(t, "after the message has changed", &used, second)
		if !bytes.Equal(used.Data, second.Data) || used.Text != second.Text {
			t.Errorf("got %+v", used)
		}
	}
}

// TestWithinItself checks that a message may be part of the value into which it is decoded.
func TestWithinItself(t *testing.T) {
	want := &Binary{Data: bytes.Repeat([]byte("0123456789"), 5), More: []byte("more"), Text: "text", Lists: []Numbers{{[]int32{1, 2, 300}}}}
	for _, method := range []string{"Unmarshal%s", "Unmarshal%sAlias"} {
		b := marshal(t, want)
		old := bytes.Clone(b)
		v := &Binary{Data: b, More: b[len(b)/2:]}
		if _, err := call(t, v, method, b); err != nil {
			t.Fatal(err)
		}
		same(t, method, v, want)
		if !bytes.Equal(b, old) {
			t.Errorf("%s: the message was %x and is %x", method, old, b)
		}
	}
}

// TestEmptyAlias checks that a slice that referred to the message, and is empty in the next message, has no capacity in it.
func TestEmptyAlias(t *testing.T) {
	for _, method := range []string{"Unmarshal%s", "Unmarshal%sAlias"} {
		buf := marshal(t, &Binary{More: []byte("text"), Data: []byte("data")})
		var used Binary
		if _, err := call(t, &used, "Unmarshal%sAlias", buf); err != nil {
			t.Fatal(err)
		}
		b := marshal(t, &Binary{Text: "t"})
		copy(buf, b)
		if _, err := call(t, &used, method, buf[:len(b)]); err != nil {
			t.Fatal(err)
		}
		_, _ = append(used.Data, "dddd"...), append(used.More, "mmmm"...)
		if !bytes.Equal(buf[:len(b)], b) {
			t.Errorf("%s: appending to an empty slice changed the message from %x to %x", method, b, buf[:len(b)])
		}
	}
}

// TestSpare checks that decoded lists share no memory with each other or with strings, even if they took it from memory for
// strings.
func TestSpare(t *testing.T) {
	value := func(n int) *Spare {
		v := &Spare{Name: strings.Repeat("n", 2*n), Text: "text", Last: strings.Repeat("l", n%5)}
		for i := range n {
			x := int32(i * i)
			v.Small, v.Codes, v.Wide = append(v.Small, int8(i)), append(v.Codes, -x), append(v.Wide, float64(i)/3)
			v.Flags, v.Items, v.Pairs = append(v.Flags, i%3 == 0), append(v.Items, Leaf{x, -x}), append(v.Pairs, [2]uint16{uint16(i), 7})
			v.Data = append(v.Data, byte(i))
		}
		return v
	}
	for n := range 70 {
		want := value(n)
		b := marshal(t, want)
		for field := range reflect.TypeFor[Spare]().NumField() {
			got := new(Spare)
			read(t, got, b)
			same(t, "read", got, want)
			list := reflect.ValueOf(got).Elem().Field(field)
			if list.Kind() != reflect.Slice {
				continue
			}
			for _, part := range []reflect.Value{list, reflect.AppendSlice(list, list)} {
				clear(unsafe.Slice((*byte)(part.UnsafePointer()), part.Cap()*int(part.Type().Elem().Size())))
			}
			list.Set(reflect.ValueOf(want).Elem().Field(field))
			same(t, fmt.Sprintf("%d elements, after field %d is cleared up to its capacity", n, field), got, want)
		}
	}
}

// TestChanging checks that a message that changes while it is decoded gives an error or another value, but no panic and no more
// memory.
func TestChanging(t *testing.T) {
	v := &Tails{First: Tail{"change"}, Names: []string{"one", "two"}, List: []Tail{{"a"}, {"change"}, {"b"}, {"c"}}, Data: []byte("data"), Items: []Leaf{{1, 2}, {3, 4}},
		Tree: []Tree{{[]Tree{{}, {}}}, {}}}
	message := marshal(t, v)
	for i := range 2 * len(message) {
		if i == len(message) { // now the element of the list changes the message
			v.First.text = "first"
			message = marshal(t, v)
		}
		from := i % len(message)
		b := bytes.Clone(message)
		changed = b[from:]
		before := allocated()
		call(t, new(Tails), "Unmarshal%s", b)
		if took := allocated() - before; took > 1<<20 {
			t.Errorf("%d bytes take %d of memory", len(b), took)
		}
	}
	changed = nil
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// samples returns values of the types that attack, with few elements in each list.
func samples() []any {
	deep := []Tree(nil)
	node := []Node(nil)
	list := any("x")
	for range 40 {
		deep = []Tree{{deep}}
		node = []Node{{"n", []Attr{{"k", "v"}}, node}}
		list = []any{list, true}
	}
	five := &Five{[]Four{{[]Three{{[]Two{{[]One{{[]int32{1}}}}}}}}}}
	return []any{
		&Tree{deep}, &Node{Kids: node}, &JSON{list}, five, &Rows{make([]Row, 1)}, &Blocks{make([]Block, 1)}, &Links{[]*Block{{}}},
		&Maps{[]Counts{{map[int32]int32{1: 1}}, {map[int32]int32{2: 1}}}}, &Skips{make([]Skip, 2)}, &Nothings{[]Nothing{{make([]struct{}, 2)}}},
	}
}

// longValues are functions that return values whose messages have about n bytes, with as many elements as possible: of the types of samples.
var longValues = []func(n int) any{
	func(n int) any { return &Tree{make([]Tree, n)} },
	func(n int) any { return &Node{Kids: make([]Node, n/4)} },
	func(n int) any {
		list := make([]any, n/3)
		for i := range list {
			list[i] = []any{}
		}
		return &JSON{list}
	},
	func(n int) any { return &Five{make([]Four, n)} },
	func(n int) any { return &Rows{make([]Row, n/70+1)} },
	func(n int) any { return &Blocks{make([]Block, n/1100+1)} },
	func(n int) any {
		links := make([]*Block, n/1200+1)
		for i := range links {
			links[i] = new(Block)
		}
		return &Links{links}
	},
	func(n int) any {
		maps := &Maps{}
		for range n / 8 {
			maps.List = append(maps.List, Counts{map[int32]int32{0: 0}})
		}
		return maps
	},
	func(n int) any { return &Skips{make([]Skip, min(n, 50000))} },
	func(n int) any { return &Nothings{[]Nothing{{make([]struct{}, n)}}} },
}

// encodedCounts returns the encodings of a number in all formats.
func encodedCounts(x uint64) [][]byte {
	list := [][]byte{binary.AppendUvarint(nil, x), binary.LittleEndian.AppendUint32(nil, uint32(x)), binary.BigEndian.AppendUint32(nil, uint32(x)), nil}
	list[3] = append(list[3], 0xdd)
	list[3] = binary.BigEndian.AppendUint32(list[3], uint32(x))
	size := (bits.Len64(x|1) + 7) / 8 // compact: a code, and size bytes
	for _, high := range []byte{0, 0x10, 0x90, 0xa0, 0xb0} {
		form := append([]byte{byte(size+7) | high}, binary.LittleEndian.AppendUint64(nil, x)[:size]...)
		list = append(list, form, append(form, form[1:]...))
	}
	return list
}

// shortAttack returns the memory that all messages of a short attack may take. The first ones at the limit of 64 MiB show that it holds: all
// that attack tries took 14 s for some types.
func shortAttack() uint64 {
	if slow() {
		return 2 << 30
	}
	return 1 << 27
}

// slow reports whether tests do what takes long. It reads the environment at each call, so that go test knows that the result depends on it.
func slow() bool { return os.Getenv("BALE_TEST") == "slow" }

// attack changes a message so that decoding takes more memory: it replaces each byte in turn by a count, and keeps the change
// if that takes more. It returns the maximum.
func attack(t *testing.T, typ reflect.Type, b []byte, n int) uint64 {
	all, most := uint64(0), shortAttack()
	read := func(b []byte) uint64 {
		v := reflect.New(typ).Interface()
		before := allocated()
		call(t, v, "Unmarshal%s", b)
		took := allocated() - before
		all += took
		return took
	}
	b = append(bytes.Clone(b), make([]byte, max(0, n-len(b)))...)
	maxTook := read(b)
	for at := 0; at < min(40, len(b)-16); at++ {
		for _, part := range []int{1, 70} {
			for _, form := range encodedCounts(uint64((len(b) - at) / part)) {
				changed := append(append(bytes.Clone(b[:at]), form...), b[at+len(form):]...)
				inserted := append(append(bytes.Clone(b[:at]), form...), b[at+1:len(b)-len(form)+1]...)
				for _, x := range [][]byte{changed, inserted} {
					if took := read(x); took > maxTook {
						maxTook, b = took, x
					}
					if testing.Short() && all > most {
						return maxTook
					}
				}
			}
		}
	}
	return maxTook
}

// TestMemory checks that no message takes more than 64 MiB plus 64 bytes for each of its bytes, and that lists with false
// lengths take no more memory than valid lists.
func TestMemory(t *testing.T) {
	for i, v := range samples() {
		typ := reflect.TypeOf(v).Elem()
		t.Run(typ.Name(), func(t *testing.T) {
			small := marshal(t, v)
			for _, n := range []int{1 << 10, 64 << 10, 1 << 20} {
				took := uint64(0)
				// Skips and Nothings are left out: elements without bytes make each attempt take the time of 64 MiB.
				if kind := typ.Name(); n < 1<<20 && (n == 1<<10 || !testing.Short()) && kind != "Skips" && kind != "Nothings" {
					took = attack(t, typ, small, n)
				}
				b := marshal(t, longValues[i](n))
				before := allocated()
				_, err := call(t, reflect.New(typ).Interface(), "Unmarshal%s", b)
				valid := allocated() - before
				if err != nil && !strings.Contains(err.Error(), "raise MaxMemory of package internal/bale/core") {
					t.Fatal(err)
				}
				for _, x := range []struct {
					length int
					took   uint64
				}{{n, took}, {len(b), valid}} {
					if limit := uint64(64<<20+64*x.length) * 5 / 4; x.took > limit {
						t.Errorf("%d bytes take %d of memory", x.length, x.took)
					}
				}
				t.Logf("%s %s: %d bytes: attack %d for each byte; valid %d of %d bytes: %v", format, typ.Name(), n, took/uint64(n), valid/uint64(len(b)), len(b), err)
				switch typ.Name() {
				case "Tree", "Node", "JSON", "Five":
					if took > 300*uint64(n) {
						t.Errorf("%d bytes take %d of memory", n, took)
					}
				}
			}
		})
	}
}

// TestLimit checks that a package can set the limit, and that the error names it.
func TestLimit(t *testing.T) {
	defer func() { core.MaxMemory = 0 }()
	b := marshal(t, &Blocks{make([]Block, 100)})
	core.MaxMemory = 100 * 8192
	read(t, new(Blocks), b)
	core.MaxMemory--
	if _, err := call(t, new(Blocks), "Unmarshal%s", b); err == nil || !strings.HasPrefix(err.Error(), "Blocks.List") || !strings.HasSuffix(err.Error(), ": takes more memory than is allowed: raise MaxMemory of package internal/bale/core") {
		t.Error(err)
	}
}

// TestZeroSize checks that elements without bytes are counted for the whole message.
func TestZeroSize(t *testing.T) {
	v := &Nothings{}
	for range 1000 {
		v.Lists = append(v.Lists, Nothing{make([]struct{}, 1000)})
	}
	b := marshal(t, v)
	read(t, new(Nothings), b)
	v.Lists = append(v.Lists, v.Lists[:100]...)
	b, err := call(t, v, "Marshal%s", nil)
	if err == nil { // they take bytes
		read(t, new(Nothings), b)
		return
	}
	if !strings.Contains(err.Error(), "1,048,576") {
		t.Error(err)
	}
}

// TestLarge checks that any value within the memory limit survives a round trip, however large it is.
func TestLarge(t *testing.T) {
	n := 1 << 19
	if slow() {
		n = 2 << 20
	}
	v := &Large{Data: make([]byte, 50<<20), Items: make([]Leaf, n), Names: make([]string, n), Links: make([]*Leaf, n/4), Map: map[int64]int64{}}
	for i := range v.Items {
		v.Items[i].ID = int32(i)
	}
	for i := range v.Names {
		v.Names[i] = "name of something"[:i%17]
	}
	for i := range v.Links {
		v.Links[i] = &v.Items[i]
	}
	for i := range int64(n) / 16 {
		v.Map[i] = i
	}
	b := marshal(t, v)
	got := new(Large)
	read(t, got, b)
	// reflect.DeepEqual takes seconds for so many elements.
	sameLeaf := func(a, b *Leaf) bool { return *a == *b }
	if len(got.Data) != len(v.Data) || !slices.Equal(got.Items, v.Items) || !slices.Equal(got.Names, v.Names) ||
		!slices.EqualFunc(got.Links, v.Links, sameLeaf) || !maps.Equal(got.Map, v.Map) {
		t.Error("the decoded value differs")
	}
}

// TestText checks that a string keeps at most 64 KiB of a message alive.
func TestText(t *testing.T) {
	v := &Texts{}
	for i := range 40000 {
		v.Names = append(v.Names, fmt.Sprint("name ", i), "")
	}
	v.Long = []string{strings.Repeat("long", 1<<20), "short", strings.Repeat("l", 1<<17)}
	b := marshal(t, v)
	got := new(Texts)
	read(t, got, b)
	if !reflect.DeepEqual(got, v) {
		t.Fatal("the decoded strings differ")
	}
	keep := []string{got.Names[0], got.Names[20000], got.Names[79998], got.Long[1]}
	for i, s := range keep {
		keep[i] = s[:2]
	}
	runtime.GC()
	with := alive()
	runtime.KeepAlive(got)
	got = nil
	runtime.GC()
	without := alive()
	for i, s := range keep {
		keep[i] = strings.Clone(s)
	}
	runtime.GC()
	if kept := int64(without) - int64(alive()); kept > int64(len(keep))*70<<10 {
		t.Errorf("%d short strings keep %d bytes alive", len(keep), kept)
	}
	if with < without+4<<20 {
		t.Errorf("%d bytes with the strings, %d without", with, without)
	}
	runtime.KeepAlive(b)
	runtime.KeepAlive(keep)
}

func alive() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestSums checks that lengths that fit alone but not together are an error, even if an int has 32 bits.
func TestSums(t *testing.T) {
	const length = 110 << 20 // 40 strings as long as that are more than 1<<32 bytes
	b := make([]byte, length)
	switch format {
	case "compact":
		for i := range 20 { // two codes in each byte; each announces a length of four bytes
			b[i] = 0xbb
		}
		for i := range 40 {
			binary.LittleEndian.PutUint32(b[20+4*i:], length-200)
		}
	case "cbor": // the same as in msgpack
		copy(b, "\xa1\x61x")
		for n := 3; n < 3+5*41; n += 5 {
			b[n] = 0x9a
			binary.BigEndian.PutUint32(b[n+1:], uint32(length-n-5))
		}
	case "msgpack": // an unknown field with nested arrays, each of which claims all remaining bytes
		copy(b, "\x81\xa1x")
		for n := 3; n < 3+5*41; n += 5 {
			b[n] = 0xdd
			binary.BigEndian.PutUint32(b[n+1:], uint32(length-n-5))
		}
	default:
		for i := range 400 {
			b[i] = 0x7f
		}
	}
	if _, err := call(t, new(Flat), "Unmarshal%s", b); err == nil || format != "proto" && !errors.Is(err, io.ErrUnexpectedEOF) && format == "compact" {
		t.Errorf("%d bytes: %v", len(b), err)
	}
}

// TestRefused checks that an error names the field with the problem, and not a union after it.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		path string
		set  func(v *Refused)
	}{
		{"Refused.First: it holds", func(v *Refused) { v.First = 1.5 }},
		{"Refused.Own: no 1", func(v *Refused) { v.Own.N = 1 }},
		{"Refused.Then: it holds", func(v *Refused) { v.Then = true }},
		{"Refused.Inner.Own: no 2", func(v *Refused) { v.Inner.Own.N = 2 }},
		{"Refused.Inner.Last: it holds", func(v *Refused) { v.Inner.Last = true }},
		{"Refused.Nothing: more than", func(v *Refused) { v.Nothing = make([]struct{}, 1<<20+1) }},
		{"Refused.Last: it holds", func(v *Refused) { v.Last = true }},
		{"Refused.Last.(Fails): no 3", func(v *Refused) { v.Last = Fails{3} }},
	} {
		v := &Refused{First: 1, Last: "x"}
		marshal(t, v)
		c.set(v)
		if _, err := call(t, v, "Marshal%s", nil); err == nil && !strings.Contains(c.path, "Nothing") || err != nil && !strings.HasPrefix(err.Error(), c.path) {
			t.Errorf("%s: got %v", c.path, err)
		}
	}
}

// TestMethodFails checks that the error of a method has the path of its value.
func TestMethodFails(t *testing.T) {
	lines := func() *Methods {
		v := new(Methods)
		for range 3 {
			v.Lines = append(v.Lines, struct {
				Name string
				Own  []Fails
			}{Own: make([]Fails, 4)})
		}
		return v
	}
	for _, c := range []struct {
		path string
		set  func(v *Methods)
	}{
		{"Methods.Lines[2].Own[3]: no 1", func(v *Methods) { v.Lines[2].Own[3].N = 1 }},
		{"Methods.ByName: no 2", func(v *Methods) { v.ByName = map[string]*Fails{"x": {2}} }},
		{"Methods.Pair[1]: no 3", func(v *Methods) { v.Pair[1].N = 3 }},
		{"Methods.Grades[1]: no 5", func(v *Methods) { v.Grades = []Grade{0, 5} }},
		{"Methods.Halves[1][2]: no 6", func(v *Methods) { v.Halves[1] = []Grade{0, 0, 6} }},
		{"Methods.Codes[1][0]: no 7", func(v *Methods) { v.Codes = [][2]Code{{}, {{7}}} }},
		{"Methods.Code[1]: no 8", func(v *Methods) { v.Code[1][0] = 8 }},
		{"Methods.Next.Next.Lines[0].Own[0]: no 4", func(v *Methods) {
			v.Next = &Methods{Next: lines()}
			v.Next.Next.Lines[0].Own[0].N = 4
		}},
	} {
		v := lines()
		marshal(t, v)
		c.set(v)
		if _, err := call(t, v, "Marshal%s", nil); err == nil || err.Error() != c.path {
			t.Errorf("%s: got %v", c.path, err)
		}
	}
}

// TestMax checks for each field that a length above the limit of its directive is refused, by decoding and by encoding.
func TestMax(t *testing.T) {
	for n := 2; n <= 4; n++ {
		list, ints, lists := make([]int32, n), map[int32]int64{}, map[string][]string{}
		for i := range n {
			list[i], ints[int32(i)], lists[fmt.Sprint(i)] = int32(-i), int64(i), []string{"a", "b", "c", "d"}
		}
		for _, v := range []*Many{{Text: "abcd"[:n]}, {List: list}, {Map: ints}, {ByName: lists}} {
			_, err := call(t, new(Few), "Unmarshal%s", marshal(t, v))
			if refused := err != nil; refused != (n > 3) {
				t.Errorf("length %d in %+v: %v", n, v, err)
			}
			few := Few(*v)
			_, err = call(t, &few, "Marshal%s", nil)
			if refused := err != nil; refused != (n > 3) {
				t.Errorf("encoding length %d in %+v: %v", n, v, err)
			}
		}
	}
}

// TestInts checks that a number that does not fit into the machine's integers is refused in any position.
func TestInts(t *testing.T) {
	for _, x := range []int64{1<<31 - 1, 1 << 31, 1<<32 - 1, 1<<40 + 7, -1 << 31, -1<<31 - 1, -1<<40 - 7} {
		u := uint64(x) &^ (1 << 63)
		for i, v := range []*Wide{{A: x}, {B: u}, {C: u}, {List: []int64{1, x}}, {Map: map[string]int64{"a": x}}, {Keys: map[int64]bool{x: true}},
			{Next: &u}, {Pair: [2]int64{0, x}},
			{Rows: []struct {
				A int64
				B uint64
			}{{}, {A: x}, {B: u}}}} {
			fits := int64(int(x)) == x
			if v.B > 0 || v.C > 0 || v.Next != nil {
				fits = uint64(uint(u)) == u
			} else if v.Rows != nil {
				fits = fits && uint64(uint(u)) == u
			}
			var got Ints
			_, err := call(t, &got, "Unmarshal%s", marshal(t, v))
			if (err == nil) != fits {
				t.Errorf("%d in value %d: %v", x, i, err)
			}
			g := fmt.Sprint(got.A, got.B, got.C, got.List, got.Rows, got.Map, got.Keys, got.Pair)
			if w := fmt.Sprint(v.A, v.B, v.C, v.List, v.Rows, v.Map, v.Keys, v.Pair); err == nil && g != w {
				t.Errorf("got %s, want %s", g, w)
			}
		}
	}
}
