package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPager writes through a pager, without one, and through one that ends early.
func TestPager(t *testing.T) {
	for _, c := range []struct{ pager, want string }{
		{"tr a b", strings.Repeat("b", 1<<17)},
		{"cat", strings.Repeat("a", 1<<17)},
		{"", strings.Repeat("a", 1<<17)},
		{"bale-no-such-program -R", strings.Repeat("a", 1<<17)},
		{"head -c 5", "aaaaa"},
	} {
		t.Setenv("PAGER", c.pager)
		out, err := os.Create(filepath.Join(t.TempDir(), "terminal"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := startPager(t.Context(), out, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = p.in.WriteString(strings.Repeat("a", 1<<17)) // fails if the pager has ended
		p.wait()
		if got, err := os.ReadFile(out.Name()); err != nil || string(got) != c.want {
			t.Errorf("PAGER=%q: %d bytes, %v", c.pager, len(got), err)
		}
		out.Close()
	}
}
