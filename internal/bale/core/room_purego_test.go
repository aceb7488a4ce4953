//go:build purego

package core

// roomOf returns the size of the memory for strings.
func roomOf(d *Input) int { return d.Backing.Cap() }
