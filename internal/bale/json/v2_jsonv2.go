//go:build goexperiment.jsonv2

package json

import (
	"bytes"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"errors"
)

// Go has encoding/json/v2 from Go 1.27 on, and before with GOEXPERIMENT=jsonv2.

// MarshalV2 returns v as encoding/json/v2 encodes it, with sorted maps. v may be the result of [View]. After an error, it returns no text.
func MarshalV2(_ Types, v any) ([]byte, error) {
	v, _, err := opened(v)
	if err != nil {
		return nil, err
	}
	b, err := jsonv2.Marshal(v, jsonv2.Deterministic(true))
	if err != nil {
		return nil, err
	}
	return b, nil
}

// UnmarshalV2 decodes the value at the front of b by encoding/json/v2, and returns the offset after it. v may be the result of [View]. whole means that
// nothing but white space may follow, and strict that unknown names are an error.
func UnmarshalV2(t Types, b []byte, v any, whole, strict bool) (n int, err error) {
	v, done, err := opened(v)
	if err != nil {
		return 0, err
	}
	defer func() { // also after a panic of a method
		if failed := done(); failed != nil {
			n, err = 0, failed
		}
	}()
	if whole {
		return len(b), originalV2(t, jsonv2.Unmarshal(b, v, jsonv2.RejectUnknownMembers(strict)))
	}
	d := jsontext.NewDecoder(bytes.NewReader(b))
	if err := jsonv2.UnmarshalDecode(d, v, jsonv2.RejectUnknownMembers(strict)); err != nil {
		return 0, originalV2(t, err)
	}
	return int(d.InputOffset()), nil
}

// UnknownV2 returns the error of encoding/json/v2 for a name in b that is unknown in the type of v, or nil.
func UnknownV2(t Types, b []byte, v any, whole bool) error {
	if _, err := UnmarshalV2(t, b, v, whole, true); errors.Is(err, jsonv2.ErrUnknownName) {
		return err
	}
	return nil
}

// originalV2 returns an error with the type for which another one stands.
func originalV2(t Types, err error) error {
	if e, ok := err.(*jsonv2.SemanticError); ok {
		e.GoType = t.Original(e.GoType)
	}
	return err
}
