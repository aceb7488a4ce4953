package json

import (
	"bytes"
	"encoding/json"
)

// Slow decodes b by encoding/json, or the value at the front of b if whole is not set. v is a pointer to a type without generated methods. Slow
// returns the length of the value, or 0 after an error.
func Slow(b []byte, v any, whole bool) (int, error) {
	end := len(b)
	if !whole {
		end = front(b)
	}
	if err := json.Unmarshal(b[:end], v); err != nil {
		return 0, err
	}
	return end, nil
}

// front returns the length of the value at the front of b, or of b if there is no valid value.
func front(b []byte) int {
	if n := Skip(b, Space(b, 0)); n >= 0 {
		return n
	}
	d := json.NewDecoder(bytes.NewReader(b)) // the value may be nested too deep for Skip
	var raw json.RawMessage
	if d.Decode(&raw) != nil {
		return len(b)
	}
	return int(d.InputOffset())
}
