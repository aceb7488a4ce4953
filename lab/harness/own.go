package harness

import "fmt"

// CodecWork is the phase of a request in which the codec works: it encodes, decodes or converts values. It is the first phase of each request.
const CodecWork = "codec"

// phases reports the phases of a request to the driver. The phases other than CodecWork are work of bale itself, such as comparing values,
// which may call methods of the user's types. The driver counts its time, its memory and the end of the process not as the codec's.
type phases struct {
	send func(Response) // nil for none
}

func (p phases) enter(phase string, found *Attempt) {
	if p.send != nil {
		p.send(Response{Phase: phase, Attempt: found})
	}
}

// own runs f as work of bale itself. what completes "bale could not". own returns a panic of f as an error.
func (p phases) own(what string, f func()) error { return p.ownAfter(nil, what, f) }

// ownAfter is own with the result of an attempt so far, which the driver keeps if f ends the process.
func (p phases) ownAfter(found *Attempt, what string, f func()) (err error) {
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
