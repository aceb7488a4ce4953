package json

import "reflect"

// Originals has the types for which others without methods stand in encoding/json, by these.
var Originals map[reflect.Type]reflect.Type

// AppendRoot appends v if its type is one for which methods are generated, or a pointer to it, and reports whether it did.
func AppendRoot(e *Output, b []byte, v any) ([]byte, bool) { return b, false }

// IsRoot reports whether methods are generated for t, or for what it points to.
func IsRoot(t reflect.Type) bool { return false }
