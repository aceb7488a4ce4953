// Package streams tests the readers and writers of streams that the directive stream adds to generated code.
package streams

import (
	"flag"
	"fmt"
	"testing"

	"bale/gen"
	"bale/gen/format/all"
	"bale/gen/internal/gentest"
)

// module returns a module with generated code for the types in testdata, and tests of it.
func module(t *testing.T) *gentest.Module {
	m := gentest.New(t, map[string]string{
		"types.go": "testdata/types.go", "frames_test.go": "testdata/frames_test.go", "elements_test.go": "testdata/elements_test.go", "big_test.go": "testdata/big_test.go",
	})
	m.Write(t, "go.mod", []byte("module example.org/streams\n\ngo 1.22\n"))
	if err := m.Generate(t, "", gen.Request{Known: all.Formats}); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestStreams runs the tests in testdata.
func TestStreams(t *testing.T) {
	gentest.SkipIfShort(t)
	m := module(t)
	m.Vet(t, ".")
	if out, err := m.Test(t, gentest.CompilerFlag(false), "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestArchitectures runs the tests in testdata on other architectures, with code without package unsafe.
func TestArchitectures(t *testing.T) {
	gentest.OnArchitectures(t, func(t *testing.T, arch string, env, args []string) {
		m := module(t)
		m.Env = env
		if out, err := m.Test(t, append(args, ".")...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	})
}

// TestGoVersions runs the tests in testdata with other versions of Go.
func TestGoVersions(t *testing.T) {
	gentest.WithVersions(t, func(t *testing.T, version string) {
		m := module(t)
		m.Env = []string{"GOTOOLCHAIN=go" + version}
		m.MustRunGo(t, "vet", ".")
		if out, err := m.Test(t, "."); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	})
}

var big = flag.Int64("stream", 0, "also write and read streams of so many bytes in each format, within 64 MiB")

// TestBig writes and reads streams that do not fit in memory.
func TestBig(t *testing.T) {
	if *big == 0 {
		t.Skip("it takes a minute for 2 GB: run it with -stream 2000000000 -timeout 0")
	}
	out, err := module(t).Test(t, "-timeout", "0", "-v", "-run", "^TestBig$", ".", "-args", fmt.Sprintf("-stream=%d", *big))
	t.Log(out)
	if err != nil {
		t.Fatal(err)
	}
}
