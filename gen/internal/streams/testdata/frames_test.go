package streams

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

type codec struct {
	name   string
	writer func(io.Writer) *BaleWriter[Order]
	reader func(io.Reader) *BaleReader[Order]
}

var codecs = []codec{
	{"compact", NewOrderBinaryWriter, NewOrderBinaryReader},
	{"fixed", NewOrderFixedWriter, NewOrderFixedReader},
	{"varint", NewOrderVarintWriter, NewOrderVarintReader},
	{"xdr", NewOrderXDRWriter, NewOrderXDRReader},
	{"msgpack", NewOrderMsgpackWriter, NewOrderMsgpackReader},
	{"cbor", NewOrderCBORWriter, NewOrderCBORReader},
	{"proto", NewOrderProtoWriter, NewOrderProtoReader},
	{"sproto", NewOrderSprotoWriter, NewOrderSprotoReader},
	{"sproto-packed", NewOrderSprotoPackedWriter, NewOrderSprotoPackedReader},
	{"json", NewOrderJSONWriter, NewOrderJSONReader},
}

// each runs test for each format.
func each(t *testing.T, test func(t *testing.T, c codec)) {
	for _, c := range codecs {
		t.Run(c.name, func(t *testing.T) { test(t, c) })
	}
}

// orders returns n orders of many sizes.
func orders(n int) []Order {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	list := make([]Order, n)
	for i := range list {
		list[i] = Order{ID: int64(i), Note: strings.Repeat("x", r.IntN(40)), Lines: []Line{{SKU: fmt.Sprint("sku", i), Count: 3}}, Price: &Price{'a'}, More: []byte{byte(i), '\n'}}
		if i%7 == 3 {
			list[i].More = bytes.Repeat([]byte{1}, r.IntN(20_000))
		}
	}
	return list
}

// stream returns orders as a stream, and the offsets at which the frames begin and the last one ends.
func stream(t testing.TB, c codec, list []Order) (b []byte, at []int64) {
	var buf bytes.Buffer
	w := c.writer(&buf)
	at = []int64{0}
	for i := range list {
		if err := w.Write(&list[i]); err != nil {
			t.Fatal(err)
		}
		if w.Offset() != int64(buf.Len()) {
			t.Fatalf("offset %d after %d bytes", w.Offset(), buf.Len())
		}
		at = append(at, w.Offset())
	}
	return buf.Bytes(), at
}

// want checks that an error is of a frame at an offset.
func want(t *testing.T, err error, frame, offset int64, whole bool, text string) {
	t.Helper()
	var e *BaleStreamError
	if !errors.As(err, &e) {
		t.Fatalf("the error is %v", err)
	}
	if e.Frame != frame || e.Offset != offset || e.Whole != whole {
		t.Fatalf("frame %d, offset %d, whole %t, want %d, %d, %t: %v", e.Frame, e.Offset, e.Whole, frame, offset, whole, err)
	}
	if begin := fmt.Sprintf("frame %d at offset %d: ", frame, offset); !strings.HasPrefix(err.Error(), begin) || !strings.Contains(err.Error(), text) {
		t.Fatalf("error %q, want %q and %q", err, begin, text)
	}
}

func TestRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		list := orders(300)
		b, at := stream(t, c, list)
		for name, in := range map[string]io.Reader{"all": bytes.NewReader(b), "halves": iotest.HalfReader(bytes.NewReader(b)), "data and error": iotest.DataErrReader(bytes.NewReader(b))} {
			r := c.reader(in)
			var v Order // its memory is used again
			for i := range list {
				if err := r.Read(&v); err != nil || !reflect.DeepEqual(v, list[i]) {
					t.Fatalf("%s: %d: %+v, want %+v, %v", name, i, v, list[i], err)
				}
				if r.Offset() != at[i+1] {
					t.Fatalf("%s: offset %d, want %d", name, r.Offset(), at[i+1])
				}
			}
			if err := r.Read(&v); err != io.EOF {
				t.Fatalf("%s: %v at the end", name, err)
			}
		}
		var got []Order
		c.reader(bytes.NewReader(b)).All()(func(v *Order, err error) bool {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, *v)
			return true
		})
		if !reflect.DeepEqual(got, list) {
			t.Fatal("All yields other values, or values that share memory with later ones")
		}
		n := 0
		c.reader(bytes.NewReader(b)).All()(func(*Order, error) bool { n++; return n < 3 })
		if n != 3 {
			t.Fatalf("%d calls after a yield that returned false", n)
		}
		end, err := c.reader(bytes.NewReader(b)).End()
		if err != nil || end != int64(len(b)) {
			t.Fatalf("end %d, %v, want %d", end, err, len(b))
		}
		r := c.reader(bytes.NewReader(b))
		for range 10 {
			if err := r.Read(nil); err != nil {
				t.Fatal(err)
			}
		}
		var v Order
		if err := r.Read(&v); err != nil || v.ID != 10 {
			t.Fatalf("after ten skipped frames: %d, %v", v.ID, err)
		}
	})
}

