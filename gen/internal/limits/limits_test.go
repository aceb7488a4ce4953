package limits

import (
	"fmt"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/fixed"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
	"bale/model"
)

// limitTypes are the types of testdata/limits that get methods.
var limitTypes = strings.Fields("Tree Node JSON Five Rows Blocks Links Maps Skips Nothings Tails Shared Arrays Binary Spare Texts Large Flat Refused Methods Many Few Wide Ints")

// limits returns a module with a package for each format, with the types in testdata/limits that the format supports.
func limits(t *testing.T, purego bool) *gentest.Module {
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/limits\n\ngo 1.26\n"))
	source := gentest.New(t, map[string]string{"limits.go": "testdata/limits.go", "limits_test.go": "testdata/limits_test.go"})
	for _, f := range gentest.Some(all.Binary, all.Ways) {
		if f == fixed.Format && !slow.Enabled() { // its code for limits is that of compact
			continue
		}
		folder := strings.ReplaceAll(f.Name, "-", "")
		for _, name := range []string{"limits.go", "limits_test.go"} {
			m.Write(t, folder+"/"+name, source.Read(t, name))
		}
		m.Write(t, folder+"/format_test.go", fmt.Appendf(nil, "package limits\n\nconst format, suffix, purego = %q, %q, %t\n", f.Name, f.Suffix(), purego))
		mod, err := model.Load(t.Context(), m.Dir, "./"+folder, limitTypes)
		if err != nil {
			t.Fatal(err)
		}
		var types []string
		for i, name := range limitTypes {
			if f.Check.Root == nil || f.Check.Root(mod.Roots[i].Type.(*model.Named), nil, mod.Package) == nil {
				types = append(types, name)
			}
		}
		if err := m.Generate(t, folder, gen.Request{Types: types, Formats: []*emit.Format{f}, Known: all.Formats}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// TestLimits checks that no message takes more memory than is allowed, and that decoding into a used value gives the right result; with BALE_TEST=slow in every
// format, and also with the tag purego. With -long, it also attacks with messages of 64 KiB, which takes 15 minutes.
func TestLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a package for each format, with and without unsafe")
	}
	if gentest.Race {
		t.Skip("the race detector changes the memory that is measured")
	}
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		m := limits(t, purego)
		out, err := m.Test(t, gentest.CompilerFlag(purego), "-v", "./...")
		t.Logf("%s", out)
		if err != nil {
			t.Error(err)
		}
	})
}

// TestArchitectures runs the tests of the limits that depend on the size of an int on other architectures.
func TestArchitectures(t *testing.T) {
	gentest.OnArchitectures(t, func(t *testing.T, _ string, env, args []string) {
		m := limits(t, false)
		m.Env = env
		m.MustRunGo(t, append(append([]string{"test", "-vet=off", "-run", "^(TestInts|TestMax|TestMethodFails)$"}, args...), "./...")...)
	})
}
