package json

import "reflect"

// Originals has the types for which others without methods stand in encoding/json, by these.
var Originals map[reflect.Type]reflect.Type

// Original returns an error about decoding b into v with the type for which another one stands, by WithOriginals if there are such types.
func Original(b []byte, v any, err error) error { return err }

// AppendRoot appends v if its type is one for which methods are generated, or a pointer to it, and reports whether it did.
func AppendRoot(e *Output, b []byte, v any) ([]byte, bool) { return b, false }

// IsRoot reports whether methods are generated for t, or for what it points to.
func IsRoot(t reflect.Type) bool { return false }

// MarshalV2 is Marshal of encoding/json/v2. Maps are sorted. After an error, it returns no text.
func MarshalV2(v any) ([]byte, error) { return nil, nil }

// UnmarshalV2 decodes the value at the front of b by encoding/json/v2, and returns the offset after it. whole means that nothing but white space may
// follow, and strict that unknown names are an error.
func UnmarshalV2(b []byte, v any, whole, strict bool) (int, error) { return 0, nil }
