package proto_test

import (
	"flag"
	"testing"

	"bale/gen/emit"
	"bale/gen/format/proto"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "write the golden files")

// TestKinds runs the tests of all kinds, and compares bytes and errors with golden files.
func TestKinds(t *testing.T) {
	gentest.RunKindsSlow(t, []*emit.Format{proto.Format}, "", "testdata", *update)
}
