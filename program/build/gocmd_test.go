package build

import (
	"os/exec"
	"strings"
	"testing"
)

// TestWithGofmt checks that tools find gofmt, even if the folder of the go command does not have it.
func TestWithGofmt(t *testing.T) {
	GoSetting("GOROOT") // runs the go command
	t.Setenv("PATH", t.TempDir())
	t.Setenv("PATH", strings.TrimPrefix(withGofmt(), "PATH="))
	if _, err := exec.LookPath("gofmt"); err != nil {
		t.Error(err)
	}
}
