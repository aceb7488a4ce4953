package build

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestTrim checks that entries that nothing has used for five days are removed, once a day, and that a use keeps an entry.
func TestTrim(t *testing.T) {
	cache := t.TempDir()
	if !IsNew(cache) {
		t.Error("an empty cache is not new")
	}
	now := time.Now()
	name := func(digit string) string {
		return filepath.Join(cache, "runners", digit+"1111111111111111111111111111111")
	}
	fill := func(tmp string) error { return os.WriteFile(filepath.Join(tmp, "runner"), []byte("program"), 0o755) }
	age := func(dir string, days int) {
		t.Helper()
		at := now.Add(-time.Duration(days) * 24 * time.Hour)
		if err := os.Chtimes(filepath.Join(dir, filesList), at, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, digit := range []string{"a", "b", "c", "d"} {
		if err := once(name(digit), fill); err != nil {
			t.Fatal(err)
		}
	}
	if IsNew(cache) {
		t.Error("a cache with runners is new")
	}
	age(name("a"), 6) // not used since
	age(name("b"), 4)
	age(name("c"), 6) // used again
	age(name("d"), 6) // has a file that bale did not write
	if err := once(name("c"), fill); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(name("d"), "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	check := func(when time.Time, want string) {
		t.Helper()
		if err := Trim(cache, when); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, digit := range []string{"a", "b", "c", "d"} {
			if _, err := os.Stat(name(digit)); err == nil {
				got += digit
			}
		}
		if got != want {
			t.Errorf("%q are left, want %q", got, want)
		}
	}
	check(now, "bcd")
	age(name("b"), 6)
	check(now.Add(23*time.Hour), "bcd") // less than a day after the last time
	check(now.Add(25*time.Hour), "cd")
}
