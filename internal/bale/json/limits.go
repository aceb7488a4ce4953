package json

import (
	"errors"
	"fmt"

	"bale/internal/bale/core"
)

// CheckLimits returns an error if the text of a message exceeds limits that the package sets. It is for types without a limit of their own.
func CheckLimits(b []byte, name string, size uint64) error {
	if core.MaxMemory > 0 || core.MaxDepth != 1000 {
		return CheckMemory(b, name, size, 0)
	}
	return nil
}

// CheckMemory returns an error if the text of a message exceeds limits. memory is the limit of bytes for a value of a type with
// a name, or 0 for core.MaxMemory. A value takes as many bytes as its text, and size bytes for each element, field and entry. core.MaxDepth
// limits the nesting of lists and objects, unless it has its default.
func CheckMemory(b []byte, name string, size, memory uint64) error {
	raise := "//bale:memory above " + name
	if memory == 0 {
		memory, raise = uint64(max(core.MaxMemory, 0)), "MaxMemory of package internal/bale/core"
	}
	maxDepth := core.MaxDepth
	if maxDepth == 1000 {
		maxDepth = len(b)
	}
	depth, values := 0, uint64(1)
	for n := 0; n < len(b); n++ {
		switch b[n] {
		case '"':
			if n = SkipText(b, n) - 1; n < 0 {
				return nil // the decoder reports the error
			}
		case ',':
			values++
		case '[', '{':
			values++
			if depth++; depth > maxDepth {
				return &Limit{fmt.Errorf("%s: offset %d: %w", name, n, core.Errors[core.TooDeep])}
			}
		case ']', '}':
			if depth--; depth == 0 {
				b = b[:n] // what follows is not part of the message
			}
		}
	}
	if memory > 0 && uint64(len(b))+values*size > memory {
		return &Limit{fmt.Errorf("%s: takes more memory than is allowed: raise %s", name, raise)}
	}
	return nil
}

// TooLong returns the error for a field that is longer than its directive max allows.
func TooLong(field string) error {
	return &Limit{fmt.Errorf("%s: %w", field, core.Errors[core.TooLong])}
}

// A Limit is an error about a limit.
type Limit struct{ error }

// Unwrap returns the cause.
func (e *Limit) Unwrap() error { return errors.Unwrap(e.error) }
