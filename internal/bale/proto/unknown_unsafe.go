//go:build !purego

package proto

import (
	"reflect"
	"unsafe"
)

// UnknownAt returns the offset of the unknown fields in a message that protoc-gen-go has generated, or 0 if they are not a slice of bytes in
// it. It looks when the program starts, since another version of protoc-gen-go may generate the message of another module.
func UnknownAt(message reflect.Type) uintptr {
	f, ok := message.FieldByName("unknownFields")
	if !ok || len(f.Index) > 1 || f.Type != reflect.TypeFor[[]byte]() {
		return 0
	}
	return f.Offset
}

// BytesAt returns the slice of bytes at an offset in v.
func BytesAt[T any](v *T, at uintptr) []byte { return *(*[]byte)(unsafe.Add(unsafe.Pointer(v), at)) }
