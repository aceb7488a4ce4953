//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package build

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestCXXCancelled: the end of the context ends the programs that the compiler has started, and removes all files. The compiler proper is
// held by a header that is a pipe.
func TestCXXCancelled(t *testing.T) {
	b := cxxSource(t, greeting)
	header := filepath.Join(b.source, "include", "greet.h")
	if err := errors.Join(os.Remove(header), os.Remove(filepath.Join(b.source, "more", "b.cc")), syscall.Mkfifo(header, 0o600)); err != nil {
		t.Fatal(err)
	}
	b.tool.Sources = b.tool.Sources[:1]
	ctx, cancel := context.WithCancel(t.Context())
	cache, temp, done := t.TempDir(), t.TempDir(), make(chan error, 1)
	t.Setenv("TMPDIR", temp)
	go func() { done <- b.make(ctx, filepath.Join(cache, "key")) }()
	pipe, err := os.OpenFile(header, os.O_WRONLY, 0) // returns when the compiler has opened it
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	cancel()
	if err := <-done; err != context.Canceled {
		t.Errorf("got %v", err)
	}
	for range 1000 { // a compiler that lives reads all of it
		if _, err = pipe.Write(make([]byte, 1<<16)); err != nil {
			break
		}
	}
	if !errors.Is(err, syscall.EPIPE) {
		t.Errorf("the compiler still reads the header: %v", err)
	}
	for _, dir := range []string{cache, temp} {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("files are left in %s: %v, %v", dir, left, err)
		}
	}
}
