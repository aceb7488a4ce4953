package lab

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"bale/lab/harness"
	"bale/measure"
	"bale/result"
)

// The limits of attacking a row.
const (
	hostileMemory   = 1 << 30         // bytes that the process may have
	hostileDeadline = 5 * time.Second // for one input: all of them take less than 0.1 s, or very long
	maxDeaths       = 20              // of the process; there are no more inputs after the last one
	maxHangs        = 2               // of these
	attackBudget    = 10 * time.Second
)

// allowed is the memory that decoding n bytes may take without being called a fault: what bale's own generated code promises.
func allowed(n int) float64 { return 64<<20 + 64*float64(n) }

// hostile sends damaged messages to the row's decoder, one at a time, in a process with a memory limit that is started again
// when an input ends it. The inputs come in a mixed order, so that those before a limit are a sample of all.
func (e *examined) hostile(ctx context.Context, into *result.Aspects) error {
	lab := *e.lab
	lab.Memory = hostileMemory
	a := &attack{lab: &lab, row: e, found: &result.Hostile{}}
	defer a.close()
	first, err := a.call(ctx, e.request(harness.Attack), aspectDeadline)
	if err != nil {
		return err
	}
	if len(first.Inputs) == 0 {
		return errNoAnswer
	}
	begun := time.Now()
	for i, length := range first.Inputs {
		if a.deaths >= maxDeaths || a.found.Hung >= maxHangs || time.Since(begun) > attackBudget {
			break
		}
		if err := a.try(ctx, i, length); err != nil {
			return err
		}
	}
	a.found.Worst = a.worst()
	into.Hostile = a.found
	return nil
}

// An attack is that on one row.
type attack struct {
	lab    *Lab
	row    *examined
	p      *proc
	found  *result.Hostile
	deaths int
	crash  string // the first one's reason
	panics string // the first one's text
}

func (a *attack) close() {
	if a.p != nil {
		a.p.close()
		a.p = nil
	}
}

// call sends a request to the runner, which it starts if there is none.
func (a *attack) call(ctx context.Context, req *harness.Request, deadline time.Duration) (*harness.Response, error) {
	if a.p == nil {
		p, err := a.lab.start(a.row.built.Runner.Path)
		if err != nil {
			return nil, err
		}
		a.p = p
	}
	return a.p.call(ctx, req, deadline)
}

// try sends input number i, and counts what becomes of it.
func (a *attack) try(ctx context.Context, i, length int) error {
	if a.p == nil { // a new process makes the inputs first, which is not the decoder's time
		if _, err := a.call(ctx, a.row.request(harness.Attack), aspectDeadline); err != nil {
			return err
		}
	}
	req := a.row.request(harness.Attack)
	req.Start, req.N = i, 1
	resp, err := a.call(ctx, req, min(hostileDeadline, a.lab.deadline(0)))
	a.found.Inputs++
	var dead *runnerError
	switch {
	case errors.As(err, &dead) && dead.dead:
		a.died(dead, length)
		return nil
	case err != nil:
		return err
	case resp.Attempt == nil:
		return errNoAnswer
	}
	a.count(resp.Attempt, length)
	return nil
}

func (a *attack) count(at *harness.Attempt, length int) {
	switch at.Outcome {
	case harness.Refused:
		a.found.Refused++
	case harness.Accepted:
		a.found.Accepted++
	default:
		a.found.Panicked++
		if a.panics == "" {
			a.panics = at.Text
		}
	}
	a.took(float64(at.Bytes), length)
}

// took notes that an input made the decoder allocate so many bytes.
func (a *attack) took(bytes float64, length int) {
	if bytes > a.found.MaxBytes {
		a.found.MaxBytes, a.found.MaxInput = bytes, length
	}
	a.found.MaxPerByte = max(a.found.MaxPerByte, bytes/float64(max(length, 1)))
}

// died counts an input that ended the process.
func (a *attack) died(err *runnerError, length int) {
	text := a.p.errs.String()
	a.close()
	a.deaths++
	switch {
	case err.status == measure.Timeout:
		a.found.Hung++
	case err.status == measure.OutOfMemory && !stackOverflow(text):
		a.found.OutOfMemory++
		a.took(wantedBytes(text), length)
	default:
		a.found.Crashed++
		if a.crash == "" {
			a.crash = crashReason(text, err.reason)
		}
	}
}

// stackOverflow reports whether a process ended since its stack could not grow: at Go's limit, or at that of the process.
func stackOverflow(text string) bool {
	return strings.Contains(text, "stack overflow") || strings.Contains(text, "runtime.newstack()")
}

// tooLarge matches the call in a stack trace of Go's runtime by which an object was to be allocated. A number with a question mark
// behind it is not exact.
var tooLarge = regexp.MustCompile(`runtime\.(?:mallocgc\w*\(|\(\*mcache\)\.allocLarge\([^,]*, )0x([0-9a-f]+)[,)]`)

// wantedBytes is the object that Go's runtime could not allocate; at least the limit that it went over.
func wantedBytes(text string) float64 {
	wanted := uint64(0)
	if m := tooLarge.FindStringSubmatch(text); m != nil {
		wanted, _ = strconv.ParseUint(m[1], 16, 64)
	}
	return max(float64(wanted), hostileMemory)
}

// crashReason is why a process ended, in a few words.
func crashReason(text, reason string) string {
	if stackOverflow(text) {
		return "stack overflow"
	}
	for _, known := range []string{"unexpected fault address", "found bad pointer", "SIGSEGV", "SIGBUS"} {
		if strings.Contains(text, known) {
			return known
		}
	}
	reason = strings.TrimPrefix(reason, "the runner stopped: ")
	return strings.TrimPrefix(strings.TrimPrefix(reason, "fatal error: "), "panic: ")
}

// worst says the worst of what was found.
func (a *attack) worst() string {
	f := a.found
	switch {
	case f.Crashed > 0:
		return "crashes: " + oneLine(a.crash)
	case f.OutOfMemory > 0:
		return memoryText(f)
	case f.Hung > 0:
		return "hangs"
	case f.Panicked > 0:
		return "panics: " + oneLine(a.panics)
	case f.MaxBytes > allowed(f.MaxInput):
		return memoryText(f)
	}
	return ""
}

func memoryText(f *result.Hostile) string {
	amount := result.Bytes(f.MaxBytes)
	if f.MaxBytes == hostileMemory {
		amount = "over 1 GB" // how much more is not known
	}
	return fmt.Sprintf("%s from %s", amount, plural(f.MaxInput, "byte"))
}

func plural(n int, word string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, word)
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// oneLine is the beginning of a text that fits a row.
func oneLine(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	text = strings.TrimPrefix(text, "runtime error: ")
	if r := []rune(text); len(r) > maxWorst {
		text = strings.TrimSpace(string(r[:maxWorst])) + "…"
	}
	return text
}

// maxWorst is how many characters of a panic's text a row has.
const maxWorst = 60
