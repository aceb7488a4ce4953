// Package json has what generated code for JSON calls. Its functions give the results of encoding/json, or give up: then encoding/json encodes or
// decodes the whole value, so that its results and errors are the same in every case.
package json

import (
	"sync"

	"bale/internal/bale/core"
)

// MaxDepth is the nesting depth from which encoding/json decodes, and from which encoding looks for cycles.
const MaxDepth = 900

// An Output is the state of encoding a value.
type Output struct {
	Types   Types
	Failed  bool           // the value cannot be encoded
	Err     error          // the error of the part that failed, if known
	Depth   int            // nesting depth of recursive values
	Seen    map[place]bool // what Enter has been called for
	Buf     []byte         // reused memory for messages; see message.go
	Keys    []string
	unused  int      // how many messages in a row needed little of Buf
	library *library // see AppendLibrary
	// nextSearch is the depth from which enterAny searches for a cycle.
	nextSearch int
}

// Pool has Outputs with memory.
var Pool sync.Pool

// Begin returns an Output for a package with the given types.
func Begin(t Types) *Output {
	e := pooled[Output](&Pool)
	if e == nil {
		e = new(Output)
	}
	e.Types, e.Failed, e.Err, e.Depth, e.Seen, e.nextSearch, e.Keys = t, false, nil, 0, nil, 0, e.Keys[:0]
	return e
}

// pooled returns a *T from a pool, or nil.
func pooled[T any](pool *sync.Pool) *T {
	v, _ := pool.Get().(*T)
	return v
}

// Release puts e back into the pool. It refers to nothing of the value.
func (e *Output) Release() {
	e.Err, e.Seen = nil, nil
	clear(e.Keys[:cap(e.Keys)])
	Pool.Put(e)
}

// An Input is the state of decoding a value. Its methods return the offset after what they decode, or -1 if they give up.
type Input struct {
	core.Input
	core.Zones
	Types   Types
	Depth   int
	Times   int      // see room.go
	Slack   int      // bytes in slabs that no value has
	Open    int      // bytes of lists that are not complete
	Filled  int      // bytes that lists and pointers have
	Strict  bool     // unknown names are an error
	Scratch []byte   // the last name or text with escapes
	Used    bool     // the destination had a value before
	Undo    []func() // restore the values that methods have changed
	Names   [][]byte // unknown names of the objects that are being decoded, for encoding/json/v2
	Delayed []delayed

	Unchecked bool // the text has not been checked, so methods are called later
	Saves     bool // the old parts of the value are copied before they are changed
	Whole     bool // nothing but white space may follow the value

	Saved    *Saved
	searched int // bytes that were skipped to find discriminators
}

// Enter increments the nesting depth, and reports whether decoding can go on.
func (d *Input) Enter() bool {
	d.Depth++
	return d.Depth <= MaxDepth
}
