package all

import (
	"flag"
	"os/exec"
	"slices"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
	"bale/shape"
)

var architectures = flag.Bool("architectures", false, "TestArchitectures: run it")

// TestArchitectures runs the generated tests of all kinds and of the shapes on a 32-bit architecture, and on a big-endian one,
// which takes qemu-user.
func TestArchitectures(t *testing.T) {
	if !*architectures {
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
			// proto omits zero values, for example, but the tests of kinds expect them.
			formats := slices.DeleteFunc(slices.Clone(Formats), func(f *emit.Format) bool { return f == proto.Format })
			env := []string{"GOOS=linux", "GOARCH=" + c.name, "CGO_ENABLED=0"}
			gentest.RunKindsOn(t, formats, env, args, golden)
			list := slices.Clone(shape.All)
			if c.name == "386" { // its samples have ints of more than 32 bits
				list = slices.DeleteFunc(list, func(s shape.Shape) bool { return s.Name == "valmsg" })
			}
			m := shapes(t, list, gen.Request{Tests: true})
			m.Env = env
			m.MustRunGo(t, append(append([]string{"test", "-vet=off", "-short"}, args...), "./...")...)
			m = limits(t, false)
			m.Env = env
			m.MustRunGo(t, append(append([]string{"test", "-vet=off", "-run", "^(TestInts|TestMax|TestMethodFails)$"}, args...), "./...")...)
		})
	}
}

// golden returns the folder with the golden files of a format.
func golden(f *emit.Format) string {
	switch f.Name {
	case "fixed", "varint", "xdr":
		return "../../emit/sequence/testdata"
	case "sproto-packed":
		return "../sproto/testdata"
	}
	return "../" + f.Name + "/testdata"
}
