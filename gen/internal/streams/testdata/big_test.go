package streams

import (
	"bufio"
	"bytes"
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
	if p := peak(t); p > 64<<20 {
		t.Errorf("the peak memory is %d MiB", p>>20)
	}
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
