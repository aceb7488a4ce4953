package container

import (
	"bufio"
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// readAll returns the records of a file, each as its data or its error, and checks that they cover the file.
func readAll(t *testing.T, f *Format, file []byte, offset int64, limit int) (data []string, errs []error) {
	t.Helper()
	// A small buffer, so that records are longer than it.
	r := f.Reader(bufio.NewReaderSize(bytes.NewReader(file[offset:]), 16), offset, limit)
	end := offset
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return data, errs
		}
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if rec.Offset < end {
			t.Errorf("%s: a record at %d, after one that ends at %d", f.Name, rec.Offset, end)
		}
		end = rec.Offset + rec.Length
		if end > int64(len(file)) {
			t.Errorf("%s: a record ends at %d of %d", f.Name, end, len(file))
		}
		if rec.Err != nil {
			errs = append(errs, rec.Err)
			continue
		}
		data = append(data, string(rec.Data))
	}
}

// TestKept reads long records: what a reader has given to its caller does not change.
func TestKept(t *testing.T) {
	for _, f := range formats {
		var list []string
		for i := range 3 {
			text := strings.Repeat(string(rune('a'+i)), longRecord+i)
			if f == gobStream {
				var b bytes.Buffer
				if err := gob.NewEncoder(&b).Encode(struct{ Text string }{text}); err != nil {
					t.Fatal(err)
				}
				text = b.String()
			}
			list = append(list, text)
			if f.Single {
				break
			}
		}
		r := f.Reader(bufio.NewReader(bytes.NewReader(fileOf(t, f, list))), 0, 2*longRecord)
		var got [][]byte
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil || rec.Err != nil || !rec.Kept {
				t.Fatalf("%s: record %d: %v, %v, kept %v", f.Name, len(got), err, rec.Err, rec.Kept)
			}
			got = append(got, rec.Data)
		}
		for i := range list {
			if len(got) != len(list) || string(got[i]) != list[i] {
				t.Fatalf("%s: record %d of %d has changed", f.Name, i, len(got))
			}
		}
	}
}

// messages are the messages of the tests, as a file of a format holds them.
func messages(t *testing.T, f *Format) []string {
	t.Helper()
	list := []string{"a", strings.Repeat("long ", 30), "{}", "b"}
	if f == single {
		return list[:1]
	}
	if f != gobStream {
		return list
	}
	var all []string
	for _, text := range list { // a stream each, as Gob encodes them
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(struct{ Text string }{text}); err != nil {
			t.Fatal(err)
		}
		all = append(all, b.String())
	}
	return all
}

