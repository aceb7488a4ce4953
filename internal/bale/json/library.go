package json

import (
	"encoding/json"
	"reflect"
)

// maxActive is the number of active calls from which another one looks for cycles: a value may hold itself by a type that only encoding/json encodes, which calls
// generated methods.
const maxActive = 1000

// AppendLibrary appends what encoding/json writes for v, which may be a pointer to the value.
func (e *Output) AppendLibrary(b []byte, v any) []byte {
	if e.Failed {
		return b
	}
	v, _, err := opened(v)
	if err != nil {
		e.Failed, e.Err = true, err
		return b
	}
	defer active.Add(-1)
	if active.Add(1) > maxActive {
		if t := cycle(e.Types, reflect.ValueOf(v), map[place]bool{}, maxLevels); t != nil {
			e.failCycle(v, t)
			return b
		}
	}
	if e.library == nil {
		e.library = newLibrary()
	}
	b, err = e.library.append(b, v)
	if err != nil {
		e.Failed, e.Err = true, withoutCalls(e.Types, err)
	}
	return b
}

// A library appends what json.Marshal returns, without memory for each result: a list of 20 short structs in interfaces takes 0.86 to 0.90 of the time.
type library struct {
	b       []byte
	encoder *json.Encoder
}

func newLibrary() *library {
	l := new(library)
	l.encoder = json.NewEncoder(l)
	return l
}

// append appends the text of v to b.
func (l *library) append(b []byte, v any) ([]byte, error) {
	l.b = b
	err := l.encoder.Encode(v)
	b, l.b = l.b, nil
	if err == nil {
		b = b[:len(b)-1] // Encode ends the text with a newline
	}
	return b, err
}

// Write appends text to the buffer.
func (l *library) Write(text []byte) (int, error) {
	l.b = append(l.b, text...)
	return len(text), nil
}

// Library decodes the value at n by encoding/json. v is a pointer.
func (d *Input) Library(v any, n int) int {
	end := Skip(d.B, n)
	if end < 0 || !d.Check() {
		return -1
	}
	if !succeeds(func() error { _, err := Unmarshal(d.Types, d.B[n:end], v, true, d.Strict); return err }) {
		return -1
	}
	return end
}
