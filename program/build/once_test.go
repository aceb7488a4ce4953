package build

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runners", "key")
	calls := 0
	make := func(err error) func(string) error {
		return func(tmp string) error {
			calls++
			return errors.Join(err, os.WriteFile(filepath.Join(tmp, "made"), []byte("text"), 0o644))
		}
	}
	want := func(what string, err error, text string, n int) {
		t.Helper()
		if got := ""; err != nil || text != "" {
			if err != nil {
				got = err.Error()
			}
			if got != text {
				t.Errorf("%s: error %q, want %q", what, got, text)
			}
		}
		if calls != n {
			t.Errorf("%s: %d calls, want %d", what, calls, n)
		}
	}
	want("a transient error", once(dir, make(errors.New("no network"))), "no network", 1)
	want("a lasting error", once(dir, make(&lastingError{"undefined: x"})), "undefined: x", 2)
	want("after a lasting error", once(dir, make(nil)), "undefined: x", 2)
	want("another folder", once(dir+"2", make(nil)), "", 3)
	want("the same folder", once(dir+"2", make(nil)), "", 3)
	damage := func(change func(made, list string) error) {
		t.Helper()
		if err := change(filepath.Join(dir+"2", "made"), filepath.Join(dir+"2", filesList)); err != nil {
			t.Fatal(err)
		}
	}
	damage(func(made, list string) error { return os.Remove(made) })
	want("a missing file", once(dir+"2", make(nil)), "", 4)
	damage(func(made, list string) error { return os.Truncate(made, 2) })
	want("a truncated file", once(dir+"2", make(nil)), "", 5)
	damage(func(made, list string) error { return os.Chmod(made, 0o600) })
	want("a file with another mode", once(dir+"2", make(nil)), "", 6)
	damage(func(made, list string) error { return os.Truncate(list, 0) })
	want("an empty list", once(dir+"2", make(nil)), "", 7)
	damage(func(made, list string) error { return errors.Join(os.Remove(made), os.Remove(list)) })
	want("an empty folder", once(dir+"2", make(nil)), "", 8)
	want("an intact folder", once(dir+"2", make(nil)), "", 8)
	want("a lasting error again", once(dir, make(nil)), "undefined: x", 8)
	if err := os.Truncate(dir+".failed", 0); err != nil {
		t.Fatal(err)
	}
	want("an empty error", once(dir, make(&lastingError{"undefined: y"})), "undefined: y", 9)
	left, err := filepath.Glob(filepath.Join(filepath.Dir(dir), "*"))
	if err != nil || len(left) != 2 {
		t.Errorf("%v, %v; want the folder and the error", left, err)
	}
}

func TestLastingBuildError(t *testing.T) {
	for _, c := range []struct {
		text    string
		lasting bool
	}{
		{"go: exit status 1: # bale/shape/small\nbale_adapter0.go:5:3: undefined: x", true},
		{"go: exit status 1: # example.com/a [b]\nvendor/a/a.go:5:3: syntax error\n# b\n./b.go:1:1: y", true},
		{"go: exit status 1: bale_adapter0.go:5:3: module lookup disabled by GOPROXY=off", false},
		{"go: exit status 1: # a\n/go/pkg/tool/compile: signal: killed\n# b\nb.go:1:1: undefined: x", false},
		{"go: exit status 1: # a\na.go:9:2: fatal error: zstd.h: No such file or directory", false},
		{"go: exit status 1: go: example.com/a@v1.0.0: dial tcp: no route to host", false},
	} {
		var lasting *lastingError
		if err := lastingBuildError(errors.New(c.text)); errors.As(err, &lasting) != c.lasting || err.Error() != c.text {
			t.Errorf("%q: lasting is %v, want %v", err, !c.lasting, c.lasting)
		}
	}
	if err := lastingBuildError(nil); err != nil {
		t.Error(err)
	}
}

func TestLastingToolError(t *testing.T) {
	for script, want := range map[string]bool{
		"echo no maps >&2; exit 3": true,
		"kill -9 $$":               false,
		"echo write x: no space left on device; exit 1":                        false,
		"echo ld: final close failed: No space left on device >&2; exit 1":     false,
		"echo clang++: error: unable to execute command: Killed >&2; exit 254": false,
	} {
		_, err := Run(t.Context(), t.TempDir(), os.Environ(), nil, "sh", "-c", script)
		var lasting *lastingError
		if got := lastingToolError(err); errors.As(got, &lasting) != want || got.Error() != err.Error() {
			t.Errorf("%s: %v is lasting: %v", script, got, !want)
		}
	}
	if err := lastingToolError(exec.ErrNotFound); err != exec.ErrNotFound {
		t.Errorf("got %v", err)
	}
}
