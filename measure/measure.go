// Package measure has the words of measuring: what is measured, in which mode, and how it ended.
package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Op is what a cell does.
type Op string

// The two operations.
const (
	Encode Op = "encode"
	Decode Op = "decode"
)

// Mode is the declared class of a measurement; classes are never mixed in a ranking.
type Mode struct {
	Form    string // "convert": starts and ends at the user's struct; "native": at the serializer's own type, prepared outside the timing
	Memory  string // "fresh": the result is newly allocated; "reuse": it goes to memory kept between operations
	Strings string // "copy": decoded strings and byte slices own their memory; "alias": they may point into the input
	Procs   string // "seq": one goroutine; "par": GOMAXPROCS of them
	Values  string // "varied": so many sample values that a processor cannot learn them; "known": at most 64, which it learns
}

// DefaultMode is what a careful user gets from the documented call.
var DefaultMode = Mode{"convert", "fresh", "copy", "seq", "varied"}

// Fourfold is the Values of cells with four times as many sample values as varied ones have. They are
// never ranked: they check that varied values are enough.
const Fourfold = "fourfold"

// String is the mode as it is written in rounds.txt: "convert,fresh,copy,seq,varied".
func (m Mode) String() string {
	return strings.Join([]string{m.Form, m.Memory, m.Strings, m.Procs, m.Values}, ",")
}

// ParseMode reads what String writes.
func ParseMode(s string) (Mode, error) {
	f := strings.Split(s, ",")
	switch len(f) {
	case 5:
		return Mode{f[0], f[1], f[2], f[3], f[4]}, nil
	case 4:
		return Mode{}, fmt.Errorf("mode %q is of an older bale, which measured 64 sample values only: measure again", s)
	}
	return Mode{}, fmt.Errorf("mode %q: want form,memory,strings,procs,values", s)
}

// Loop is what the mode and an operation have to do with the adapter: the key of its loop, "encode/convert,fresh,copy".
func (m Mode) Loop(op Op) string {
	return string(op) + "/" + strings.Join([]string{m.Form, m.Memory, m.Strings}, ",")
}

// A Cell is the thing that gets a number.
type Cell struct {
	Shape string // "small", "nested-100"
	Codec string // codec, or codec/variant: "json", "gencode/unsafe"
	Op    Op
	Mode  Mode
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

// Loss is something that came back different in the proof of the round trip.
type Loss struct {
	Edge   string `json:"edge,omitempty"` // the edge value that it was seen on, "nan"; "" for the sample values
	Path   string `json:"path"`
	Kind   string `json:"kind"` // "zone dropped", "nil became empty", "refused", ...
	Before string `json:"before"`
	After  string `json:"after"`
}

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
	Size      float64  `json:"size"`              // mean encoded bytes over the sample values, 0 when unknown
	Own       bool     `json:"own"`               // works on the user's struct: native and convert are the same, measured once as convert
	Reference bool     `json:"reference"`         // a limit to compare with (floor), never ranked
	Control   string   `json:"control,omitempty"` // for the A/A control: the codec it is the second registration of
	Warnings  []string `json:"warnings"`
}

// Measured reports whether the row has numbers to go by: it ran to the end, with or without losses.
func (r *Row) Measured() bool { return r.Status == OK || r.Status == Lossy }

// Loses reports whether the sample values themselves come back different. A row that loses only edge
// values is lossy, too, but its figures stand for the same data as those of the others.
func (r *Row) Loses() bool {
	return r.Status == Lossy && (len(r.Losses) == 0 || slices.ContainsFunc(r.Losses, func(l Loss) bool { return l.Edge == "" }))
}
