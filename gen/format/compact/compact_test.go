package compact_test

import (
	"flag"
	"testing"

	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestKinds tests every kind of type.
func TestKinds(t *testing.T) {
	gentest.RunKinds(t, []*emit.Format{compact.Format}, "", "testdata", *update)
}
