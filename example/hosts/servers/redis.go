package servers

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Redis starts a Redis or Valkey server that keeps everything in memory, and returns the path of its socket.
func Redis(tb testing.TB) string {
	tb.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil {
		program, err = exec.LookPath("valkey-server")
	}
	if err != nil {
		tb.Skip("redis-server and valkey-server are missing: install Debian's package redis-server or valkey-server")
	}
	dir := folder(tb)
	socket := filepath.Join(dir, "redis.sock")
	start(tb, exec.Command(program, "--port", "0", "--unixsocket", socket, "--dir", dir, "--save", "", "--daemonize", "no"), "eady to accept connections")
	return socket
}
