package harness

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"bale/runner/loss"
	"bale/runner/measure"
)

type order struct {
	ID    int
	Name  string
	Lines []string
	Note  *string
}

// calls holds the functions of a codec. Each of them may be nil. Decoders of a fresh class get a zero value.
type calls struct {
	marshal      func(*order) ([]byte, error)
	marshalReuse func(v *order, buf []byte) ([]byte, error)
	decode       map[string]func(b []byte, v *order) error // by class: "fresh,copy"
	encode       func(*order) ([]byte, error)              // of a codec that only decodes
}

func encodeJSON(v *order) ([]byte, error) { return json.Marshal(v) }

func decodeJSON(b []byte, v *order) error { return json.Unmarshal(b, v) }

// adapter returns an adapter like those that adapter.File generates.
func (c calls) adapter() Adapter {
	return Make(Spec[order, order]{Shape: "order", Codec: "test", Own: true, Encode: c.encode, New: func(s *State[order, order]) map[string]func(int) error {
		loops := map[string]func(int) error{}
		if c.marshal != nil {
			loops["encode/convert,fresh,copy"] = func(n int) (err error) {
				for i := 0; i < n && err == nil; i++ {
					s.OutBytes, err = c.marshal(&s.Values[i&(len(s.Values)-1)])
				}
				return err
			}
		}
		if c.marshalReuse != nil {
			loops["encode/convert,reuse,copy"] = func(n int) (err error) {
				for i := 0; i < n && err == nil; i++ {
					s.Buf, err = c.marshalReuse(&s.Values[i&(len(s.Values)-1)], s.Buf[:0])
					s.OutBytes = s.Buf
				}
				return err
			}
		}
		for class, decode := range c.decode {
			loops["decode/convert,"+class] = func(n int) (err error) {
				for i := 0; i < n && err == nil; i++ {
					v := new(order)
					if strings.HasPrefix(class, "reuse") {
						v = &s.Value
					}
					err = decode(s.Bytes[i&(len(s.Bytes)-1)], v)
					s.OutValue = v
				}
				return err
			}
		}
		return loops
	}})
}

// aliasing decodes a name without copying it.
func aliasing(b []byte, v *order) error {
	if err := json.Unmarshal(b, v); err != nil {
		return err
	}
	if i := strings.Index(string(b), v.Name); v.Name != "" && i >= 0 {
		v.Name = unsafe.String(&b[i], len(v.Name))
	}
	return nil
}

