package harness

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"

	"bale/sample"
)

// The outcomes of an Attempt that does not end the process.
const (
	Refused  = "refused"  // an error
	Accepted = "accepted" // no error
	Panicked = "panicked" // a panic that recover catches
)

// An Attempt is the result of decoding one hostile input.
type Attempt struct {
	Outcome string `json:"outcome"`
	Text    string `json:"text,omitempty"` // of the panic
	Bytes   uint64 `json:"bytes"`          // allocated while decoding
}

// attack serves an Attack request.
func (s *server) attack(a Adapter, req *Request, src source) (resp Response, err error) {
	if want := fmt.Sprint(req.Shape, req.Codec, src); s.attackFor != want {
		s.attacker, s.attackFor = nil, ""
		if s.attacker, err = a.newAttacker(src); err != nil {
			return resp, err
		}
		s.attackFor = want
	}
	if req.N == 0 {
		return Response{Inputs: s.attacker.lengths()}, nil
	}
	try, err := s.attacker.try(req.Start)
	return Response{Attempt: &try}, err
}

// An attacker decodes hostile inputs. The driver requests them one at a time, so that it knows which one ended the process.
type attacker struct {
	*adapter
	decoder *coder
	inputs  []input
}

const (
	// maxReadInput is the maximum length of an input whose decoded value is read. Reading the value of a longer, deeply nested input could
	// itself recurse too deeply.
	maxReadInput = 64 << 10
	// minFreedBytes is the number of bytes from which memory that an attempt allocated is returned to the system before the next attempt.
	minFreedBytes = 16 << 20
)

// newAttacker encodes some small sample values, and makes hostile inputs from their messages.
func (a *adapter) newAttacker(src source) (*attacker, error) {
	src.Length = min(src.Length, hostileLength)
	messages, err := a.messages(src, hostileValues)
	if err != nil {
		return nil, err
	}
	return &attacker{a, a.newCoder(), hostileInputs(messages, src.Seed)}, nil
}

// lengths returns the lengths of the inputs in bytes.
func (h *attacker) lengths() []int {
	list := make([]int, len(h.inputs))
	for i, in := range h.inputs {
		list[i] = len(in.make())
	}
	return list
}

// try decodes input i. If the decoder accepts it, try also reads the decoded value. After a panic, the next input gets a new decoder.
func (h *attacker) try(i int) (Attempt, error) {
	if i < 0 || i >= len(h.inputs) {
		return Attempt{}, fmt.Errorf("there is no hostile input %d", i)
	}
	in := bytes.Clone(h.inputs[i].make())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	v, attempt := h.decodeInput(in)
	runtime.ReadMemStats(&after)
	attempt.Bytes = after.TotalAlloc - before.TotalAlloc
	if attempt.Outcome == Accepted && len(in) <= maxReadInput {
		attempt.readValue(v)
	}
	if attempt.Outcome == Panicked {
		h.decoder = h.newCoder()
	}
	if attempt.Bytes > minFreedBytes {
		h.decoder.forget()
		debug.FreeOSMemory()
	}
	return attempt, nil
}

// decodeInput decodes in. The value is valid if the outcome is Accepted.
func (h *attacker) decodeInput(in []byte) (v reflect.Value, attempt Attempt) {
	defer attempt.recoverPanic()
	l := h.decoder
	l.setBytes([][]byte{in})
	if err := l.byKey[l.dec](1); err != nil {
		return v, Attempt{Outcome: Refused}
	}
	attempt.Outcome = Accepted
	return l.value(isNative(l.dec)), attempt
}

// readValue reads all of v. A panic changes the outcome to Panicked.
func (at *Attempt) readValue(v reflect.Value) {
	defer at.recoverPanic()
	sample.Hash(v)
}

// recoverPanic must be deferred. It sets the outcome after a panic: Refused if a custom type's method returned an error, otherwise Panicked.
func (at *Attempt) recoverPanic() {
	switch p := recover().(type) {
	case nil:
	case conversionError:
		at.Outcome = Refused
	default:
		at.Outcome, at.Text = Panicked, fmt.Sprint(p)
	}
}
