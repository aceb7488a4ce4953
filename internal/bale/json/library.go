package json

import "reflect"

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
	text, err := Marshal(e.Types, v)
	if err != nil {
		e.Failed, e.Err = true, err
		return b
	}
	return append(b, text...)
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
