package avrofile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/twmb/avro"
	"github.com/twmb/avro/ocf"

	"bale/runner/convert/container"
)

const orderSchema = `{"type":"record","name":"Order_0","fields":[{"name":"ID","type":"long"},{"name":"Text","type":"string"},` +
	`{"name":"Next","type":["null","Order_0"]},{"name":"Placed","type":{"type":"long","logicalType":"timestamp-micros"}}]}`

type order struct {
	ID     int64
	Text   string
	Next   *order
	Placed int64
}

// orders are the records of the tests, encoded.
func orders(t *testing.T, n int) [][]byte {
	t.Helper()
	s := avro.MustParse(orderSchema)
	var list [][]byte
	for i := range n {
		b, err := s.Encode(&order{ID: int64(i), Text: strings.Repeat("text ", i%7), Next: &order{ID: 1}})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, b)
	}
	return list
}

// fileOf returns a file with blocks of records.
func fileOf(t *testing.T, f *container.Format, records [][]byte, perBlock int) []byte {
	t.Helper()
	file := slices.Clone(f.Header())
	for part := range slices.Chunk(records, perBlock) {
		b, err := f.Block(len(part), bytes.Join(part, nil))
		if err != nil {
			t.Fatal(err)
		}
		file = append(file, b...)
	}
	return file
}

// read returns the records of a file and the errors, and checks that blocks cover the file.
func read(t *testing.T, f *container.Format, file []byte, limit int) (data [][]byte, errs []string) {
	t.Helper()
	r := f.Reader(bufio.NewReaderSize(bytes.NewReader(file), 16), 0, limit)
	var last container.Record
	for {
		rec, err := r.Next()
		if err == io.EOF {
			if last.More {
				t.Error("the last record says that others follow")
			}
			return data, errs
		}
		if err != nil {
			t.Fatal(err)
		}
		end := last.Offset + last.Length
		if last.More && (rec.Offset != last.Offset || rec.Index != last.Index+1) || !last.More && rec.Offset < end || rec.Offset+rec.Length > int64(len(file)) {
			t.Errorf("record %+v after %+v in %d bytes", rec, last, len(file))
		}
		last = rec
		if rec.Err != nil {
			errs = append(errs, rec.Err.Error())
			continue
		}
		data = append(data, slices.Clone(rec.Data))
	}
}

func equal(a, b [][]byte) bool { return slices.EqualFunc(a, b, bytes.Equal) }

func TestRoundTrip(t *testing.T) {
	for _, f := range Formats(orderSchema, orderSchema) {
		want := orders(t, 10)
		file := fileOf(t, f, want, 3)
		for _, from := range Formats(orderSchema, "") { // each reads files of all compressions
			if got, errs := read(t, from, file, 1000); !equal(got, want) || errs != nil {
				t.Errorf("%s: %q, %q", f.Name, got, errs)
			}
		}
		r, err := ocf.NewReader(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			var o order
			if err := r.Decode(&o); err != nil || o.ID != int64(i) {
				t.Errorf("%s: the library reads %+v, %v", f.Name, o, err)
			}
		}
		if err := r.Decode(new(order)); err != io.EOF {
			t.Error(err)
		}
	}
}

// TestOtherWriters reads files of goavro and hamba: see testdata/README.
func TestOtherWriters(t *testing.T) {
	for _, name := range []string{"goavro-null", "goavro-deflate", "goavro-snappy", "hamba-null", "hamba-deflate", "hamba-snappy", "hamba-zstandard"} {
		file, err := os.ReadFile("testdata/" + name + ".avro")
		if err != nil {
			t.Fatal(err)
		}
		if got, errs := read(t, Formats(orderSchema, "")[0], file, 1000); !equal(got, orders(t, 10)) || errs != nil {
			t.Errorf("%s: %q, %q", name, got, errs)
		}
	}
}

// TestTruncated cuts a file at every byte: the blocks before the cut are there, and one error is, except between blocks.
func TestTruncated(t *testing.T) {
	want := orders(t, 6)
	for _, f := range Formats(orderSchema, orderSchema) {
		file := fileOf(t, f, want, 2)
		whole := 0
		for n := range file {
			got, errs := read(t, f, file[:n], 1000)
			if !equal(got, want[:len(got)]) || len(errs) > 1 {
				t.Errorf("%s: %d of %d bytes: %q, %q", f.Name, n, len(file), got, errs)
			}
			if len(errs) == 0 {
				whole++
			}
		}
		if whole != 3 {
			t.Errorf("%s: %d cuts without an error, want one before each block", f.Name, whole)
		}
	}
}

// TestDamaged changes every byte behind the header in several ways: at most one block is lost, and that with an error, unless the change gave
// other records.
func TestDamaged(t *testing.T) {
	want := orders(t, 9)
	for _, f := range Formats(orderSchema, orderSchema) {
		file := fileOf(t, f, want, 3)
		for at := len(f.Header()); at < len(file); at++ {
			for _, change := range []byte{1, 0x80, 0xff} {
				damaged := slices.Clone(file)
				damaged[at] ^= change
				got, errs := read(t, f, damaged, 1000)
				kept := 0
				for _, w := range want {
					if slices.ContainsFunc(got, func(g []byte) bool { return bytes.Equal(g, w) }) {
						kept++
					}
				}
				if kept < 6 || kept < len(want) && len(errs) == 0 && len(got) < len(want) {
					t.Errorf("%s: byte %d: %d records, %q", f.Name, at, kept, errs)
				}
			}
		}
	}
}

