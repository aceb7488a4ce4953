//go:build !purego

package json

import "unsafe"

// offsetIn returns the offset of a text in b, of which it is a part, or -1 if that is not known. A json.Decoder has the text in memory of its own.
func offsetIn(b, text []byte) int {
	if n := uintptr(unsafe.Pointer(unsafe.SliceData(text))) - uintptr(unsafe.Pointer(unsafe.SliceData(b))); n < uintptr(len(b)) {
		return int(n)
	}
	return uniqueIn(b, text)
}