func TestTruncated(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		list := orders(4)
		list[3].Note, list[3].More = strings.Repeat("y", 200), []byte{5} // a length of two bytes
		b, at := stream(t, c, list)
		frame := 0
		for cut := range len(b) + 1 {
			for int64(cut) >= at[frame+1] && frame < len(list)-1 {
				frame++
			}
			whole := frame
			if cut == len(b) {
				whole = len(list)
			}
			torn := int64(cut) != at[whole]
			r := c.reader(iotest.OneByteReader(bytes.NewReader(b[:cut])))
			var v Order
			for i := range whole {
				if err := r.Read(&v); err != nil || !reflect.DeepEqual(v, list[i]) {
					t.Fatalf("cut at %d: frame %d: %v", cut, i, err)
				}
			}
			check := func(err error) {
				t.Helper()
				switch {
				case !torn && err != io.EOF:
					t.Fatalf("cut at %d, after a frame: %v", cut, err)
				case torn:
					want(t, err, int64(whole), at[whole], false, "unexpected EOF: the stream ends ")
					if !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
						t.Fatal(err)
					}
				}
			}
			check(r.Read(&v))
			check(r.Read(&v)) // again
			last := error(io.EOF)
			c.reader(bytes.NewReader(b[:cut])).All()(func(_ *Order, err error) bool {
				if err != nil {
					last = err
				}
				return true
			})
			check(last)
			end, err := c.reader(bytes.NewReader(b[:cut])).End()
			if end != at[whole] || (err != nil) != torn {
				t.Fatalf("cut at %d: the end is %d, %v, want %d", cut, end, err, at[whole])
			}
			if torn {
				check(err)
			}
		}
	})
}

// TestConnection reads from a connection whose other side waits until a message has been read, and which delivers byte by byte.
func TestConnection(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		list := orders(12)
		b, at := stream(t, c, list)
		here, there := net.Pipe()
		read := make(chan bool)
		go func() {
			for i := range list {
				for _, x := range b[at[i]:at[i+1]] {
					if _, err := there.Write([]byte{x}); err != nil {
						t.Error(err)
					}
				}
				<-read
			}
			there.Close()
		}()
		r := c.reader(here)
		for i := range list {
			var v Order
			if err := r.Read(&v); err != nil || !reflect.DeepEqual(v, list[i]) {
				t.Fatal(err)
			}
			read <- true
		}
		if err := r.Read(new(Order)); err != io.EOF {
			t.Fatal(err)
		}
	})
}

// A slow is a reader that returns an error before each part of a stream.
type slow struct {
	b     []byte
	tries int
}

var errSlow = errors.New("try again")

func (s *slow) Read(p []byte) (int, error) {
	if s.tries++; s.tries%2 == 1 {
		return 0, errSlow
	}
	if len(s.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 7)], s.b)
	s.b = s.b[n:]
	return n, nil
}

