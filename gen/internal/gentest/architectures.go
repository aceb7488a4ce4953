package gentest

import (
	"os/exec"
	"testing"

	"bale/internal/slow"
)

// OnArchitectures calls test for a 32-bit architecture and for a big-endian one, which takes qemu-user. It is a slow test.
// env selects the architecture, and args has the command that runs its programs.
func OnArchitectures(t *testing.T, test func(t *testing.T, arch string, env, args []string)) {
	slow.Only(t, "it builds the standard library for other architectures")
	for _, c := range []struct{ name, emulator string }{{"386", ""}, {"s390x", "qemu-s390x"}} {
		t.Run(c.name, func(t *testing.T) {
			var args []string
			if c.emulator != "" {
				path, err := exec.LookPath(c.emulator)
				if err != nil {
					t.Skip(err)
				}
				args = []string{"-exec", path, "-skip", "/corrupted$", "-timeout", "30m"} // the skipped tests take nine tenths of the time
			}
			test(t, c.name, []string{"GOOS=linux", "GOARCH=" + c.name, "CGO_ENABLED=0"}, args)
		})
	}
}