// fileOf returns a file with messages.
func fileOf(t *testing.T, f *Format, list []string) []byte {
	t.Helper()
	var file []byte
	var err error
	for _, m := range list {
		if file, err = f.Append(file, []byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	if f.Join != nil {
		if file, _, err = f.Join(nil, file); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

func TestRoundTrip(t *testing.T) {
	for _, f := range formats {
		want := messages(t, f)
		got, errs := readAll(t, f, fileOf(t, f, want), 0, 1000)
		if !slices.Equal(got, want) || errs != nil {
			t.Errorf("%s: %q, %v, want %q", f.Name, got, errs, want)
		}
	}
}

// TestTruncated cuts a file at every byte: the records before the cut are there, and at most one error is.
func TestTruncated(t *testing.T) {
	for _, f := range formats {
		want := messages(t, f)
		file := fileOf(t, f, want)
		ends := 0
		for n := range file {
			got, errs := readAll(t, f, file[:n], 0, 1000)
			if len(errs) == 0 {
				ends++
			}
			if len(errs) > 1 {
				t.Errorf("%s: %d of %d bytes: %v", f.Name, n, len(file), errs)
			}
			if f == lines || f == single { // a cut line and a cut file may be records
				got = got[:max(0, len(got)-1)]
			}
			if len(got) > len(want) || !slices.Equal(got, want[:len(got)]) {
				t.Errorf("%s: %d of %d bytes: %q", f.Name, n, len(file), got)
			}
		}
		if f != lines && f != single && f != gobStream && ends != len(want) {
			t.Errorf("%s: %d cuts without an error, want one before each message", f.Name, ends)
		}
	}
}

// TestSplit reads from each record on.
func TestSplit(t *testing.T) {
	for _, f := range formats {
		if !f.Splittable || f.Single {
			continue
		}
		want := messages(t, f)
		file := fileOf(t, f, want)
		r := f.Reader(bufio.NewReader(bytes.NewReader(file)), 0, 1000)
		for i := range want {
			rec, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := readAll(t, f, file, rec.Offset, 1000); !slices.Equal(got, want[i:]) {
				t.Errorf("%s from %d: %q, want %q", f.Name, rec.Offset, got, want[i:])
			}
		}
	}
}

// TestTooLong reads records above the limit: each is an error, and the others are there.
func TestTooLong(t *testing.T) {
	for _, f := range formats {
		want := messages(t, f)
		got, errs := readAll(t, f, fileOf(t, f, want), 0, 100)
		if f == single {
			got, errs = readAll(t, f, []byte(want[0]+strings.Repeat("x", 100)), 0, 100)
			want = nil
		} else {
			want = slices.Delete(want, 1, 2)
		}
		if !slices.Equal(got, want) || len(errs) != 1 || !strings.Contains(fmt.Sprint(errs), "raise it with -max-record") {
			t.Errorf("%s: %q, %v", f.Name, got, errs)
		}
	}
}

func TestLines(t *testing.T) {
	got, errs := readAll(t, lines, []byte("\n1\r\n \t\n2"), 0, 10)
	if !slices.Equal(got, []string{"1", "2"}) || errs != nil {
		t.Errorf("%q, %v", got, errs)
	}
	if _, err := lines.Append(nil, []byte("1\n2")); err == nil {
		t.Error("a message with a line break was written as a line")
	}
	if b, err := lines.Append(nil, []byte("1\n")); string(b) != "1\n" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}

// TestBadFrames reads files that are not in frames.
func TestBadFrames(t *testing.T) {
	for _, c := range []struct {
		f    *Format
		file string
		want string
	}{
		{frames, strings.Repeat("\xff", 12), "no length of a frame: a varint with more than 64 bits"},
		{frames, strings.Repeat("\xff", 9) + "\x02", "no length of a frame: a varint with more than 64 bits"},
		{frames, strings.Repeat("\xff", 9) + "\x01abc", "the frame has 18446744073709551615 bytes, and the input ends after 3 of them"},
		{frames, "\x80", "the input ends within the length of a frame"},
		{frames, "\x05abc", "the frame has 5 bytes, and the input ends after 3 of them"},
		{frames32, "\x00\x00\x00", "the input ends within the length of a frame"},
		{frames32big, "\x00\x00\x00\x05abc", "the frame has 5 bytes, and the input ends after 3 of them"},
		{frames32, "\xff\xff\xff\xffabc", "the frame has 4294967295 bytes, and the input ends after 3 of them"},
		{gobStream, "\x80", "no length of a frame: a number of gob with more than 63 bits"},
		{gobStream, "\xf8\xff\xff\xff\xff\xff\xff\xff\xff", "no length of a frame: a number of gob with more than 63 bits"},
		{gobStream, "\x00", "a message without the number of its type: is the file a stream of gob?"},
		{gobStream, "\x02\xfe", "the frame has 2 bytes, and the input ends after 1 of them"},
		{gobStream, "{\"a\":1}", "the frame has 123 bytes, and the input ends after 6 of them"},
	} {
		got, errs := readAll(t, c.f, []byte(c.file), 0, 1000)
		if len(got) > 0 || len(errs) != 1 || errs[0].Error() != c.want {
			t.Errorf("%s: %q: %q, %v, want %s", c.f.Name, c.file, got, errs, c.want)
		}
	}
}

// TestReadError reads inputs that fail: the error is the input's, and not a record.
func TestReadError(t *testing.T) {
	broken := errors.New("broken disk")
	for _, f := range formats {
		file := fileOf(t, f, messages(t, f))
		for n := range file {
			in := io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(broken))
			r := f.Reader(bufio.NewReaderSize(in, 16), 0, 1000)
			for {
				_, err := r.Next()
				if err == nil {
					continue
				}
				if !errors.Is(err, broken) {
					t.Errorf("%s after %d bytes: %v", f.Name, n, err)
				}
				break
			}
		}
	}
}

// TestGobStream writes several streams one after the other, joins them, and lets encoding/gob read the result.
func TestGobStream(t *testing.T) {
	list := messages(t, gobStream)
	var file, state []byte
	for _, m := range list { // as chunks of one message
		framed, err := gobStream.Append(nil, []byte(m))
		if err != nil {
			t.Fatal(err)
		}
		var part []byte
		if part, state, err = gobStream.Join(state, framed); err != nil {
			t.Fatal(err)
		}
		file = append(file, part...)
	}
	if !bytes.Equal(file, fileOf(t, gobStream, list)) {
		t.Error("the stream depends on the chunks")
	}
	dec := gob.NewDecoder(bytes.NewReader(file))
	for i := range list {
		var v struct{ Text string }
		if err := dec.Decode(&v); err != nil || v.Text == "" {
			t.Errorf("value %d: %q, %v", i, v.Text, err)
		}
	}
	if _, _, err := gobStream.Join(nil, []byte("\x05ab")); err == nil {
		t.Error("a torn frame was joined")
	}
}

// TestSecondGobStream reads a file to which another encoder has appended a stream: each of its records is an error that says where it begins.
func TestSecondGobStream(t *testing.T) {
	list := messages(t, gobStream)
	first := fileOf(t, gobStream, list)
	file := slices.Concat(first, fileOf(t, gobStream, list))
	got, errs := readAll(t, gobStream, file, 0, 1000)
	if len(got) != len(list) || len(errs) != len(list) {
		t.Fatalf("%d records, and %d errors: %v", len(got), len(errs), errs)
	}
	want := fmt.Sprintf("the file has a second stream of gob, which begins at byte %d: move the bytes from there on to a file of their own", len(first))
	for _, err := range errs {
		if err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	again, errs := readAll(t, gobStream, file[len(first):], 0, 1000)
	if !slices.Equal(again, got) || errs != nil {
		t.Errorf("the bytes from there on: %q, %v", again, errs)
	}
}

func TestCompression(t *testing.T) {
	for _, name := range []string{"a.gz", "a.jsonl.gz"} {
		c, err := CompressionOf(name)
		if err != nil || c == nil {
			t.Fatalf("%s: %v, %v", name, c, err)
		}
		var file []byte
		for _, part := range []string{"one ", "", "two"} {
			if file, err = c.Compress(file, []byte(part)); err != nil {
				t.Fatal(err)
			}
		}
		r, err := c.Reader(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); string(got) != "one two" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	if c, err := CompressionOf("a.zst"); c != nil || err == nil {
		t.Error("zstd without its package")
	}
	if c, err := CompressionOf("gz"); c != nil || err != nil {
		t.Errorf("%v, %v", c, err)
	}
	if got := TrimCompression("a.jsonl.gz"); got != "a.jsonl" {
		t.Error(got)
	}
}
