package main

import (
	"io"
	"strings"
	"testing"
)

// TestExampleGRPC checks that the files of bale gen in example/grpc are up to date. They are in a module of their own, so that bale's module
// does not require gRPC.
func TestExampleGRPC(t *testing.T) {
	if testing.Short() {
		t.Skip("it lists the packages of gRPC, which may have to be downloaded")
	}
	t.Chdir("../../example/grpc")
	var stderr strings.Builder
	if got := Main(t.Context(), []string{"gen", "-check", "./..."}, io.Discard, &stderr); got != 0 || stderr.Len() > 0 {
		t.Errorf("bale gen -check ./...: exit status %d: run go generate ./... there, with bale on the PATH\n%s", got, stderr.String())
	}
}
