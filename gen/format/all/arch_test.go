package all

import (
	"slices"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/internal/gentest"
	"bale/shape"
)

// TestArchitectures runs the generated tests of all kinds and of the shapes on other architectures.
func TestArchitectures(t *testing.T) {
	gentest.OnArchitectures(t, func(t *testing.T, arch string, env, args []string) {
		gentest.RunKindsOn(t, Binary, env, args, golden)
		list := slices.Clone(shape.Tuned)
		if arch == "386" { // its samples have ints of more than 32 bits
			list = slices.DeleteFunc(list, func(s shape.Shape) bool { return s.Name == "valmsg" })
		}
		m := shapes(t, list, Formats, gen.Request{Tests: true})
		m.Env = env
		m.MustRunGo(t, append(append([]string{"test", "-vet=off", "-short"}, args...), "./...")...)
	})
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

// TestGoVersions compiles and runs generated code with other versions of Go, and checks it for other platforms.
func TestGoVersions(t *testing.T) { gentest.RunKindsWithVersions(t, Binary) }
