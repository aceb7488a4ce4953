//go:build !purego

package proto

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bale/internal/bale/core"
)

// TestValidString decodes strings of each length with each number of bytes after them. It checks that a string does not change earlier
// ones, and that the rest of the memory for strings stays zero, as [core.TakeRoom] expects.
func TestValidString(t *testing.T) {
	for k := range 80 {
		for after := range 20 {
			for _, last := range []string{"a", "é", "\x80"} {
				text := (strings.Repeat("0123456789", 8)[:max(0, k-len(last))] + last)[:k]
				message := []byte("first" + text + strings.Repeat("\xff", after))
				d := &Input{Input: core.Input{B: slices.Clone(message)}}
				first, n := d.ValidString(0, 5)
				s, end := d.ValidString(n, k)
				switch {
				case first != "first" || n != 5:
					t.Fatalf("%q, %d bytes after it: the first string is %q, and ends at %d", text, after, first, n)
				case utf8.ValidString(text) && (s != text || end != 5+k):
					t.Fatalf("%q, %d bytes after it: got %q, which ends at %d", text, after, s, end)
				case !utf8.ValidString(text) && (s != "" || end != -1 || d.Code != core.NotUTF8 || d.N != 5):
					t.Fatalf("%q, %d bytes after it: got %q, which ends at %d", text, after, s, end)
				}
				if rest := d.Backing[len(d.Backing):cap(d.Backing)]; cap(d.Backing) <= core.Cleared && strings.Trim(string(rest), "\x00") != "" {
					t.Fatalf("%q, %d bytes after it: the memory after it is %x", text, after, rest)
				}
			}
		}
	}
}

// TestNumbers counts numbers of each length with each number of bytes after them.
func TestNumbers(t *testing.T) {
	for k := range 30 {
		for after := range 12 {
			message := slices.Repeat([]byte{0xff, 1, 2}, 10)[:k]
			want := k - (k+2)/3
			d := &Input{Input: core.Input{B: append(slices.Clone(message), slices.Repeat([]byte{3}, after)...)}}
			if k%3 == 1 {
				want = -1 // the last number is not complete
			}
			if got := d.Numbers(0, k); got != want {
				t.Errorf("%d of the first %d bytes: got %d numbers, want %d", k, k+after, got, want)
			}
		}
	}
}
