//go:build !purego

package json

import "unsafe"

// View returns v as a *To for encoding/json. To has the memory layout of From. encoding/json handles it in another way, because it has other methods.
func View[To, From any](v *From) any { return (*To)(unsafe.Pointer(v)) }

// ViewValue is View for a value that is not addressable.
func ViewValue[To, From any](v *From) any { return *(*To)(unsafe.Pointer(v)) }

// Cast returns a value behind a View as what it stands for.
func Cast[To, From any](v *From) *To { return (*To)(unsafe.Pointer(v)) }

// opened returns the value for encoding/json behind v, which may be the result of View, and a function to be called after the value has been decoded.
func opened(v any) (value any, done func() error, err error) {
	return v, nothing, nil
}

func nothing() error { return nil }
