package all

import (
	"fmt"
	"runtime"
	"testing"

	"bale/gen"
	"bale/gen/internal/gentest"
	"bale/internal/slow"
)

// TestBig checks, for every format, that a 32-bit program refuses a value whose encoding is too long because it refers to the
// same strings many times.
func TestBig(t *testing.T) {
	slow.Only(t, "it builds the standard library for 386")
	if runtime.GOARCH != "amd64" {
		t.Skip("only an amd64 machine can run programs for 386")
	}
	for _, purego := range []bool{false, true} {
		t.Run(fmt.Sprintf("purego=%t", purego), func(t *testing.T) {
			m := gentest.New(t, map[string]string{"big.go": "testdata/big/big.go", "big_test.go": "testdata/big/big_test.go"})
			m.Write(t, "go.mod", []byte("module example.org/big\n\ngo 1.26\n"))
			if err := m.Generate(t, "", gen.Request{Known: Formats}); err != nil {
				t.Fatal(err)
			}
			m.Env = append(m.Env, "GOARCH=386")
			if out, err := m.Test(t, fmt.Sprintf("-tags=%s", map[bool]string{true: "purego"}[purego]), "."); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
