package json

import (
	"errors"
	"reflect"
	"time"
	"unicode/utf8"

	"bale/internal/bale/core"
)

// FailV2 is Fail for the semantics of encoding/json/v2.
func (e *Output) FailV2(b []byte, v any) []byte {
	if !e.Failed {
		e.Failed = true
		if active.Load() > 0 {
			_, e.Err = MarshalV2(e.Types, v)
		}
	}
	return b
}

// errCycle is the error for a value that is inside itself.
var errCycle = errors.New("encountered a cycle")

// EnterV2 is Enter for the semantics of encoding/json/v2.
func (e *Output) EnterV2(v any) bool {
	failed := e.Failed
	ok := e.Enter(v)
	if !ok && !failed && e.Err != nil {
		e.Err = errCycle
	}
	return ok
}

// AppendLibraryV2 appends what encoding/json/v2 writes for v, which may be a pointer to the value.
func (e *Output) AppendLibraryV2(b []byte, v any) []byte {
	if e.Failed {
		return b
	}
	v, _, err := opened(v)
	if err != nil {
		e.Failed, e.Err = true, err
		return b
	}
	defer active.Add(-1)
	if active.Add(1) > maxActive && cycle(e.Types, reflect.ValueOf(v), map[place]bool{}, maxLevels) != nil {
		e.Failed, e.Err = true, errCycle
		return b
	}
	text, err := MarshalV2(e.Types, v)
	if err != nil {
		e.Failed, e.Err = true, err
		return b
	}
	return append(b, text...)
}

// AppendTextV2 appends a JSON string. Strings that are not UTF-8 are errors.
func (e *Output) AppendTextV2(b []byte, s string) []byte {
	n := len(b) + 1
	b = append(append(b, '"'), s...)
	if end := inUTF8(b, n); end < len(b) {
		if b[end] >= utf8.RuneSelf || !utf8.ValidString(s) {
			return e.FailV2(b, s)
		}
		b = appendEscapes(b[:n], s)
	}
	return append(b, '"')
}

// appendEscapes appends s with the escapes that JSON requires.
func appendEscapes(b []byte, s string) []byte {
	b = core.Grow(b, len(s)+6)
	start := 0
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			b = appendEscape(append(b, s[start:i]...), c)
			start = i + 1
		}
	}
	return append(b, s[start:]...)
}

// AppendFloat64V2 appends a float.
func (e *Output) AppendFloat64V2(b []byte, x float64) []byte {
	if x-x != 0 {
		return e.FailV2(b, x)
	}
	return e.AppendFloat64(b, x)
}

// AppendFloat32V2 appends a float.
func (e *Output) AppendFloat32V2(b []byte, x float32) []byte {
	if x-x != 0 {
		return e.FailV2(b, x)
	}
	return e.AppendFloat32(b, x)
}

// AppendTimeV2 appends a time in the form of RFC 3339. Other years, and offsets from UTC that the form cannot hold, are for encoding/json/v2.
func (e *Output) AppendTimeV2(b []byte, t time.Time) []byte {
	_, offset := t.Zone()
	if year := t.Year(); year < 1 || year > 9999 || offset%60 != 0 || offset <= -86400 || offset >= 86400 {
		return e.AppendLibraryV2(b, t)
	}
	return e.AppendTime(b, t)
}

// IsEmptyV2 reports whether a field with the option omitempty is left out: its text at the end of b, from n on, is null or an empty string, list or
// object.
func IsEmptyV2(b []byte, n int) bool {
	switch string(b[n:]) {
	case "null", `""`, "[]", "{}":
		return true
	}
	return false
}

// AppendAnyV2 appends what encoding/json/v2 writes for v.
func (e *Output) AppendAnyV2(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil, bool, int, int64:
		return e.AppendAny(b, v)
	case string:
		return e.AppendTextV2(b, v)
	case float64:
		return e.AppendFloat64V2(b, v)
	case []any:
		return e.appendListV2(b, v)
	case map[string]any:
		return e.appendMapV2(b, v)
	}
	return e.AppendLibraryV2(b, v)
}

// appendListV2 appends a list of values.
func (e *Output) appendListV2(b []byte, list []any) []byte {
	if e.Depth++; e.Depth > MaxDepth && !e.EnterV2(list) {
		return b
	}
	b = append(b, '[')
	for _, x := range list {
		b = append(e.AppendAnyV2(b, x), ',')
	}
	if e.Depth > MaxDepth {
		e.Leave(list)
	}
	e.Depth--
	return Close(b, ']')
}

// appendMapV2 appends a map of values.
func (e *Output) appendMapV2(b []byte, m map[string]any) []byte {
	if e.Depth++; e.Depth > MaxDepth && !e.EnterV2(m) {
		return b
	}
	b = append(b, '{')
	n := len(e.Keys)
	for _, k := range Keys(e, m) {
		b = append(e.AppendTextV2(b, k), ':')
		b = append(e.AppendAnyV2(b, m[k]), ',')
	}
	e.Keys = e.Keys[:n]
	if e.Depth > MaxDepth {
		e.Leave(m)
	}
	e.Depth--
	return Close(b, '}')
}
