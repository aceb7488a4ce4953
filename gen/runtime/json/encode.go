package json

import "encoding/json"

// Encode appends *v to b by the function put. encoding/json encodes plain(v) if put fails without an error. It also does for a cycle, so that
// the error names the same type, if it finds the cycle itself: it does not if it calls generated methods.
func Encode[T any](b []byte, v *T, put func(e *Output, b []byte, v *T) []byte, plain func(v *T) any, finds bool) ([]byte, error) {
	if v == nil {
		return append(b, "null"...), nil
	}
	e := Begin()
	if b == nil {
		w := put(e, e.Buf[:0], v)
		if !e.Failed {
			return e.Finish(w), nil
		}
	} else if w := put(e, b, v); !e.Failed {
		e.Release()
		return w, nil
	}
	err, decided := e.Err, e.Err != nil && !(e.Cycle && finds)
	e.Release()
	if decided {
		return b, err
	}
	text, err := json.Marshal(plain(v))
	return append(b, text...), err
}
