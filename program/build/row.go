package build

import (
	"bale/codec"
	"bale/runner/harness"
	"bale/runner/measure"
)

// A Row is one variant on one shape: its row in results, and what measures it.
type Row struct {
	*measure.Row
	On      *Shape         // the shape
	Variant *codec.Variant // nil in a pack
	Built   *Built         // has the runner
	Tags    []string       // keys of the struct tags in which "-" hides a field from the serializer

	// The findings of the round-trip check.
	Loops  []string       // keys of the loops that passed the check of their class
	Counts measure.Counts // numbers of sample values
	Hash   string         // hash of the sample values
}

// Request returns a request about the row.
func (r *Row) Request(do harness.Task, seed uint64) *harness.Request {
	return &harness.Request{Do: do, Shape: r.On.Base, Codec: r.Codec, Length: r.On.Length, Seed: seed, Data: r.On.Data}
}

// Results returns the rows as they are in results.
func Results(rows []*Row) []*measure.Row {
	list := make([]*measure.Row, len(rows))
	for i, r := range rows {
		list[i] = r.Row
	}
	return list
}
