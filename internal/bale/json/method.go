package json

import "bale/internal/bale/core"

// AppendMarshalJSON appends the result of the method MarshalJSON of the value that v points to.
func (e *Output) AppendMarshalJSON(b []byte, v any, text []byte, err error) []byte {
	if k := len(text) - 1; err == nil && k > 0 && text[0] == '"' && text[k] == '"' && unescaped(core.Text(text[:k], true), 1) == k { // a time or a number with a unit
		return append(b, text...)
	}
	if err == nil {
		if c, ok := AppendRaw(b, text); ok {
			return c
		}
	}
	return e.Fail(b, v)
}

// AppendMarshalText appends the result of the method MarshalText of the value that v points to.
func (e *Output) AppendMarshalText(b []byte, v any, text []byte, err error) []byte {
	if err != nil {
		return e.Fail(b, v)
	}
	return append(AppendText(append(b, '"'), core.Text(text, true)), '"')
}
