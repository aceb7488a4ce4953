//go:build balesafe

package core

import "strings"

// Backing is the memory of strings that are copied.
type Backing = strings.Builder

// MakeRoom makes room for strings of n bytes together.
func (d *Input) MakeRoom(n int) {
	d.Backing.Reset()
	d.Backing.Grow(n)
}

// OneString is the k bytes at n. Most often they are copied behind those of other strings.
func (d *Input) OneString(n, k int) string {
	if d.Whole != "" {
		return d.Whole[n : n+k]
	}
	at := d.Backing.Len()
	if k > d.Backing.Cap()-at {
		if k > Piece {
			return d.OwnString(n, k)
		}
		d.MoreRoom(n, k, at)
		at = 0
	}
	d.Backing.Write(d.B[n : n+k])
	return d.Backing.String()[at:]
}
