package harness

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"

	"bale/sample"
)

// The outcomes of an Attempt that the process survives.
const (
	Refused  = "refused"  // an error
	Accepted = "accepted" // no error
	Panicked = "panicked" // a panic that recover catches
)

// An Attempt is what a decoder did with one hostile input.
type Attempt struct {
	Outcome string `json:"outcome"`
	Text    string `json:"text,omitempty"` // of the panic
	Bytes   uint64 `json:"bytes"`          // allocated meanwhile
}

// attack answers an Attack request.
func (s *server) attack(a Adapter, req *Request, src source) (resp Response, err error) {
	if want := fmt.Sprint(req.Shape, req.Codec, src); s.attackedFor != want {
		s.attacked, s.attackedFor = nil, ""
		if s.attacked, err = a.attacker(src); err != nil {
			return resp, err
		}
		s.attackedFor = want
	}
	if req.N == 0 {
		return Response{Inputs: s.attacked.lengths()}, nil
	}
	try, err := s.attacked.try(req.Start)
	return Response{Attempt: &try}, err
}

// attack decodes hostile inputs, one at a time: the driver then knows which one ended the process.
type attack struct {
	*adapter
	decoder *coder
	inputs  []input
}

const (
	// touchedInput is the longest input whose decoded value is read through: that of a deep one is a recursion of the reader's own.
	touchedInput = 64 << 10
	// returnedBytes is from how much allocated memory on the heap is collected after an attempt, so that the next one starts empty.
	returnedBytes = 16 << 20
)

// attacker encodes some small sample values, and prepares inputs from their messages.
func (a *adapter) attacker(src source) (*attack, error) {
	src.Length = min(src.Length, attackedLength)
	messages, err := a.messages(src, attackedValues)
	if err != nil {
		return nil, err
	}
	return &attack{a, a.fresh(), hostileInputs(messages, src.Seed)}, nil
}

func (h *attack) lengths() []int {
	list := make([]int, len(h.inputs))
	for i, in := range h.inputs {
		list[i] = len(in.make())
	}
	return list
}

// try decodes one input, and reads the value through if it is accepted. After a panic the decoder starts anew.
func (h *attack) try(i int) (Attempt, error) {
	if i < 0 || i >= len(h.inputs) {
		return Attempt{}, fmt.Errorf("there is no hostile input %d", i)
	}
	in := bytes.Clone(h.inputs[i].make())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	v, at := h.decodeOne(in)
	runtime.ReadMemStats(&after)
	at.Bytes = after.TotalAlloc - before.TotalAlloc
	if at.Outcome == Accepted && len(in) <= touchedInput {
		at.readThrough(v)
	}
	if at.Outcome == Panicked {
		h.decoder = h.fresh()
	}
	if at.Bytes > returnedBytes {
		h.decoder.forget()
		debug.FreeOSMemory()
	}
	return at, nil
}

func (h *attack) decodeOne(in []byte) (v reflect.Value, at Attempt) {
	defer at.caught()
	l := h.decoder
	l.setBytes([][]byte{in})
	if err := l.byKey[l.dec](1); err != nil {
		return v, Attempt{Outcome: Refused}
	}
	at.Outcome = Accepted
	return l.value(isNative(l.dec)), at
}

func (at *Attempt) readThrough(v reflect.Value) {
	defer at.caught()
	sample.Hash(v)
}

// caught is deferred: it makes a panic the outcome. A type whose own method decodes no such bytes has refused them.
func (at *Attempt) caught() {
	switch p := recover().(type) {
	case nil:
	case conversionError:
		at.Outcome = Refused
	default:
		at.Outcome, at.Text = Panicked, fmt.Sprint(p)
	}
}
