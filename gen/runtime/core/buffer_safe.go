//go:build balesafe

package core

import "encoding/binary"

// A Buffer is bytes to write to or to read from.
type Buffer = []byte

// All is the bytes of b.
func All(b []byte) Buffer { return b }

// At is the bytes of b from n on.
func At(b []byte, n int) Buffer { return b[n:] }

func Put8(b Buffer, n int, x uint8)   { b[n] = x }
func Put16(b Buffer, n int, x uint16) { binary.LittleEndian.PutUint16(b[n:], x) }
func Put32(b Buffer, n int, x uint32) { binary.LittleEndian.PutUint32(b[n:], x) }
func Put64(b Buffer, n int, x uint64) { binary.LittleEndian.PutUint64(b[n:], x) }

func Get8(b Buffer, n int) uint8   { return b[n] }
func Get16(b Buffer, n int) uint16 { return binary.LittleEndian.Uint16(b[n:]) }
func Get32(b Buffer, n int) uint32 { return binary.LittleEndian.Uint32(b[n:]) }
func Get64(b Buffer, n int) uint64 { return binary.LittleEndian.Uint64(b[n:]) }

// Copy writes the bytes of a string.
func Copy(b Buffer, n int, s string) int { return copy(b[n:], s) }

// Bytes is k bytes from n on.
func Bytes(b Buffer, n, k int) []byte { return b[n : n+k] }

// New is room for n bytes.
func New(n int) []byte { return make([]byte, 0, n) }

// Text is b as a string. Without package unsafe it never shares memory.
func Text(b []byte, alias bool) string { return string(b) }
