package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bale/result"
)

// TestReserve checks that runs without a named folder that begin at the same time get different folders, and that runs without rounds leave
// no folders.
func TestReserve(t *testing.T) {
	t.Chdir(t.TempDir())
	now := time.Now()
	const n = 8
	names, releases := make(chan string, n), make(chan func(), n)
	for range n {
		go func() {
			c := newComparison("")
			release, err := c.reserve(now)
			if err != nil {
				t.Error(err)
			}
			names <- c.Dir
			releases <- release
		}()
	}
	seen := map[string]bool{}
	for range n {
		name := <-names
		if seen[name] || !strings.HasPrefix(name, filepath.Join(ResultsRoot, now.Format("2006-01-02-150405"))) {
			t.Errorf("%s, after %v", name, seen)
		}
		seen[name] = true
	}
	for range n {
		(<-releases)()
	}
	if _, err := os.Stat(ResultsRoot); err == nil {
		t.Error("the results folder was not removed")
	}
}

// TestReserveTwice checks that a comparison cannot use the folder of another running comparison.
func TestReserveTwice(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	release, err := newComparison(dir).reserve(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if !InUse(dir) {
		t.Skip("the file system does not support locks")
	}
	if _, err := newComparison(dir).reserve(time.Now()); err == nil || !strings.Contains(err.Error(), "another bale compare is writing into") {
		t.Errorf("the folder is reserved twice: %v", err)
	}
	release()
	if release, err = newComparison(dir).reserve(time.Now()); err != nil {
		t.Fatal(err)
	}
	release()
}

// TestReserveNamed checks that only the folders that reserve has made are removed.
func TestReserveNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	exists := func(path string) bool { _, err := os.Stat(path); return err == nil }
	if err := os.MkdirAll("old/kept", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, first string }{{"old/kept", ""}, {"old/new/a/b", "old/new"}, {"old/kept/x", "old/kept/x"}, {".", ""}} {
		release, err := newComparison(c.dir).reserve(time.Now())
		if err != nil || !exists(c.dir) {
			t.Fatalf("%s: %v", c.dir, err)
		}
		release()
		if !exists("old/kept") || c.first != "" && exists(c.first) {
			t.Errorf("%s: old/kept is there: %v, %s is there: %v", c.dir, exists("old/kept"), c.first, exists(c.first))
		}
	}
	if err := os.WriteFile("old/file", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"old/file", "old/file/below"} {
		_, err := newComparison(dir).reserve(time.Now())
		if err == nil || !strings.HasPrefix(err.Error(), "no folder for the results: ") || !strings.HasSuffix(err.Error(), ": name another one with -o") {
			t.Errorf("%s: got %v", dir, err)
		}
	}
}

// TestBegin checks that an empty folder gets a .gitignore file, that existing files are not changed, and that a second run in a folder is
// an error.
func TestBegin(t *testing.T) {
	for _, others := range []string{"", ".gitignore", "notes.txt"} {
		dir := filepath.Join(t.TempDir(), "new")
		c := newComparison(dir)
		if others != "" {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, others), []byte("mine"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.begin(); err != nil || c.Stage() != Measuring {
			t.Fatalf("with %q: stage %d, %v", others, c.Stage(), err)
		}
		want := map[string]string{"": result.IgnoreAll, ".gitignore": "mine", "notes.txt": ""}[others]
		if got, _ := os.ReadFile(filepath.Join(dir, result.IgnoreFile)); string(got) != want {
			t.Errorf("with %q: .gitignore has %q, want %q", others, got, want)
		}
		second := newComparison(dir)
		if err := second.begin(); err == nil || !strings.Contains(err.Error(), "holds the rounds of another run") {
			t.Errorf("a second run: %v", err)
		}
		if err := os.Remove(filepath.Join(dir, result.RunFile)); err != nil {
			t.Fatal(err)
		}
		if _, err := second.reserve(time.Now()); err == nil || !strings.Contains(err.Error(), "holds the rounds of another run") {
			t.Errorf("rounds without a run: %v", err)
		}
	}
}
