package compact_test

import (
	"flag"
	"testing"

	"bale/wire"
	"bale/wire/compact"
	"bale/wire/internal/gentest"
)

var update = flag.Bool("update", false, "write the goldens anew")

// TestKinds tries every kind of type.
func TestKinds(t *testing.T) {
	gentest.Kinds(t, []*wire.Format{compact.Format}, "", "testdata", *update)
}
