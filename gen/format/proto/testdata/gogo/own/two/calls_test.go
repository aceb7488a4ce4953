package two

import (
	"testing"

	"example.org/gogo/own/kinds"
)

// TestCalls: once the length of messages of a type is known, a message is encoded in a single pass, which calls each method once.
func TestCalls(t *testing.T) {
	count := func(name string, want int, appendTo func(b []byte) ([]byte, error)) {
		var used []byte
		for i := range 16 {
			var err error
			kinds.Calls = 0
			if i%2 == 0 {
				_, err = appendTo(nil)
			} else {
				used, err = appendTo(used[:0])
			}
			if err != nil || i > 10 && kinds.Calls != want {
				t.Errorf("%s: got %d calls, want %d, %v", name, kinds.Calls, want, err)
			}
		}
	}
	count("pointer", 2, (&Options{C: &kinds.Pair{1, 2}}).AppendProto)
	for _, n := range []int{1, 4, 100, 10_000} {
		count("list", n, (&Lists{N: make([]kinds.Pair, n)}).AppendProto)
	}
}
