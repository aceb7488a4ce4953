// Package measure defines the terms of a measurement: operations, modes, cells, blocks, and rows with their statuses, gaps and losses.
package measure

import (
	"slices"
	"strings"

	"bale/runner/loss"
	"bale/runner/sample"
)

// Op is the operation of a cell.
type Op string

// The two operations.
const (
	Encode Op = "encode"
	Decode Op = "decode"
)

// A Cell is one combination of shape, codec, operation and mode. Each cell gets one time.
type Cell struct {
	Shape string `json:"shape"` // "small", "nested-100"
	Codec string `json:"codec"` // codec, or codec/variant: "json", "gencode/unsafe"
	Op    Op     `json:"op"`
	Mode  Mode   `json:"mode"`
}

// ShapeName returns the name of a type in results, given the type's expression: Pair-int-string for Pair[int,string], time-Time for time.Time.
// Types without a name, such as []Order and *Order, are called by their expressions.
func ShapeName(expr string) string {
	name, _, _ := strings.Cut(expr, "[")
	if name == "" || name == "map" || name[0] == '*' || strings.ContainsAny(expr, "({ ") {
		return expr
	}
	return strings.NewReplacer("[", "-", "]", "", ",", "-", "*", "", ".", "-", "/", "-").Replace(expr)
}

// A Key identifies a row: one codec on one shape.
type Key struct {
	Shape string
	Codec string
}

// Row returns the key of the cell's row.
func (c Cell) Row() Key { return Key{c.Shape, c.Codec} }

// A Block is one timed run of N operations of a cell.
type Block struct {
	Cell
	N      int64   // number of operations
	Ns     float64 // wall time per operation; for par cells, the wall time of the block divided by the operations of all goroutines
	Bytes  float64 // allocated bytes per operation
	Allocs float64 // allocations per operation
	WallNs float64 // wall time of the block
	CPUNs  float64 // CPU time of the process during the block, of all its threads, without the yardsticks; 0 if the system does not report it
	// OwnNs is CPUNs and the time in which the process waited for anything but a processor, such as a timer or another process. It is 0 if this is not
	// known, as on systems other than Linux.
	OwnNs  float64
	YardNs float64 // mean time of the yardstick, a fixed piece of work that measures the machine's speed, during the block
	// HandoffNs is the mean time after which a processor sees what another one has written, at several moments of a block on
	// several goroutines. It is 0 for other blocks, and if it is not known.
	HandoffNs float64
	// StealNs is the time that the hypervisor stole from the machine during the block and its preparation, as the kernel counts it. It is 0 if the
	// kernel does not report it.
	StealNs float64
}

// Status is the outcome of a row.
type Status string

// The statuses of a row.
const (
	OK          Status = "ok"
	Lossy       Status = "lossy"         // measured, but some values come back different: see Losses
	HasGap      Status = "gap"           // the serializer cannot carry the shape: see Gaps
	BuildFailed Status = "build-failed"  // the adapter could not be generated or built
	Failed      Status = "failed"        // the codec panicked or returned an error on the sample values, or the runner broke the protocol
	Timeout     Status = "timeout"       // the runner did not answer in time
	OutOfMemory Status = "out-of-memory" // the runner exceeded its memory limit
	Unchecked   Status = "unchecked"     // bale could not make, read or compare the values; this is not known to be a fault of the serializer
	MissingTool Status = "missing-tool"  // a compiler that the codec needs is not installed
)

// StoppedEarly begins the reason of a failed row whose runner ended before its main function: an init function or the initial value of a
// variable ended it.
const StoppedEarly = "the runner stopped in an init function: "

// NotStarted is a part of the reason of a failed row whose runner could not be started.
const NotStarted = "the runner could not be started: "

// Gap is a part of a type that a serializer cannot carry.
type Gap struct {
	Path   string `json:"path"` // path of the field: "Order.Lines[].Price"
	Reason string `json:"reason"`
	// Directive is a directive that removes the gap: a line for any file of the package, such as "//bale:union example.com/shop.Event.Payload
	// Login, *Logout", or "//bale:skip at Event.Payload". It is "" if there is none.
	Directive string `json:"directive,omitempty"`
}