func TestBadFiles(t *testing.T) {
	f := Formats(orderSchema, orderSchema)[0]
	good := string(fileOf(t, f, orders(t, 2), 2))
	header := string(f.Header())
	zeros := strings.Repeat("\x00", 16)
	for _, c := range []struct{ file, want string }{
		{"", "the input ends within the header of an Avro object container file"},
		{"Obj\x01\x02", "the input ends within the header of an Avro object container file"},
		{"{\"ID\":1}\n", "it is no Avro object container file"},
		{"Obj\x01\x00" + zeros, "it is no Avro object container file"},
		{"Obj\x01\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "it is no Avro object container file"},
		{strings.Replace(header, "null", "zlib", 1), "its blocks are compressed by zlib"},
		{strings.Replace(header, `"timestamp-micros`, `"timestamp-millis`, 1), "Placed: the file has long with logical type timestamp-millis, and the codec has long with logical type timestamp-micros"},
		{strings.Replace(header, `"ID"`, `"Id"`, 1), "field 1 of the file is Id, and that of the codec is ID"},
		{strings.Replace(header, `"string"`, `"fathom"`, 1), "the schema of the file: "},
		{header + "\x04\x02a" + header[len(header)-16:], "the last 2 records of the block cannot be told apart"},
		{header + "\x04\x81", "the input ends within a block"},
		{header + "\x04\xfe\xff\xff\x01", "the limit of both is 1000: raise it with -max-record"},
		{header + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00" + header[len(header)-16:], "a block without its numbers of records and bytes"},
		{header + "\x00\x02a" + header[len(header)-16:], "the block has 1 bytes after its records"},
		{good + "\x02\x02a" + zeros, "the block does not end with the marker of the file"},
	} {
		_, errs := read(t, f, []byte(c.file), 1000)
		if len(errs) != 1 || !strings.Contains(errs[0], c.want) {
			t.Errorf("%q: %q, want %s", c.file, errs, c.want)
		}
	}
}

// TestBomb reads a block that is large when it is decompressed.
func TestBomb(t *testing.T) {
	for _, f := range Formats(`"bytes"`, `"bytes"`)[1:] {
		file := fileOf(t, f, [][]byte{append([]byte{0x80, 0x80, 0x80, 0x01}, make([]byte, 1<<20)...)}, 1)
		if got, errs := read(t, f, file, 1<<19); got != nil || len(errs) != 1 || !strings.Contains(errs[0], "-max-record") {
			t.Errorf("%s: %d, %q", f.Name, len(got), errs)
		}
		if got, errs := read(t, f, file, 2<<20); len(got) != 1 || errs != nil {
			t.Errorf("%s: %d, %q", f.Name, len(got), errs)
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken disk")
	f := Formats(orderSchema, orderSchema)[0]
	file := fileOf(t, f, orders(t, 4), 2)
	for n := range file {
		r := f.Reader(bufio.NewReaderSize(io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(broken)), 16), 0, 1000)
		err := error(nil)
		for err == nil {
			_, err = r.Next()
		}
		if !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

// TestCompare compares schemas of two writers.
func TestCompare(t *testing.T) {
	record := func(fields string) string { return fmt.Sprintf(`{"type":"record","name":"r","fields":[%s]}`, fields) }
	for _, c := range []struct{ file, codec, want string }{
		{`{"type":"record","name":"Order","namespace":"org.shop","doc":"d","fields":[{"name":"n","type":["null","Order"],"default":null}]}`,
			`{"type":"record","name":"Order_0","fields":[{"name":"n","type":["null","Order_0"]}]}`, ""},
		{`{"type":"record","name":"Order","namespace":"org.shop","fields":[{"name":"a","type":{"type":"fixed","name":"F","size":2}},{"name":"b","type":"org.shop.F"}]}`,
			record(`{"name":"a","type":{"type":"fixed","name":"x","size":2}},{"name":"b","type":"x"}`), ""},
		{record(`{"name":"a","type":{"type":"fixed","name":"F","size":2}},{"name":"b","type":{"type":"fixed","name":"G","size":3}}`),
			record(`{"name":"a","type":{"type":"fixed","name":"x","size":2}},{"name":"b","type":"x"}`), "b: the file has fixed of 3 bytes, and the codec has fixed of 2 bytes"},
		{`{"type":"string","logicalType":"uuid"}`, `"string"`, ""},
		{`["null","string"]`, `["string","null"]`, "the file has union of null, string, and the codec has union of string, null"},
		{record(`{"name":"a","type":{"type":"array","items":{"type":"map","values":"int"}}}`), record(`{"name":"a","type":{"type":"array","items":{"type":"map","values":"long"}}}`),
			"a[]{}: the file has int, and the codec has long"},
		{record(``), record(`{"name":"a","type":"int"}`), "the file has no field a"},
		{record(`{"name":"a","type":"int"}`), record(``), "the codec has no field a"},
		{`{"type":"enum","name":"e","symbols":["A"]}`, `"string"`, "the file has enum of A, and the codec has string"},
		{`["null",{"type":"enum","name":"e","symbols":["A"]}]`, `["null",{"type":"record","name":"e","fields":[]}]`, "the file has enum of A, and the codec has record"},
	} {
		got := ""
		if err := compare(avro.MustParse(c.file), avro.MustParse(c.codec)); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s\n%s: %q, want %q", c.file, c.codec, got, c.want)
		}
	}
}