func TestCheck(t *testing.T) {
	const (
		enc, encReuse           = "encode/convert,fresh,copy", "encode/convert,reuse,copy"
		dec, decReuse, decAlias = "decode/convert,fresh,copy", "decode/convert,reuse,copy", "decode/convert,fresh,alias"
		shares                  = "the result shares memory with the input or with an earlier result"
		keeps                   = "the reused value keeps data of an earlier message or shares memory with the input"
		changed                 = `string changed at "Name": ` + shares
	)
	var shared []byte
	var kept order
	fresh := map[string]func([]byte, *order) error{"fresh,copy": decodeJSON}
	for _, c := range []struct {
		name    string
		calls   calls
		keys    []string
		dropped map[string]string
		losses  []string // "edge: path kind", some of them
		err     string
	}{
		{name: "good", keys: []string{decAlias, dec, enc, encReuse},
			calls: calls{marshal: encodeJSON, marshalReuse: func(v *order, buf []byte) ([]byte, error) {
				b, err := json.Marshal(v)
				return append(buf, b...), err
			}, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON, "fresh,alias": aliasing}}},
		{name: "an alias declared as a copy", keys: []string{enc}, dropped: map[string]string{dec: changed},
			calls: calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": aliasing}}},
		{name: "an alias declared as a copy, and a copy", keys: []string{dec, enc}, dropped: map[string]string{decReuse: `string changed at "Name": ` + keeps},
			calls: calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON,
				"reuse,copy": func(b []byte, v *order) error { *v = order{}; return aliasing(b, v) }}}},
		{name: "data left from the last call", keys: []string{dec, enc},
			dropped: map[string]string{decReuse: `value became nil at "Note": ` + keeps},
			calls: calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON,
				"reuse,copy": func(b []byte, v *order) error {
					note := v.Note
					*v = order{}
					if err := json.Unmarshal(b, v); err != nil {
						return err
					}
					v.Note = note
					return nil
				}}}},
		{name: "an encoder that is not fresh", keys: []string{dec}, dropped: map[string]string{
			enc: "an encoded message changes when the next one is encoded, so it is not in newly allocated memory"},
			calls: calls{decode: fresh, marshal: func(v *order) ([]byte, error) {
				b, err := json.Marshal(v)
				shared = append(shared[:0], b...)
				return shared, err
			}}},
		{name: "a decoder that is not fresh", keys: []string{enc}, dropped: map[string]string{dec: `string changed at "Lines[]": ` + shares},
			calls: calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": func(b []byte, v *order) error {
				lines := kept.Lines[:0]
				kept = order{}
				err := json.Unmarshal(b, &kept)
				kept.Lines = append(lines, kept.Lines...)[:len(kept.Lines):max(len(kept.Lines), cap(lines))]
				*v = kept
				return err
			}}}},
		{name: "a lossy one", keys: []string{dec, enc}, losses: []string{": Name string changed"},
			calls: calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": func(b []byte, v *order) error {
				err := json.Unmarshal(b, v)
				v.Name = strings.ToUpper(v.Name)
				return err
			}}}},
		{name: "errors for edge values", keys: []string{dec, enc}, losses: []string{"zero: refused", "max: refused", "min: refused"},
			calls: calls{decode: fresh, marshal: func(v *order) ([]byte, error) {
				if v.ID == 0 || v.ID == math.MaxInt || v.ID == math.MinInt {
					return nil, errors.New("not this number")
				}
				return json.Marshal(v)
			}}},
		{name: "only decodes", keys: []string{dec}, calls: calls{decode: fresh, encode: encodeJSON}},
		{name: "only decodes, and messages cannot be made", err: "encode value 0: no",
			calls: calls{decode: fresh, encode: func(*order) ([]byte, error) { return nil, errors.New("no") }}},
		{name: "an encoder that fails", err: "encode value 0: no",
			calls: calls{decode: fresh, marshal: func(*order) ([]byte, error) { return nil, errors.New("no") }}},
		{name: "a decoder that panics", err: "decode value 0: panic: no",
			calls: calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": func([]byte, *order) error { panic("no") }}}},
		{name: "a second loop that fails", keys: []string{dec, enc}, dropped: map[string]string{encReuse: "no"},
			calls: calls{decode: fresh, marshal: encodeJSON, marshalReuse: func(*order, []byte) ([]byte, error) { return nil, errors.New("no") }}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.calls.adapter().check(source{Seed: 1, Count: 64}, &Request{Edges: true}, nil)
			if p.Error != c.err {
				t.Fatalf("error %q, want %q", p.Error, c.err)
			}
			if !slices.Equal(p.Keys, c.keys) {
				t.Errorf("keys %q, want %q", p.Keys, c.keys)
			}
			for _, key := range slices.Concat(c.calls.adapter().keys(), []string{""}) {
				if p.Dropped[key] != c.dropped[key] {
					t.Errorf("%s is dropped for %q, want %q", key, p.Dropped[key], c.dropped[key])
				}
			}
			for _, want := range c.losses {
				if !slices.ContainsFunc(p.Losses, func(l loss.Loss) bool { return l.Edge+": "+strings.TrimSpace(l.Path+" "+l.Kind) == want }) {
					t.Errorf("no loss %q in %+v", want, p.Losses)
				}
			}
			if c.err == "" && (p.Counts.Values != 64 || p.Size <= 0 || p.Hash == "") {
				t.Errorf("%d values of %v bytes, hash %q", p.Counts.Values, p.Size, p.Hash)
			}
		})
	}
}

