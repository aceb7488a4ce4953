package container

import (
	"bufio"
	"bytes"
	"slices"
	"testing"
)

// TestWhatIsAppended writes messages that look like what separates or ends records: what Append accepts comes back, also by its digest.
func TestWhatIsAppended(t *testing.T) {
	list := []string{"", "\n", "\r", "\r\n", " ", "\u0085", "\u00a0", "a\r", "a\n", "a\r\n", "\na", "\ra", "a\nb", " a ", "\x00", "\xff\xff\xff\xff", "Obj\x01"}
	for c := range 256 {
		list = append(list, string([]byte{byte(c)}), string([]byte{'x', byte(c)}))
	}
	for _, f := range formats {
		if f == gobStream { // has the messages of encoding/gob only
			continue
		}
		refused := 0
		for _, m := range list {
			var want Digest
			var file []byte
			var kept []string
			sequence := []string{m, "b", m}
			if f.Single {
				sequence = sequence[:1]
			}
			for _, m := range sequence {
				longer, err := f.Append(file, []byte(m))
				if err != nil {
					refused++
					continue
				}
				file, kept = longer, append(kept, string(f.identity([]byte(m))))
				f.Digest(&want, []byte(m))
			}
			if f.Absent(int64(len(kept))) {
				continue
			}
			got, errs := readAll(t, f, file, 0, 1000)
			if !slices.Equal(got, kept) || errs != nil {
				t.Errorf("%s: %q: %q, %v, want %q", f.Name, m, got, errs, kept)
			}
			if got, err := f.ReadBack(bufio.NewReader(bytes.NewReader(file))); got != want || err != nil {
				t.Errorf("%s: %q: %+v, %v, want %+v", f.Name, m, got, err, want)
			}
		}
		if want := f == lines; want != (refused > 0) {
			t.Errorf("%s: %d messages were refused", f.Name, refused)
		}
	}
}

// TestReadBackGob checks the digest of a stream: that of its values, in their order.
func TestReadBackGob(t *testing.T) {
	list := messages(t, gobStream)
	digest := func(list []string) Digest {
		d, err := gobStream.ReadBack(bufio.NewReader(bytes.NewReader(fileOf(t, gobStream, list))))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	var want Digest
	for _, m := range list {
		gobStream.Digest(&want, []byte(m))
	}
	if got := digest(list); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	slices.Reverse(list)
	if digest(list) == want {
		t.Error("the digest does not depend on the order")
	}
}

// TestDigest joins sequences.
func TestDigest(t *testing.T) {
	list := []string{"a", "", "b", "a", "\x00", ""}
	var want Digest
	for _, m := range list {
		want.Add([]byte(m))
	}
	for i := range list {
		for k := range list[i:] {
			var d [3]Digest
			for n, part := range [][]string{list[:i], list[i : i+k], list[i+k:]} {
				for _, m := range part {
					d[n].Add([]byte(m))
				}
			}
			d[0].Join(d[1])
			if d[0].Join(d[2]); d[0] != want {
				t.Errorf("split at %d and %d: %+v, want %+v", i, i+k, d[0], want)
			}
		}
	}
	for _, other := range [][]string{list[1:], {"", "a", "b", "a", "\x00", ""}, {"a", "", "b", "a", "", "\x00"}, {"a", "b", "a", "\x00", "", ""}} {
		var d Digest
		for _, m := range other {
			d.Add([]byte(m))
		}
		if d == want {
			t.Errorf("%q has the digest of %q", other, list)
		}
	}
}