// TestGoOn checks that a reader goes on after errors: of the reader below it, of a message, and of a frame that is too long.
func TestGoOn(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		list := orders(3)
		list[1].More = make([]byte, 300)
		b, at := stream(t, c, list)
		r, got := c.reader(&slow{b: b}), 0
		r.SetMaxFrame(int(at[2]-at[1]) - 20)
		long := 0
		for {
			var v Order
			err := r.Read(&v)
			if err == io.EOF {
				break
			}
			switch {
			case err == nil && reflect.DeepEqual(v, list[got]):
				got++
			case errors.Is(err, errSlow):
				want(t, err, int64(got), at[got], false, "try again")
			case got == 1:
				long++
				want(t, err, 1, at[1], true, "raise the limit with SetMaxFrame")
				for err = r.Read(&v); errors.Is(err, errSlow) && r.Offset() < at[2]; err = r.Read(&v) {
					want(t, err, 1, at[1], false, "try again")
				}
				got++
			default:
				t.Fatal(err)
			}
			if len(b) < int(r.Offset()) {
				t.Fatal(r.Offset())
			}
		}
		if got != 3 || long != 1 {
			t.Fatalf("%d frames, %d too long", got, long)
		}

		// A method that refuses the second message.
		list[1].Price = &Price{'?'}
		b, at = stream(t, c, list)
		broken := bytes.Replace(b, []byte("?"), []byte("E"), 1)
		if c.name == "sproto-packed" || c.name == "json" { // the byte is in a word, or in base64
			return
		}
		ids := ""
		c.reader(bytes.NewReader(broken)).All()(func(v *Order, err error) bool {
			if err != nil {
				want(t, err, 1, at[1], true, "Order.Price: offset ")
				if v != nil || errors.Is(err, io.EOF) {
					t.Fatalf("%v, %v", v, err)
				}
				ids += "!"
				return true
			}
			ids += fmt.Sprint(v.ID)
			return true
		})
		if ids != "0!2" {
			t.Fatal(ids)
		}
	})
}

// TestHostile checks what lengths in a stream can do: memory is taken for bytes that have arrived.
func TestHostile(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		if c.name == "json" {
			return
		}
		head := func(n uint64) []byte { return binary.AppendUvarint(nil, n) }
		for _, x := range []struct {
			b     []byte
			whole bool
			text  string
		}{
			{head(4<<20 + 1), true, "it has 4194305 bytes, and 4194304 are allowed"},
			{head(1 << 63), true, "it has 9223372036854775808 bytes"},
			{head(1<<64 - 1), true, "it has 18446744073709551615 bytes"},
			{bytes.Repeat([]byte{0xff}, 11), false, "more than 64 bits"},
			{append(head(4<<20), 1, 2, 3), false, "the stream ends after 3 of 4194304 bytes of the message"},
		} {
			r := c.reader(bytes.NewReader(x.b))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			want(t, r.Read(new(Order)), 0, 0, x.whole, x.text)
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > 100_000 {
				t.Errorf("%q takes %d bytes of memory", x.text, n)
			}
			if x.whole {
				want(t, r.Read(new(Order)), 0, 0, false, "the stream ends after 0 of ")
			}
		}
		// A length that is longer than necessary is a length.
		b, _ := stream(t, c, orders(1))
		_, n := binary.Uvarint(b)
		b = append([]byte{b[0] | 0x80, 0x80, 0}, b[n:]...)
		if err := c.reader(bytes.NewReader(b)).Read(new(Order)); n != 1 || err != nil {
			t.Fatal(err)
		}
	})
}

func TestLimit(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		v := Order{More: make([]byte, 5000)}
		b, at := stream(t, c, []Order{v})
		size := int(at[1]) - 1 // the end of the line
		if c.name != "json" {
			_, n := binary.Uvarint(b)
			size += 1 - n
		}
		for _, limit := range []int{size - 1, size, 0, -1} {
			r, w := c.reader(bytes.NewReader(b)), c.writer(io.Discard)
			r.SetMaxFrame(limit)
			w.SetMaxFrame(limit)
			readErr, writeErr := r.Read(new(Order)), w.Write(&v)
			if limit != size-1 {
				if readErr != nil || writeErr != nil {
					t.Fatal(readErr, writeErr)
				}
				continue
			}
			want(t, readErr, 0, 0, true, "raise the limit with SetMaxFrame")
			want(t, writeErr, 0, 0, true, fmt.Sprintf("it has %d bytes, and %d are allowed: raise the limit with SetMaxFrame", size, limit))
			if err := r.Read(new(Order)); err != io.EOF {
				t.Fatal(err)
			}
			w.SetMaxFrame(size)
			if err := w.Write(&v); err != nil || w.Offset() != int64(len(b)) {
				t.Fatal(err)
			}
		}
	})
}

// A failing is a writer that accepts some bytes.
type failing struct {
	left int
	err  error
}

func (f *failing) Write(p []byte) (int, error) {
	n := min(len(p), f.left)
	f.left -= n
	if n < len(p) {
		return n, f.err
	}
	return n, nil
}

