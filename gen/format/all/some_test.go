package all

import (
	"slices"

	"bale/gen/emit"
	"bale/gen/format/compact"
	"bale/gen/format/fixed"
	"bale/gen/format/json"
	"bale/gen/format/msgpack"
	"bale/gen/format/proto"
	"bale/internal/slow"
)

// ways has one format of each way of writing values. Code for the others differs in how leaves are written, which gentest.RunKinds tests for each
// format.
var ways = []*emit.Format{compact.Format, fixed.Format, json.Format, msgpack.Format, proto.Format}

// some returns the formats to test: with BALE_TEST=slow all, and otherwise those in ways.
func some(formats []*emit.Format) []*emit.Format {
	if slow.Enabled() {
		return formats
	}
	return slices.DeleteFunc(slices.Clone(formats), func(f *emit.Format) bool { return !slices.Contains(ways, f) })
}
