package build

import (
	"context"
	"io"
	"os"
	"runtime"
	"testing"
)

// TestTargetKey checks that the key of programs has the settings that decide which program the go command builds.
func TestTargetKey(t *testing.T) {
	seen := map[string]string{Target{}.Key(): "no setting"}
	for name, value := range map[string]string{"GOOS": "plan9", "GOARCH": "mips", "GOAMD64": "v3", "GO386": "softfloat", "GOARM": "5", "GOEXPERIMENT": "rangefunc",
		"GOFLAGS": "-tags=x", "CGO_ENABLED": "0", "CGO_CFLAGS": "-O1", "CC": "other"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, value)
			key := Target{}.Key()
			if other, ok := seen[key]; ok {
				t.Errorf("%s=%s has the key of %s", name, value, other)
			}
			seen[key] = name
		})
	}
}

// TestInterrupted checks that the end of the context lets a program, such as the go command, remove its temporary files.
func TestInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no interrupts")
	}
	dir := t.TempDir()
	r, w, err := os.Pipe() // the program closes it when it has its file
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := command(ctx, dir, os.Environ(), nil, "sh", "-c", "trap 'rm temporary; exit 1' INT; : >temporary; exec 3>&-; while :; do :; done")
	cmd.ExtraFiles = []*os.File{w}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if _, err := io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := cmd.Wait(); err == nil {
		t.Error("the program was not ended")
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("the program could not remove its file: %v, %v", list, err)
	}
}
