package json

import (
	"encoding/json"
	"sync/atomic"
)

// active is the number of calls of json.Marshal by generated code. They may call generated methods.
var active atomic.Int32

// Fail notes that a part v of the value, or what v points to, cannot be encoded, and the error of encoding/json for v if that is the result of
// Encode. Fail returns b.
func (e *Output) Fail(b []byte, v any) []byte {
	if !e.Failed {
		e.Failed = true
		if active.Load() > 0 {
			_, e.Err = Marshal(e.Types, v)
		}
	}
	return b
}

// Marshal is the function of encoding/json. v may be the result of [View].
func Marshal(t Types, v any) ([]byte, error) {
	v, _, err := opened(v)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(v)
	return text, withoutCalls(t, err)
}

// withoutCalls returns an error without the errors about calls of generated methods, which encoding/json would not call.
func withoutCalls(t Types, err error) error {
	for {
		m, ok := err.(*json.MarshalerError)
		if !ok || !t.IsRoot(m.Type) {
			return err
		}
		err = m.Err
	}
}
