package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// TestExampleModules checks that the files of bale gen in example/grpc and example/hosts are up to date. They are in modules of their own, so
// that bale's module does not require gRPC and the like.
func TestExampleModules(t *testing.T) {
	if testing.Short() {
		t.Skip("it lists the packages of gRPC, NATS and others, which may have to be downloaded")
	}
	for _, name := range []string{"grpc", "hosts"} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(filepath.Join("../../example", name))
			var stderr strings.Builder
			if got := Main(t.Context(), []string{"gen", "-check", "./..."}, io.Discard, &stderr); got != 0 || stderr.Len() > 0 {
				t.Errorf("bale gen -check ./...: exit status %d: run go generate ./... there, with bale on the PATH\n%s", got, stderr.String())
			}
		})
	}
}
