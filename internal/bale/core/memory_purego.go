//go:build purego

package core

import "reflect"

// Wide reports whether elements are copied as they are in memory. Without package unsafe they are not.
const Wide = false

// Aliases reports whether strings can be parts of a message.
const Aliases = false

// StoreMemory writes elements that have the same bytes in memory on every machine at n, and returns the number of bytes.
func StoreMemory[T any](b Buffer, n int, v []T) int {
	if bytes, ok := any(v).([]byte); ok {
		return copy(b[n:], bytes)
	}
	return storeValue(b, n, reflect.ValueOf(v)) - n
}

// LoadMemory reads elements that have the same bytes in memory on every machine at n, and returns the number of bytes.
func LoadMemory[T any](v []T, b Buffer, n int) int {
	if bytes, ok := any(v).([]byte); ok {
		return copy(bytes, b[n:n+len(v)])
	}
	return loadValue(reflect.ValueOf(v), b, n) - n
}

// StoreArray writes an array of bytes, or of arrays of bytes, at n.
func StoreArray[T any](b Buffer, n int, v *T) { storeValue(b, n, reflect.ValueOf(v).Elem()) }

// LoadArray reads an array of bytes, or of arrays of bytes, at n.
func LoadArray[T any](v *T, b Buffer, n int) { loadValue(reflect.ValueOf(v).Elem(), b, n) }

// storeValue writes bytes, lists and arrays of bytes at n, and returns the offset after them.
func storeValue(b Buffer, n int, v reflect.Value) int {
	switch v.Kind() {
	case reflect.Int8:
		b[n] = byte(v.Int())
		return n + 1
	case reflect.Uint8:
		b[n] = byte(v.Uint())
		return n + 1
	}
	for i := range v.Len() {
		n = storeValue(b, n, v.Index(i))
	}
	return n
}

// loadValue is the inverse of storeValue.
func loadValue(v reflect.Value, b Buffer, n int) int {
	switch v.Kind() {
	case reflect.Int8:
		v.SetInt(int64(int8(b[n])))
		return n + 1
	case reflect.Uint8:
		v.SetUint(uint64(b[n]))
		return n + 1
	}
	for i := range v.Len() {
		n = loadValue(v.Index(i), b, n)
	}
	return n
}

// StoreText writes the bytes of a string at n.
func StoreText(b Buffer, n int, s string) { copy(b[n:], s) }

// StoreWord is StoreText for strings of lists.
func StoreWord(b Buffer, n int, s string) { StoreText(b, n, s) }

// Cut takes n elements. Without package unsafe, they have memory of their own, and the slab stays empty.
func Cut[T any](_ *Slab[uint64], _ *int, n int) []T { return make([]T, n) }
