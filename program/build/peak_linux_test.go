package build

import (
	"os/exec"
	"runtime"
	"testing"
)

// TestPeakMemoryIsNotInherited checks that a process that uses little memory is not said to have used that of the process that started it.
func TestPeakMemoryIsNotInherited(t *testing.T) {
	const size = 256 << 20
	large := make([]byte, size)
	for i := 0; i < len(large); i += 4096 {
		large[i] = 1
	}
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Skip(err)
	}
	runtime.KeepAlive(large)
	if got := peakMemory(cmd.ProcessState); got > size/2 {
		t.Errorf("true used %d MiB", got>>20)
	}
}