func TestData(t *testing.T) {
	a := calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON}}.adapter()
	file := filepath.Join(t.TempDir(), "orders")
	for _, c := range []struct {
		text string
		n    int
		err  string
	}{
		{`[{"ID":7},{"ID":8}]`, 64, ""},
		{"{\"ID\":7}\n{\"ID\":8}\n", 64, ""},
		{strings.Repeat("{\"ID\":7} {\"ID\":8}\n", 100), 128, ""},
		{`[{"ID":7},{"Id2":8}]`, 0, `line 1, column 12 (value 2): json: unknown field "Id2"`},
		{"{\"ID\":7}\n{\"ID\":\"8\"}", 0, "line 2, column 7 (value 2)"},
		{"", 0, "no JSON value in it"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		made, err := a.values(source{Data: file})
		var values []order
		if err == nil {
			values = made.Interface().([]order)
		}
		if len(values) != c.n || c.err == "" && err != nil || c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), "-data: "+file+": "+c.err)) {
			t.Errorf("%.40q: %d values, %v; want %d, %q", c.text, len(values), err, c.n, c.err)
		}
		for i, v := range values {
			if v.ID != 7+i%2 {
				t.Errorf("%.40q: value %d has ID %d", c.text, i, v.ID)
			}
		}
		p := a.check(source{Data: file}, &Request{}, nil)
		if (p.Values != "") != (c.err != "") {
			t.Errorf("%.40q: the check has the values error %q", c.text, p.Values)
		}
	}
}

// TestOwnValues checks codecs whose package has a function for sample values.
func TestOwnValues(t *testing.T) {
	made := 0
	var none map[int]int
	for _, c := range []struct {
		make func(n int) []order
		want string
	}{
		{func(n int) []order { return make([]order, n) }, ""},
		{func(n int) []order { return nil }, "BaleSamples of harness.order returned a slice of length 0 for n = 1: it has to return n values"},
		{func(n int) []order { return make([]order, n+1) }, "BaleSamples of harness.order returned a slice of length 2 for n = 1: it has to return n values"},
		{func(int) []order { panic("oh") }, `BaleSamples of harness.order panicked at \S*harness_test.go:\d+: oh`},
		{func(n int) []order { return make([]order, n, n-2) }, `BaleSamples of harness.order panicked at \S*harness_test.go:\d+: runtime error: .*`},
		{func(n int) []order { none[n]++; return nil }, `BaleSamples of harness.order panicked at \S*harness_test.go:\d+: assignment to entry in nil map`},
		{func(n int) []order {
			made++
			list := make([]order, n)
			list[0].ID = made
			return list
		}, "BaleSamples of harness.order returned other values for the same r when it was called again: it has to use r alone, and no clock, other random numbers or variables that change"},
	} {
		a := calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON}}.adapter()
		a.samples = Own(false, func(_ uint64, n int) any { return c.make(n) })
		p := a.check(source{Seed: 1}, &Request{}, nil)
		if matched := regexp.MustCompile("^" + c.want + "$").MatchString; !matched(p.Values) || p.Error != p.Values {
			t.Errorf("the check has %q and %q, want %q", p.Values, p.Error, c.want)
		}
	}
}

