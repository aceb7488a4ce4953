//go:build !race

package gentest

// Race says that the race detector is on. Tests of what is generated then run under it, too.
const Race = false
