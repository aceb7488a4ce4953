package gentest

import (
	"fmt"
	"strings"
	"testing"

	"bale/gen/emit"
	"bale/internal/slow"
)

// RunKindsWithVersions runs the tests of package kinds with Go 1.22, the oldest version for which generated code compiles, and with a newer
// version than the one that bale is built with. It type checks the code for other platforms with each. It is a slow test.
func RunKindsWithVersions(t *testing.T, formats []*emit.Format) {
	WithVersions(t, func(t *testing.T, version string) {
		m := kindsModule(t, formats, "", true)
		minor := strings.Join(strings.Split(version, ".")[:2], ".")
		m.Write(t, "go.mod", []byte(fmt.Sprintf("module example.org/kinds\n\ngo %s\n", minor)))
		toolchain := "GOTOOLCHAIN=go" + version
		m.Env = []string{toolchain}
		m.MustRunGo(t, "vet", ".")
		if out, err := m.Test(t, "."); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, platform := range []string{"darwin/arm64", "windows/amd64", "linux/arm64"} {
			goos, goarch, _ := strings.Cut(platform, "/")
			m.Env = []string{toolchain, "GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"}
			m.MustRunGo(t, "vet", ".")
		}
	})
}

// WithVersions calls test for each of these versions of Go. It is a slow test.
func WithVersions(t *testing.T, test func(t *testing.T, version string)) {
	slow.Only(t, "it downloads other versions of Go")
	for _, version := range []string{"1.22.12", "1.27.3"} {
		t.Run(version, func(t *testing.T) { test(t, version) })
	}
}
