// Package probe records what generated code does, so that two versions of it can be compared. gencompare copies it into a program
// for each version. The values are the same in both programs.
package probe

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"reflect"
	"slices"
	"strings"

	"bale/runner/inspect"
)

const (
	manyValues   = 50
	corruptEvery = 6        // the message of every sixth value is truncated and corrupted
	corruptBytes = 200      // number of bytes of a message that are tested
	corruptMax   = 64 << 10 // maximum length of a message that is corrupted
	repetitions  = 64       // number of encodings; the chance that a map with several entries always has the same order is below 1e-18
)

// A testCase is the code of one package in one format.
type testCase struct {
	name   string
	unions map[string][]reflect.Type
	types  []reflect.Type
}

// cases are the cases that Add added.
var cases []*testCase

// Add adds the code for a package. unions has the member types of unions, by the name of the interface type, or of the field or
// type that holds such interfaces. Types without generated methods are ignored.
func Add(name string, unions map[string][]reflect.Type, types ...reflect.Type) {
	cases = append(cases, &testCase{name, unions, types})
}

// A recorder prints lines with a case, a key and an outcome, with tabs in between. A line for many outcomes has a hash of them. If
// its key is in wanted, each outcome has a line instead.
type recorder struct {
	out    io.Writer
	wanted []string
}

// Main records all cases. If keys are wanted, it prints only the outcomes of these.
func Main(out io.Writer, wanted []string) {
	r := &recorder{out, wanted}
	for _, c := range cases {
		for _, t := range c.types {
			ptr := reflect.PointerTo(t)
			for i := range ptr.NumMethod() {
				if name, ok := strings.CutSuffix(ptr.Method(i).Name, "Alias"); ok && strings.HasPrefix(name, "Unmarshal") {
					m := &subject{r, c, t, strings.TrimPrefix(name, "Unmarshal"), reflect.New(t)}
					for k, v := range m.values() {
						m.value(k, v)
					}
				}
			}
		}
	}
}

// A subject is a type and its methods for one format.
type subject struct {
	*recorder
	*testCase
	typ    reflect.Type
	suffix string
	used   reflect.Value // the value that all messages are decoded into, one after the other
}

// print prints a line, unless keys are wanted.
func (m *subject) print(key, text string) {
	if len(m.wanted) == 0 {
		fmt.Fprintf(m.out, "%s\t%s\t%s\n", m.name, key, text)
	}
}

// value records what happens with the value that v points to.
func (m *subject) value(k int, v reflect.Value) {
	key := fmt.Sprintf("%v %s value %d", m.typ, m.suffix, k)
	b, err := m.marshal(v)
	for range repetitions {
		if again, errAgain := m.marshal(v); !bytes.Equal(again, b) || errAgain != err {
			if err == "" {
				m.print(key, "in any order, decodes to "+m.outcomes([]input{{"", b}})[0])
			}
			return
		}
		if len(b) > 4<<10 {
			break
		}
	}
	m.print(key+" message", fmt.Sprintf("%s %d bytes, size %s: %x", err, len(b), m.size(v), b))
	if err != "" {
		return
	}
	m.print(key+" decoded", m.outcomes([]input{{"", b}})[0])
	m.print(key+" aliased", m.decode("Unmarshal"+m.suffix+"Alias", reflect.New(m.typ), b))
	m.print(key+" into a used value", m.decode("Unmarshal"+m.suffix, m.used, b))
	longer := append(slices.Clone(b), 1, 2, 3)
	m.print(key+" with more behind it", m.outcomes([]input{{"", longer}})[0]+"; "+m.decode("Decode"+m.suffix, reflect.New(m.typ), longer))
	if k%corruptEvery == 0 && len(b) <= corruptMax {
		m.many(key+" truncated", truncated(b))
		m.many(key+" corrupted", corrupted(b))
	}
}

// An input is a modified message.
type input struct {
	what string
	b    []byte
}

// truncated returns the prefixes of b.
func truncated(b []byte) (list []input) {
	for n := range min(len(b), corruptBytes) {
		list = append(list, input{fmt.Sprintf("%d bytes", n), b[:n:n]})
	}
	return list
}

// corrupted returns copies of b with one changed byte.
func corrupted(b []byte) (list []input) {
	for k := range min(len(b), corruptBytes) {
		for _, x := range []byte{b[k] ^ 1, b[k] ^ 0x80, b[k] ^ 0xff, b[k] + 1, 0, 0x7f} {
			other := slices.Clone(b)
			other[k] = x
			list = append(list, input{fmt.Sprintf("byte %d is %#02x", k, x), other})
		}
	}
	return list
}

// many records the outcomes of many messages.
func (m *subject) many(key string, list []input) {
	wanted := slices.Contains(m.wanted, m.name+"\t"+key)
	if len(m.wanted) > 0 && !wanted {
		return
	}
	h := fnv.New64a()
	for i, text := range m.outcomes(list) {
		fmt.Fprintln(h, text)
		if wanted {
			fmt.Fprintf(m.out, "%s\t%s: %s\t%s\n", m.name, key, list[i].what, text)
		}
	}
	m.print(key, fmt.Sprintf("%d outcomes %x", len(list), h.Sum64()))
}

// outcomes returns the outcomes of decoding messages: an error, or the hash of a value. The values are hashed together, because the
// hash has a setup cost.
func (m *subject) outcomes(list []input) []string {
	texts := make([]string, len(list))
	values := reflect.MakeSlice(reflect.SliceOf(m.typ), 0, len(list))
	var good []int
	for i, x := range list {
		v := reflect.New(m.typ)
		if texts[i] = m.call("Unmarshal"+m.suffix, v, x.b); texts[i] == "" {
			good, values = append(good, i), reflect.Append(values, v.Elem())
		}
	}
	for k, hash := range inspect.Hashes(values) {
		texts[good[k]] = fmt.Sprintf("value %016x", hash)
	}
	return texts
}

// decode calls a method that decodes b into the value that v points to.
func (m *subject) decode(method string, v reflect.Value, b []byte) string {
	if text := m.call(method, v, b); text != "" {
		return text
	}
	return fmt.Sprintf("value %016x", inspect.Hash(v.Elem()))
}

// call calls a method that decodes b. It returns the error, or "".
func (m *subject) call(method string, v reflect.Value, b []byte) (text string) {
	defer caught(&text)
	var err error
	switch f := v.MethodByName(method).Interface().(type) {
	case func([]byte) error:
		err = f(b)
	case func([]byte) (int, error):
		var n int
		if n, err = f(b); err == nil && n != len(b)-3 {
			return fmt.Sprintf("decoded %d of %d bytes", n, len(b))
		}
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// marshal encodes the value that v points to. text is the error, or "".
func (m *subject) marshal(v reflect.Value) (b []byte, text string) {
	defer caught(&text)
	b, err := v.MethodByName("Marshal" + m.suffix).Interface().(func() ([]byte, error))()
	if err != nil {
		return nil, "error: " + err.Error() + ";"
	}
	return b, ""
}

// size returns the encoded size of the value that v points to, as text.
func (m *subject) size(v reflect.Value) (text string) {
	defer caught(&text)
	return fmt.Sprint(v.MethodByName("Size" + m.suffix).Interface().(func() int)())
}

// caught sets text to the value of a panic, if there is one. It must be deferred.
func caught(text *string) {
	if p := recover(); p != nil {
		*text = fmt.Sprint("panic: ", p)
	}
}
