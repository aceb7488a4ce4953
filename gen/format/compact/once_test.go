package compact_test

import (
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
)

// TestOnce encodes values of random sizes of a type whose messages are not counted first.
func TestOnce(t *testing.T) {
	gentest.SkipIfShort(t)
	gentest.BothBuilds(t, func(t *testing.T, purego bool) {
		m := gentest.New(t, map[string]string{"once.go": "testdata/once/once.go", "once_test.go": "testdata/once/once_test.go"})
		m.Write(t, "go.mod", []byte("module once\n\ngo 1.26\n"))
		if err := m.Generate(t, "", gen.Request{Known: []*emit.Format{compact.Format}}); err != nil {
			t.Fatal(err)
		}
		if out, err := m.Test(t, gentest.CompilerFlag(purego), "."); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
