package cbor_test

import (
	"flag"
	"testing"

	"bale/gen/emit"
	"bale/gen/format/cbor"
	"bale/gen/internal/gentest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

var formats = []*emit.Format{cbor.Format}

// TestKinds tests the kinds of types that all formats have.
func TestKinds(t *testing.T) { gentest.RunKinds(t, formats, "", "testdata", *update) }