type lying struct{ n int }

func (l lying) Write([]byte) (int, error) { return l.n, nil }
func (l lying) Read([]byte) (int, error)  { return l.n, nil }

func TestWriterErrors(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		list := orders(2)
		b, at := stream(t, c, list)
		full := errors.New("disk full")
		for _, err := range []error{full, nil} {
			f := &failing{len(b) - 1, err}
			w := c.writer(f)
			if err := w.Write(&list[0]); err != nil {
				t.Fatal(err)
			}
			text, is := fmt.Sprintf("%d of %d bytes were written: ", at[2]-at[1]-1, at[2]-at[1]), full
			if err == nil {
				is = io.ErrShortWrite
			}
			first := w.Write(&list[1])
			want(t, first, 1, at[1], false, text)
			f.left = 1 << 20
			if !errors.Is(first, is) || w.Write(&list[1]) != first || w.Offset() != int64(len(b)-1) {
				t.Fatal("the error is not kept")
			}
		}
		want(t, c.writer(lying{-1}).Write(&list[0]), 0, 0, false, "number of bytes that is not possible")
		want(t, c.writer(lying{1 << 20}).Write(&list[0]), 0, 0, false, "number of bytes that is not possible")
		want(t, c.reader(lying{-1}).Read(&list[0]), 0, 0, false, "number of bytes that is not possible")
		want(t, c.reader(lying{1 << 20}).Read(&list[0]), 0, 0, false, "number of bytes that is not possible")
		if err := c.reader(lying{0}).Read(&list[0]); !errors.Is(err, io.ErrNoProgress) {
			t.Fatal(err)
		}

		// A value that cannot be encoded writes nothing.
		var out bytes.Buffer
		w := c.writer(&out)
		for i := range list {
			if err := w.Write(&list[i]); err != nil {
				t.Fatal(err)
			}
			want(t, w.Write(&Order{Price: &Price{'X'}}), int64(i)+1, at[i+1], true, "no price")
		}
		if !bytes.Equal(out.Bytes(), b) {
			t.Fatal("other bytes")
		}
	})
}

// A counter counts calls.
type counter int

func (c *counter) Write(p []byte) (int, error) { *c++; return len(p), nil }

func TestOneCall(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		var n counter
		w := c.writer(&n)
		list := orders(20)
		for i := range list {
			if err := w.Write(&list[i]); err != nil || int(n) != i+1 {
				t.Fatalf("%d calls, %v", n, err)
			}
		}
	})
}

// TestAppend goes on writing a file that ends in a torn frame.
func TestAppend(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		list := orders(5)
		b, at := stream(t, c, list[:3])
		name := filepath.Join(t.TempDir(), "orders")
		for _, cut := range []int64{0, 1, at[1], at[1] + 1, at[3] - 1, at[3]} {
			if err := os.WriteFile(name, b[:cut], 0o666); err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			end, err := c.reader(f).End()
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = f.Truncate(end)
			}
			if err == nil {
				_, err = f.Seek(end, io.SeekStart)
			}
			if err == nil {
				err = c.writer(f).Write(&list[4])
			}
			if err == nil {
				err = f.Close()
			}
			got, readErr := os.ReadFile(name)
			last, _ := stream(t, c, list[4:])
			if err != nil || readErr != nil || !bytes.Equal(got, append(b[:end:end], last...)) {
				t.Fatalf("cut at %d, end %d: %v, %v", cut, end, err, readErr)
			}
		}
		r := c.reader(bytes.NewReader(b[:at[1]+1])) // a file that grows
		if err := r.Read(new(Order)); err != nil {
			t.Fatal(err)
		}
	})
}

// growing is a file that another process writes.
type growing struct{ bytes.Buffer }

func TestGrowing(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		list := orders(6)
		b, at := stream(t, c, list)
		var file growing
		r, got := c.reader(&file), 0
		for i := range b {
			file.WriteByte(b[i])
			var v Order
			switch err := r.Read(&v); {
			case err == nil && reflect.DeepEqual(v, list[got]):
				got++
			case err != nil && int64(i)+1 == at[got+1]:
				t.Fatal(err)
			}
		}
		if err := r.Read(new(Order)); got != len(list) || err != io.EOF {
			t.Fatalf("%d, %v", got, err)
		}
	})
}

