//go:build race

package gentest

// Race reports whether the race detector is on. If so, tests of generated code run with it, too.
const Race = true