// Loss is a difference that the round-trip check found. Runners compare values with package loss.
type Loss = loss.Loss

// NotTried is the kind of a loss for an edge value with many elements that a serializer would take too long for. It depends on the speed of the
// machine.
const NotTried = "not tried"

// Counts holds the numbers of sample values of a shape.
type Counts = sample.Counts

// A Row holds everything except times about one codec variant on one shape.
type Row struct {
	Shape   string `json:"shape"`
	Codec   string `json:"codec"`
	Wire    string `json:"wire"`    // wire format: "JSON", "protobuf"
	Module  string `json:"module"`  // "" for the standard library
	Version string `json:"version"` // linked version, from the binary's build info
	Pin     string `json:"pin"`     // version that bale requires
	Doc     string `json:"doc"`     // address of the documentation of the measured call
	Status  Status `json:"status"`
	Reason  string `json:"reason"`
	Gaps    []Gap  `json:"gaps"`
	Losses  []Loss `json:"losses"`
	// Next is the command that generates the code of the row for the type, or that adds the serializer's module; "" if there is none.
	Next string `json:"next,omitempty"`
	// Hidden lists the fields that do not come back because a tag with "-" hides them from the serializer: "User.Password". They are no losses.
	Hidden []string `json:"hidden,omitempty"`
	// Sends lists the fields that a tag of the type hides from some serializer, but that are in the messages of this row.
	Sends []string `json:"sends,omitempty"`
	Size  float64  `json:"size"` // mean encoded bytes over the sample values; 0 if not Sized
	Own   bool     `json:"own"`  // works on the user's struct: native and convert are the same, measured once as convert
	// Strings is Own or Shared: the memory of the strings and byte slices that the row decodes in classes with Copy. It is "" if there are none of these, and if
	// values of the shape have less than two strings and byte slices.
	Strings Strings `json:"strings,omitempty"`
	// Stream means that messages are parts of a stream whose beginning is not in them: no other process can decode one.
	Stream    bool   `json:"stream,omitempty"`
	Reference bool   `json:"reference"`         // a limit to compare with (floor), never ranked
	Control   string `json:"control,omitempty"` // for the A/A control: the codec that it runs a second time
	Base      string `json:"base,omitempty"`    // for a row of another commit: the codec of the working tree that it is compared with
	// Conversion is the share of conversions in the times of a codec that is not Own, in the default class; nil if it is not known.
	Conversion *Conversion `json:"conversion,omitempty"`
	Traits
	Calls    []string `json:"calls,omitempty"` // custom marshal methods that the codec calls: "Order.MarshalBinary"
	Warnings []string `json:"warnings"`
}

// A Conversion holds the shares of times that are taken to convert between the user's struct and the serializer's own types: 0.4 for 40 %.
type Conversion struct {
	Encode float64 `json:"encode"`
	Decode float64 `json:"decode"`
}

// Measured reports whether the row has results: its status is OK or Lossy.
func (r *Row) Measured() bool { return r.Status == OK || r.Status == Lossy }

// Key identifies the row.
func (r *Row) Key() Key { return Key{r.Shape, r.Codec} }

// Sized reports whether Size is known. A known size may be 0: a struct without fields takes no bytes in some formats.
func (r *Row) Sized() bool { return r.Measured() && !r.Reference }

// Listed reports whether the row is shown in results. The control and rows of another commit are not.
func (r *Row) Listed() bool { return r.Control == "" && r.Base == "" }

// LosesSamples reports whether sample values come back different. A row that loses only edge values is lossy, too, but its times and sizes
// are of the same data as those of other rows.
func (r *Row) LosesSamples() bool {
	return r.Status == Lossy && (len(r.Losses) == 0 || slices.ContainsFunc(r.Losses, func(l Loss) bool { return l.Edge == "" }))
}
