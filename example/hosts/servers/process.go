// Package servers starts Redis and PostgreSQL for tests, on Unix sockets in temporary folders. A test is skipped if the program is missing.
package servers

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// folder returns a new folder with a short path, because the path of a Unix socket has at most 107 bytes.
func folder(tb testing.TB) string {
	tb.Helper()
	dir, err := os.MkdirTemp("", "bale")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// start runs a server until the test ends, and returns when the server has printed ready.
func start(tb testing.TB, cmd *exec.Cmd, ready string) {
	tb.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Close()
	cmd.Stdout, cmd.Stderr = w, w
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	if err := cmd.Start(); err != nil {
		r.Close()
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	})
	lines, output := bufio.NewScanner(r), ""
	for lines.Scan() {
		output += lines.Text() + "\n"
		if strings.Contains(lines.Text(), ready) {
			go func() { // the server must not block when it prints more
				io.Copy(io.Discard, r)
				r.Close()
			}()
			return
		}
	}
	r.Close()
	tb.Fatalf("%s ended before it printed %q:\n%s", cmd.Path, ready, output)
}
