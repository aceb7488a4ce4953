package streams

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"flag"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

var size = flag.Int64("stream", 0, "bytes of the streams that TestBig writes and reads")

// TestBig writes and reads streams, and checks the peak of the memory of the process.
func TestBig(t *testing.T) {
	if *size == 0 {
		t.Skip("it is for streams that do not fit in memory: run it with -stream")
	}
	v := orders(1)[0]
	v.More = bytes.Repeat([]byte("0123456789"), 100)
	for _, c := range codecs {
		in, out := io.Pipe()
		go func() {
			buffered := bufio.NewWriterSize(out, 64<<10)
			w := c.writer(buffered)
			for w.Offset() < *size {
				if err := w.Write(&v); err != nil {
					out.CloseWithError(err)
					return
				}
			}
			out.CloseWithError(buffered.Flush())
		}()
		r, n := c.reader(in), 0
		var got Order
		for {
			err := r.Read(&got)
			if err == io.EOF {
				break
			}
			if err != nil || len(got.More) != len(v.More) {
				t.Fatalf("%s: %v", c.name, err)
			}
			n++
		}
		if r.Offset() < *size {
			t.Fatalf("%s: only %d bytes", c.name, r.Offset())
		}
		t.Logf("%s: %d frames, %d bytes, peak memory %d MiB", c.name, n, r.Offset(), peak(t)>>20)
	}
	for _, c := range listCodecs {
		list := Orders{v}
		one := c.message(t, list)[c.head:]
		n := uint32(*size / int64(len(one)))
		head := map[string][]byte{
			"fixed": binary.LittleEndian.AppendUint32(nil, n), "varint": binary.AppendUvarint([]byte{1}, uint64(n)), "xdr": binary.BigEndian.AppendUint32(nil, n),
			"msgpack": binary.BigEndian.AppendUint32([]byte{0xdd}, n), "cbor": binary.BigEndian.AppendUint32([]byte{0x9a}, n), "proto": {},
		}[c.name]
		r, got := c.reader(io.MultiReader(bytes.NewReader(head), &repeater{one: one, left: int(n)})), 0
		var o Order
		for ; ; got++ {
			err := r.Read(&o)
			if err == io.EOF {
				break
			}
			if err != nil || len(o.More) != len(v.More) {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		if got != int(n) {
			t.Fatalf("%s: %d of %d elements", c.name, got, n)
		}
		t.Logf("%s: %d elements, %d bytes, peak memory %d MiB", c.name, got, r.Offset(), peak(t)>>20)
	}
	if p := peak(t); p > 64<<20 {
		t.Errorf("the peak memory is %d MiB", p>>20)
	}
}

// A repeater reads the same bytes several times.
type repeater struct {
	one  []byte
	at   int
	left int
}

func (r *repeater) Read(p []byte) (n int, err error) {
	for n < len(p) && r.left > 0 {
		k := copy(p[n:], r.one[r.at:])
		n += k
		if r.at += k; r.at == len(r.one) {
			r.at = 0
			r.left--
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// peak returns the largest number of bytes that the process has had in memory.
func peak(t *testing.T) int64 {
	if runtime.GOOS != "linux" {
		t.Skip("the peak of the memory is known on Linux")
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	n, err := strconv.ParseInt(strings.Fields(line)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}