// TestServe sends all requests of a run, and some invalid ones.
func TestServe(t *testing.T) {
	s := &server{adapters: []Adapter{calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON}}.adapter()}}
	req := Request{Shape: "order", Codec: "test", Seed: 1, Op: "encode", Mode: measure.DefaultMode, N: 100, Target: 1e5}
	ask := func(change func(*Request)) (Response, error) {
		r := req
		change(&r)
		return s.serve(&r)
	}
	if resp, err := ask(func(r *Request) { r.Do = Check }); err != nil || resp.Check == nil || resp.Check.Error != "" {
		t.Errorf("check: %+v, %v", resp, err)
	}
	for _, op := range []measure.Op{measure.Encode, measure.Decode} {
		if resp, err := ask(func(r *Request) { r.Do, r.Op = Calibrate, op }); err != nil || resp.N < 1 || resp.Ns <= 0 {
			t.Errorf("calibrate %s: %+v, %v", op, resp, err)
		}
		for _, procs := range []measure.Procs{measure.Seq, measure.Par} {
			resp, err := ask(func(r *Request) { r.Do, r.Op, r.Mode.Procs = Block, op, procs })
			if err != nil || !resp.Timing.OK() || resp.Timing.N%100 != 0 || resp.Timing.Allocs < 100 {
				t.Errorf("block %s %s: %+v, %v", op, procs, resp.Timing, err)
			}
		}
	}
	for _, c := range []struct {
		change func(*Request)
		want   string
	}{
		{func(r *Request) { r.Do = "dance" }, `unknown request "dance"`},
		{func(r *Request) { r.Codec = "other" }, "no adapter of other for order"},
		{func(r *Request) { r.Do, r.Mode.Memory = Block, measure.Reuse }, "test has no loop encode/convert,reuse,copy"},
	} {
		if _, err := ask(c.change); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestServeLong checks how many operations precede a block of one operation: none if the operation is known to take a second.
func TestServeLong(t *testing.T) {
	for _, c := range []struct {
		opNs float64
		want int
	}{{0, 2}, {longOpNs - 1, 2}, {longOpNs, 1}} {
		encoded := 0
		a := calls{marshal: func(v *order) ([]byte, error) { encoded++; return encodeJSON(v) }}
		s := &server{adapters: []Adapter{a.adapter()}}
		req := &Request{Do: Block, Shape: "order", Codec: "test", Seed: 1, Op: "encode", Mode: measure.DefaultMode, N: 1, Target: 1e5, OpNs: c.opNs}
		if resp, err := s.serve(req); err != nil || resp.Timing.N != 1 || encoded != c.want {
			t.Errorf("%.0f ns: %+v, %v after %d operations, want %d", c.opNs, resp.Timing, err, encoded, c.want)
		}
	}
}

// TestServeLongList checks that operations on a value with few elements precede a block of one very long operation on a value with many, once for each
// loop.
func TestServeLongList(t *testing.T) {
	var lengths []int
	a := Make(Spec[[]string, []string]{Shape: "list", Codec: "test", Own: true, New: func(s *State[[]string, []string]) map[string]func(int) error {
		return map[string]func(int) error{"encode/convert,fresh,copy": func(int) (err error) {
			lengths = append(lengths, len(s.Values[0]))
			s.OutBytes, err = json.Marshal(s.Values[0])
			return err
		}}
	}})
	s := &server{adapters: []Adapter{a}}
	for _, c := range []struct {
		length, n int
		opNs      float64
		before    int
	}{
		{fewElements + 1, 1, fewElementsNs, fewElements}, {fewElements + 1, 1, fewElementsNs, 0}, {fewElements + 2, 2, fewElementsNs, fewElements + 2},
		{fewElements, 1, fewElementsNs, fewElements}, {fewElements + 3, 1, fewElementsNs - 1, fewElements + 3},
	} {
		lengths = nil
		req := &Request{Do: Block, Shape: "list", Codec: "test", Seed: 1, Length: c.length, Op: "encode", Mode: measure.DefaultMode, N: c.n, Target: 1e5, OpNs: c.opNs}
		if _, err := s.serve(req); err != nil {
			t.Fatal(err)
		}
		first, last := lengths[0], lengths[len(lengths)-1]
		if last != c.length || c.before > 0 && (len(lengths) == 1 || first != c.before) || c.before == 0 && len(lengths) > 1 {
			t.Errorf("%+v: values of lengths %v", c, lengths)
		}
	}
	file := filepath.Join(t.TempDir(), "lists")
	if err := os.WriteFile(file, []byte(`[["a", "b"]]`), 0o666); err != nil {
		t.Fatal(err)
	}
	lengths = nil
	req := &Request{Do: Block, Shape: "list", Codec: "test", Length: fewElements + 1, Data: file, Op: "encode", Mode: measure.DefaultMode, N: 1, Target: 1e5, OpNs: fewElementsNs}
	if _, err := s.serve(req); err != nil || !slices.Equal(lengths, []int{2, 2}) {
		t.Errorf("from a file: values of lengths %v, %v", lengths, err)
	}
}

// TestServeOtherLoop checks that a loop does not decode into a value that another loop has left.
func TestServeOtherLoop(t *testing.T) {
	note := "of the input"
	c := calls{marshal: encodeJSON, decode: map[string]func([]byte, *order) error{
		"reuse,alias": func(_ []byte, v *order) error { v.Note = &note; return nil },
		"reuse,copy": func(b []byte, v *order) error {
			if v.Note == &note {
				return errors.New("it would write into " + note)
			}
			return nil
		},
	}}
	s := &server{adapters: []Adapter{c.adapter()}}
	for _, strs := range []measure.Strings{measure.Copy, measure.Alias, measure.Copy} {
		class := measure.DefaultMode
		class.Memory, class.Strings = measure.Reuse, strs
		req := &Request{Do: Block, Shape: "order", Codec: "test", Seed: 1, Op: "decode", Mode: class, N: 10, Target: 1e5}
		if _, err := s.serve(req); err != nil {
			t.Errorf("%s: %v", class, err)
		}
	}
}

// TestSlowMessages checks that messages that took long to make are stored in the folder that lasts, others in the run's, and that both are read.
func TestSlowMessages(t *testing.T) {
	run, lasting := t.TempDir(), t.TempDir()
	t.Setenv(MessageFolder, run)
	t.Setenv(SlowMessageFolder, lasting)
	messages := [][]byte{bytes.Repeat([]byte("a"), minStoredBytes), []byte("b")}
	for name, c := range map[string]struct {
		took time.Duration
		in   string
	}{"slow": {slowMessages, lasting}, "fast": {slowMessages - 1, run}} {
		file := messageFileFor("order", name, source{Seed: 1})
		if got := file.load(); got != nil {
			t.Errorf("%s: %d messages before they were stored", name, len(got))
		}
		file.save(messages, c.took)
		if _, err := os.Stat(filepath.Join(c.in, string(file))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := file.load(); !slices.EqualFunc(got, messages, bytes.Equal) {
			t.Errorf("%s: other messages were read: %d", name, len(got))
		}
	}
}

// TestStored checks that messages are encoded once for all processes of a runner, and read back without changes.
func TestStored(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(MessageFolder, dir)
	encoded := 0
	c := calls{
		marshal: func(v *order) ([]byte, error) {
			encoded++
			return append(make([]byte, 1000), v.Name...), nil
		},
		decode: map[string]func([]byte, *order) error{"fresh,copy": decodeJSON},
	}
	messages := func(src source) [][]byte {
		in, err := c.adapter().encoded(src)
		if err != nil {
			t.Fatal(err)
		}
		return in.messages
	}
	first := messages(source{Seed: 1, Count: 64})
	before := encoded
	second := messages(source{Seed: 1, Count: 64})
	if encoded != before || before != len(first) {
		t.Errorf("%d values: encoded %d times, and %d times more when they were stored", len(first), before, encoded-before)
	}
	if !slices.EqualFunc(first, second, bytes.Equal) {
		t.Error("stored messages changed")
	}
	for i, m := range second {
		if uintptr(unsafe.Pointer(&m[0]))%alignment != 0 {
			t.Fatalf("message %d is not aligned", i)
		}
	}
	if messages(source{Seed: 2, Count: 64}); encoded == before {
		t.Error("another seed has the same messages")
	}
	before = encoded
	if messages(source{Seed: 1, Count: 32}); encoded == before {
		t.Error("another number of values has the same messages")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "new-*")); len(left) > 0 {
		t.Errorf("temporary files left: %v", left)
	}
}
