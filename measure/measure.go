// Package measure has the words of measuring: what is measured, in which mode, and how it ended.
package measure

import (
	"slices"
	"strings"

	"bale/sample"
)

// Op is what a cell does.
type Op string

// The two operations.
const (
	Encode Op = "encode"
	Decode Op = "decode"
)

// A Cell is the thing that gets a number.
type Cell struct {
	Shape string `json:"shape"` // "small", "nested-100"
	Codec string `json:"codec"` // codec, or codec/variant: "json", "gencode/unsafe"
	Op    Op     `json:"op"`
	Mode  Mode   `json:"mode"`
}

// ShapeName is the name in results of a type, given by its expression: Pair-int-string of Pair[int,string].
func ShapeName(expr string) string {
	return strings.NewReplacer("[", "-", "]", "", ",", "-", "*", "", ".", "-", "/", "-").Replace(expr)
}

// A Key names a row: one codec on one shape.
type Key struct {
	Shape string
	Codec string
}

// Row is the key of the cell's row.
func (c Cell) Row() Key { return Key{c.Shape, c.Codec} }

// A Block is one timed run of N operations of a cell.
type Block struct {
	Cell
	N      int64   // operations
	Ns     float64 // wall time per operation; for par cells, of the whole block divided by all operations of all goroutines
	Bytes  float64 // allocated bytes per operation
	Allocs float64 // allocations per operation
	WallNs float64 // the block's wall time
	CPUNs  float64 // the process's CPU time during the block
	YardNs float64 // mean time of the yardsticks during the block: how fast the machine was
}

// Status is how a row ended.
type Status string

// The statuses of a row.
const (
	OK          Status = "ok"
	Lossy       Status = "lossy"         // measured, but the round trip changes something: see Losses
	HasGap      Status = "gap"           // the serializer cannot carry the shape: see Gaps
	BuildFailed Status = "build-failed"  // the adapter could not be generated or built
	Failed      Status = "failed"        // panicked, returned an error on the sample values, or broke the protocol
	Timeout     Status = "timeout"       // did not answer in time
	OutOfMemory Status = "out-of-memory" // went over its memory limit
	MissingTool Status = "missing-tool"  // needs a program that is not installed
)

// Gap is something a serializer cannot carry.
type Gap struct {
	Path   string `json:"path"` // of the field: "Order.Lines[].Price"
	Reason string `json:"reason"`
}

// Loss is something that came back different in the proof of the round trip, which runners make by package sample.
type Loss = sample.Loss

// Counts says how many sample values of a shape there are.
type Counts = sample.Counts

// A Row is one codec variant on one shape: what is known of it beside its timings.
type Row struct {
	Shape     string   `json:"shape"`
	Codec     string   `json:"codec"`
	Wire      string   `json:"wire"`    // wire format: "JSON", "protobuf"
	Module    string   `json:"module"`  // "" for the standard library
	Version   string   `json:"version"` // really linked, from the binary's build info
	Pin       string   `json:"pin"`     // the version bale asked for
	Doc       string   `json:"doc"`     // where the documented call is documented
	Status    Status   `json:"status"`
	Reason    string   `json:"reason"`
	Gaps      []Gap    `json:"gaps"`
	Losses    []Loss   `json:"losses"`
	Size      float64  `json:"size"`              // mean encoded bytes over the sample values; 0 if not Sized
	Own       bool     `json:"own"`               // works on the user's struct: native and convert are the same, measured once as convert
	Reference bool     `json:"reference"`         // a limit to compare with (floor), never ranked
	Control   string   `json:"control,omitempty"` // for the A/A control: the codec it is the second registration of
	Base      string   `json:"base,omitempty"`    // for the row of another commit: the codec whose row of the working tree it is compared with
	Calls     []string `json:"calls,omitempty"`   // marshal methods by which the type and its parts are carried: "Order.MarshalBinary"
	Warnings  []string `json:"warnings"`
}

// Measured reports whether the row has numbers to go by: it ran to the end, with or without losses.
func (r *Row) Measured() bool { return r.Status == OK || r.Status == Lossy }

// Sized reports whether Size is known, which may be 0: a struct without fields takes no bytes in some formats.
func (r *Row) Sized() bool { return r.Measured() && !r.Reference }

// Listed reports whether the row is one of the results: no control, and not of another commit.
func (r *Row) Listed() bool { return r.Control == "" && r.Base == "" }

// Loses reports whether the sample values themselves come back different. A row that loses only edge
// values is lossy, too, but its figures stand for the same data as those of the others.
func (r *Row) Loses() bool {
	return r.Status == Lossy && (len(r.Losses) == 0 || slices.ContainsFunc(r.Losses, func(l Loss) bool { return l.Edge == "" }))
}
