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
		{"map<int32, string>", "map<int64, string>", true},
		{"map<string, int32>", "map<string, int64>", true},
		{"map<string, int32>", "map<string, sint64>", false},
		{"map<int64, string>", "map<int32, string>", false},
		{"map<string, Row>", "map<string, Row>", true},
		{"map<string, Row>", "map<string, Line>", false},
		{"map<int32, string>", "int64", false},
		{"int32", "map<int64, string>", false},
	} {
		if got := reads(c.from, c.to); got != c.want {
			t.Errorf("reads(%s, %s) = %v", c.from, c.to, got)
		}
	}
}
