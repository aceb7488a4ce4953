package build

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	os.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" "+TrimPath) // so that the modules in the tests' temporary folders share compiled packages
	os.Exit(m.Run())
}
