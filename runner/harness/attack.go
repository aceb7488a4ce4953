package harness

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"

	"bale/runner/inspect"
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
	// Unread means that the decoded value was not read to its end, because it is too large for that or bale failed.
	Unread bool `json:"unread,omitempty"`
}

// attack serves an Attack request.
func (s *server) attack(a Adapter, req *Request, src source) (resp Response, err error) {
	if want := fmt.Sprint(req.Shape, req.Codec, src); s.attackFor != want {
		s.attacker, s.attackFor = nil, ""
		if s.attacker, err = a.newAttacker(src); err != nil {
			return resp, err
		}
		s.attacker.work = s.phases
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
	work    *phases
	decoder *coder
	inputs  []input
}

const (
	// readLimit is the maximum number of values of a decoded value that are read. Reading so many takes some tenths of a second.
	readLimit = 4 << 20
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
	h := &attacker{adapter: a, decoder: a.newCoder(), inputs: hostileInputs(messages, src.Seed)}
	if h.decoder.dec == "" {
		return nil, errOnlyEncodes
	}
	return h, nil
}

// lengths returns the lengths of the inputs in bytes.
func (h *attacker) lengths() []int {
	list := make([]int, len(h.inputs))
	for i, in := range h.inputs {
		list[i] = len(in.make())
	}
	return list
}

// try decodes input i. If the decoder accepts it, try also reads the decoded value, which is bale's own work. After a panic, the next input
// gets a new decoder.
func (h *attacker) try(i int) (attempt Attempt, err error) {
	if i < 0 || i >= len(h.inputs) {
		return attempt, fmt.Errorf("there is no hostile input %d", i)
	}
	var in []byte
	if err := h.work.own("make a damaged message", func() { in = bytes.Clone(h.inputs[i].make()) }); err != nil {
		return attempt, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	v, attempt := h.decodeInput(in)
	runtime.ReadMemStats(&after)
	attempt.Bytes = after.TotalAlloc - before.TotalAlloc
	decoded := attempt
	if err := h.work.ownAfter(&decoded, "read a decoded value", func() { h.inspect(v, &attempt) }); err != nil {
		attempt.failedToRead(err)
	}
	return attempt, nil
}

// inspect reads the value of an accepted input, and prepares the next attempt.
func (h *attacker) inspect(v reflect.Value, attempt *Attempt) {
	if attempt.Outcome == Panicked {
		h.decoder = h.newCoder()
	}
	if attempt.Outcome == Accepted {
		attempt.Unread = !inspect.Read(v, readLimit)
	}
	if attempt.Bytes > minFreedBytes {
		h.decoder.forget()
		debug.FreeOSMemory()
	}
}

// failedToRead records that reading the decoded value panicked. Reading calls no methods, so a fault of the runtime means that the decoder
// has made a value with invalid memory. All other panics are bale's.
func (at *Attempt) failedToRead(err error) {
	if fault := runtime.Error(nil); errors.As(err, &fault) {
		at.Outcome, at.Text = Panicked, fault.Error()
		return
	}
	at.Unread = true
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

// recoverPanic must be deferred. It sets the outcome after a panic: Refused if a custom type's method returned an error, otherwise Panicked.
func (at *Attempt) recoverPanic() {
	switch p := recover().(type) {
	case nil:
	case conversionError:
		at.Outcome = Refused
	default:
		at.Outcome, at.Text = Panicked, strings.TrimPrefix(inspect.PanicText(p), "panic: ")
	}
}
