package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

// CodecWork is the name of the phase of a request in which the codec works: it encodes, decodes or converts values. It is the first phase of each request.
const CodecWork = "codec"

// PhaseFile is the environment variable with the name of the file in which a runner keeps the current phase of its request.
const PhaseFile = "BALE_PHASE_FILE"

// A Phase is a part of the work on a request. Phases other than CodecWork are work of bale itself, such as comparing values, which may call methods
// of the user's types. The driver reads the phase when the process has ended or takes too long, and does not count bale's work as the codec's.
type Phase struct {
	Name string `json:"name"`
	// Attempt is the result of an attempt so far.
	Attempt *Attempt `json:"attempt,omitempty"`
	// Codec and Own are the times that the earlier phases of the request have taken: those of the codec, and those of bale itself.
	Codec time.Duration `json:"codec"`
	Own   time.Duration `json:"own"`
}

// IsOwn reports whether p is work of bale itself.
func (p *Phase) IsOwn() bool { return p.Name != CodecWork }

// ReadPhase returns the phase in a phase file. If the runner has not written one, the phase is CodecWork.
func ReadPhase(path string) Phase {
	for range 3 { // a line that is read while it is written can be malformed
		data, err := os.ReadFile(path)
		if err != nil || len(data) == 0 {
			break
		}
		var p Phase
		if line, _, _ := bytes.Cut(data, []byte{'\n'}); json.Unmarshal(line, &p) == nil {
			return p
		}
	}
	return Phase{Name: CodecWork}
}

// phases keeps the phases of the requests to a process. A nil *phases keeps none.
type phases struct {
	file  io.WriterAt
	now   Phase
	began time.Time // of the current phase
}

// openPhases opens the file that PhaseFile names. It returns nil if there is none.
func openPhases() (*phases, error) {
	path := os.Getenv(PhaseFile)
	if path == "" {
		return nil, nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	return &phases{file: file}, nil
}

// reset begins the first phase of a request.
func (p *phases) reset() {
	if p == nil {
		return
	}
	p.now, p.began = Phase{Name: CodecWork}, time.Now()
	p.write()
}

// enter begins a phase. A check enters two of them for each value, so it writes into a file: with a line to the driver for each, the two processes
// took twice the processor time of the check itself.
func (p *phases) enter(name string, found *Attempt) {
	if p == nil {
		return
	}
	now := time.Now()
	if p.now.IsOwn() {
		p.now.Own += now.Sub(p.began)
	} else {
		p.now.Codec += now.Sub(p.began)
	}
	p.now.Name, p.now.Attempt, p.began = name, found, now
	p.write()
}

// write replaces the line in the file. What follows the line is left from longer ones.
func (p *phases) write() {
	line, err := json.Marshal(&p.now)
	if err != nil {
		panic(err)
	}
	_, _ = p.file.WriteAt(append(line, '\n'), 0)
}

// own runs f as work of bale itself. what completes "bale could not". own returns a panic of f as an error.
func (p *phases) own(what string, f func()) error { return p.ownAfter(nil, what, f) }

// ownAfter is own with the result of an attempt so far, which the driver keeps if f ends the process.
func (p *phases) ownAfter(found *Attempt, what string, f func()) (err error) {
	p.enter(what, found)
	defer p.enter(CodecWork, nil)
	defer func() {
		switch v := recover().(type) {
		case nil:
		case error:
			err = ownError{fmt.Errorf("bale could not %s: panic: %w", what, v)}
		default:
			err = ownError{fmt.Errorf("bale could not %s: panic: %v", what, v)}
		}
	}()
	f()
	return nil
}

// An ownError is an error of work of bale itself.
type ownError struct{ error }

func (e ownError) Unwrap() error { return e.error }
