package compact_test

import (
	"flag"
	"testing"

	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestSparse tests every kind of type with sparse records.
func TestSparse(t *testing.T) {
	from := compact.SparseFrom
	compact.SparseFrom = 1
	t.Cleanup(func() { compact.SparseFrom = from })
	gentest.RunKindsSlow(t, []*emit.Format{compact.Format}, "", "testdata/sparse", *update)
}

// TestKinds tests every kind of type.
func TestKinds(t *testing.T) {
	gentest.RunKinds(t, []*emit.Format{compact.Format}, "", "testdata", *update)
}
