package main

import (
	"strings"
	"testing"
)

func TestAsk(t *testing.T) {
	for answer, yes := range map[string]bool{"y\n": true, "Yes\r\n": true, "YES": true, "n\n": false, "\n": false, "": false, "yesterday\n": false} {
		var out strings.Builder
		if err := ask(strings.NewReader(answer), &out, "Write? "); (err == nil) != yes || !strings.HasPrefix(out.String(), "Write? ") {
			t.Errorf("%q: %v, %q", answer, err, out.String())
		}
	}
}
