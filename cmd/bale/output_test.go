package main

import (
	"bytes"
	"strings"
	"syscall"
	"testing"
)

// fullDisk is standard output on a full disk.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestFullOutput checks that every command fails if its output cannot be written.
func TestFullOutput(t *testing.T) {
	list := [][]string{{"help"}, {"-h"}, {"version"}, {"list"}, {"completion", "bash"}}
	for _, name := range commandNames() {
		list = append(list, []string{"help", name}, []string{name, "-h"})
	}
	for _, args := range list {
		var stderr bytes.Buffer
		if got := Main(t.Context(), args, fullDisk{}, &stderr); got != exitFailed || !strings.Contains(stderr.String(), syscall.ENOSPC.Error()) {
			t.Errorf("bale %s: exit status %d, %q", strings.Join(args, " "), got, &stderr)
		}
	}
}
