package gentest

import (
	"flag"
	"os/exec"
	"testing"
)

// Architectures is the flag for tests that build the standard library for other architectures.
var Architectures = flag.Bool("architectures", false, "also run the tests that build the standard library for other architectures")

// OnArchitectures calls test for a 32-bit architecture and for a big-endian one, which takes qemu-user, if there is the flag -architectures.
// env selects the architecture, and args has the command that runs its programs.
func OnArchitectures(t *testing.T, test func(t *testing.T, arch string, env, args []string)) {
	if !*Architectures {
		t.Skip("it builds the standard library for other architectures: run it with -architectures")
	}
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
