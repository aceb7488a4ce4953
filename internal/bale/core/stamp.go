package core

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// PutStamp writes the stamp of a layout at n, and returns the offset after it.
func PutStamp(b Buffer, n int, stamp uint32) int {
	Put32(b, n, bits.ReverseBytes32(stamp))
	return n + 4
}

// CheckStamp returns an error if the message b of the type name does not begin with the stamp.
func CheckStamp(b []byte, stamp uint32, name string) error {
	if StampOf(b) == stamp && len(b) >= 4 {
		return nil
	}
	return WrongStamp(b, stamp, name)
}

// StampOf returns the stamp that the message b begins with. It is not specified if b has less than four bytes.
func StampOf(b []byte) uint32 {
	if len(b) < 4 {
		return 0
	}
	return binary.BigEndian.Uint32(b)
}

// WrongStamp returns the error about the message b of the type name, which begins with the stamp of no layout that is known. The current one is stamp.
//
//go:noinline
func WrongStamp(b []byte, stamp uint32, name string) error {
	f := Fault{Code: Truncated}
	if len(b) < 4 {
		return f.Error(name, len(b))
	}
	f.Cause = fmt.Errorf("%w: it begins with %08x, which bale.lock does not have, and messages of %s with %08x", Errors[OtherLayout], StampOf(b), name, stamp)
	return f.Error(name, 0)
}
