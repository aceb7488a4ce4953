package proto

import "testing"

// TestReads: the form of a named list or map includes its contents, except in old lock files.
func TestReads(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"int32", "int64", true},
		{"int64", "sint64", false},
		{"optional bool", "uint32", false},
		{"repeated Row", "repeated Row of repeated sint64", true},
		{"repeated Row of repeated sint64", "repeated Row of repeated sint64", true},
		{"repeated Row of repeated int64", "repeated Row of repeated sint64", false},
		{"repeated Row of repeated int64", "repeated Row of repeated google.protobuf.Duration", false},
		{"repeated Row of repeated int64", "repeated Line", false},
	} {
		if got := reads(c.from, c.to); got != c.want {
			t.Errorf("reads(%s, %s) = %v", c.from, c.to, got)
		}
	}
}