// A late is a reader that returns all its bytes together with an error, and then the end.
type late struct{ b []byte }

func (l *late) Read(p []byte) (int, error) {
	if len(l.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p, l.b)
	l.b = l.b[n:]
	return n, errSlow
}

func TestLateError(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		b, at := stream(t, c, orders(1))
		r := c.reader(&late{b})
		if err := r.Read(new(Order)); err != nil {
			t.Fatal(err)
		}
		want(t, r.Read(new(Order)), 1, at[1], false, "try again")
		if err := r.Read(new(Order)); err != io.EOF {
			t.Fatal(err)
		}
	})
}

func TestLines(t *testing.T) {
	text := "\n  \r\n{\"ID\":1}\r\n{\"ID\":\"x\"}\n\t\n{\"ID\":2}\n \n"
	var log []string
	r := NewOrderJSONReader(iotest.OneByteReader(strings.NewReader(text)))
	r.All()(func(v *Order, err error) bool {
		if err != nil {
			want(t, err, 1, 15, true, "Order.ID")
			log = append(log, "error")
			return true
		}
		log = append(log, fmt.Sprint(v.ID))
		return true
	})
	if fmt.Sprint(log) != "[1 error 2]" {
		t.Fatal(log)
	}
	r = NewOrderJSONReader(strings.NewReader("{\"ID\":1}\n{\"ID\":2}")) // no end of line
	if err := r.Read(new(Order)); err != nil {
		t.Fatal(err)
	}
	want(t, r.Read(new(Order)), 1, 9, false, "the stream ends after 8 bytes of the frame, without the end of the line")
	v := Order{Note: "old"}
	if err := NewOrderJSONReader(strings.NewReader("{\"ID\":1}\n")).Read(&v); err != nil || v.ID != 1 || v.Note != "old" { // as json.Unmarshal
		t.Fatal(v, err)
	}
	n := 0
	NewOrderJSONReader(io.MultiReader(strings.NewReader("{\"ID\":1}\n{\"ID\":2}"), strings.NewReader("\n"))).All()(func(_ *Order, err error) bool {
		if err != nil {
			t.Fatal(err)
		}
		n++
		return true
	})
	if n != 2 {
		t.Fatal(n)
	}
	r = NewOrderJSONReader(strings.NewReader(strings.Repeat(" ", 1000) + "\n{\"ID\":1}\n"))
	r.SetMaxFrame(100)
	want(t, r.Read(new(Order)), 0, 0, true, "the line has more than the 100 bytes")
	if err := r.Read(new(Order)); err != nil {
		t.Fatal(err)
	}
}

// TestMutations reads streams with random changes: there is an end, memory is bounded, and every error is of a frame.
func TestMutations(t *testing.T) {
	each(t, func(t *testing.T, c codec) {
		original, _ := stream(t, c, orders(6))
		rounds := 2000
		if testing.Short() {
			rounds = 300
		}
		for seed := range rounds {
			r := rand.New(rand.NewPCG(uint64(seed), 3))
			b := bytes.Clone(original)
			for range 1 + r.IntN(4) {
				at := r.IntN(len(b))
				switch r.IntN(3) {
				case 0:
					b[at] = byte(r.Uint32())
				case 1:
					b = append(b[:at], b[min(len(b), at+1+r.IntN(8)):]...)
				case 2:
					b = append(b[:at:at], append([]byte{0xff, 0xff, byte(r.Uint32())}, b[at:]...)...)
				}
				if len(b) == 0 {
					break
				}
			}
			readChanged(t, seed, b, c.reader(bytes.NewReader(b)))
		}
	})
}

// readChanged reads a stream with changes to its end.
func readChanged(t *testing.T, seed int, b []byte, r *BaleReader[Order]) {
	frames := 0
	r.All()(func(v *Order, err error) bool {
		var e *BaleStreamError
		if frames++; frames > len(b)+1 || (v == nil) == (err == nil) || err != nil && !errors.As(err, &e) {
			t.Fatalf("seed %d: frame %d: %v, %v", seed, frames, v, err)
		}
		return true
	})
	if r.Offset() > int64(len(b)) {
		t.Fatalf("seed %d: offset %d of %d", seed, r.Offset(), len(b))
	}
}

// unexported functions exist, too.
var _ = newHiddenFixedReader
