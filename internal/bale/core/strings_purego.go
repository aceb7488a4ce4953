//go:build purego

package core

import "strings"

// A Backing is the memory of copied strings.
type Backing = strings.Builder

// MakeRoom allocates memory for strings of n bytes in total.
func (d *Input) MakeRoom(n int) {
	d.Backing.Reset()
	d.Backing.Grow(n)
}

// OneString returns the k bytes at n as a string. Most strings share memory with others.
func (d *Input) OneString(n, k int) string {
	if d.Whole != "" {
		return d.Whole[n : n+k]
	}
	return d.CopyString(n, k)
}

// CopyString returns a copy of the k bytes at n, which is put after the copies of other strings.
func (d *Input) CopyString(n, k int) string {
	at := d.Backing.Len()
	if k > d.Backing.Cap()-at {
		if k > Piece || n+k == len(d.B) {
			return d.OwnString(n, k)
		}
		d.MoreRoom(n, k, at)
		at = 0
	}
	d.Backing.Write(d.B[n : n+k])
	return d.Backing.String()[at:]
}

// TakeRoom returns n elements with memory of their own.
func TakeRoom[T any](_ *Input, n int) []T { return make([]T, n) }
