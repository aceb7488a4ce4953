package compact_test

import (
	"flag"
	"strings"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

var ratio = flag.String("ratio", "", "TestParallel: measure the speedup of the directive for this duration at each length")

// TestParallel encodes long lists and decodes valid and corrupted messages of them, on several numbers of processors.
func TestParallel(t *testing.T) {
	slow.Only(t, "it encodes lists of millions of elements")
	gentest.UnsafeAndSafe(t, func(t *testing.T, safe bool) {
		m := gentest.New(t, map[string]string{"parallel.go": "testdata/parallel/parallel.go", "parallel_test.go": "testdata/parallel/parallel_test.go"})
		m.Write(t, "go.mod", []byte("module example.org/parallel\n\ngo 1.22\n"))
		if err := m.Generate(t, ".", gen.Request{Known: []*emit.Format{compact.Format}, Safe: safe, Tests: !safe}); err != nil {
			t.Fatal(err)
		}
		args := []string{gentest.CompilerFlag(safe), "."}
		if safe || gentest.Race {
			args = append(args, "-short")
		}
		if out, err := m.Test(t, args...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if *ratio != "" {
			out := m.MustRunGo(t, "test", "-v", "-run", "TestRatio", "-ratio", *ratio)
			t.Log(strings.TrimSpace(out))
		}
	})
}
