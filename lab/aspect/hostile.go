package aspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"bale/program/build"
	"bale/result"
	"bale/runner/harness"
	"bale/runner/measure"
)

// The limits of an attack on a row.
const (
	hostileMemory   = 1 << 30          // memory limit of the process, in bytes
	hostileDeadline = 5 * time.Second  // for one input: inputs take either less than 0.1 s or very long
	maxDeaths       = 20               // number of ended processes after which the attack stops
	maxHangs        = 2                // number of hung processes after which the attack stops
	attackBudget    = 10 * time.Second // time after which the attack stops
)

// allowedBytes returns the memory that decoding n bytes may take without counting as a fault. It is the limit of bale's generated code.
func allowedBytes(n int) float64 { return 64<<20 + 64*float64(n) }

// hostile sends damaged messages to the row's decoder, one at a time. The decoder runs in a process with a memory limit, which is started
// again if an input ends it. The order of the inputs is random, so that the inputs before a limit are a random sample.
func (e *examined) hostile(ctx context.Context, into *result.Aspects) error {
	a := &attack{row: e, found: &result.Hostile{}}
	defer a.close()
	first, err := a.call(ctx, e.request(harness.Attack), aspectDeadline)
	if err != nil {
		return err
	}
	if len(first.Inputs) == 0 {
		return errNoAnswer
	}
	start := time.Now()
	for i, length := range first.Inputs {
		if a.deaths >= maxDeaths || a.found.Hung >= maxHangs || time.Since(start) > attackBudget {
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

// An attack is the state of an attack on one row.
type attack struct {
	row    *examined
	p      *build.Proc
	found  *result.Hostile
	deaths int
	crash  string // reason of the first crash
	panics string // text of the first panic
}

func (a *attack) close() {
	if a.p != nil {
		a.p.Close()
		a.p = nil
	}
}

// call sends a request to the runner. It starts the runner if none is running.
func (a *attack) call(ctx context.Context, req *harness.Request, deadline time.Duration) (*harness.Response, error) {
	if a.p == nil {
		p, err := a.row.builder.StartLimited(a.row.Built.Runner, hostileMemory)
		if err != nil {
			return nil, err
		}
		a.p = p
	}
	return a.p.Call(ctx, req, deadline)
}

// try sends input number i, and counts the outcome.
func (a *attack) try(ctx context.Context, i, length int) error {
	if a.p == nil { // a new process first makes the inputs, which must not count as time of the decoder
		if _, err := a.call(ctx, a.row.request(harness.Attack), aspectDeadline); err != nil {
			return err
		}
	}
	req := a.row.request(harness.Attack)
	req.Start, req.N = i, 1
	resp, err := a.call(ctx, req, min(hostileDeadline, a.row.builder.TimeLimit(0)))
	a.found.Inputs++
	var dead *build.RunnerError
	switch {
	case errors.As(err, &dead) && dead.Dead && dead.Own:
		a.diedReading(dead, length)
		return nil
	case errors.As(err, &dead) && dead.Dead:
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
	if at.Unread {
		a.found.Unread++
	}
	a.recordMemory(float64(at.Bytes), length)
}

// recordMemory records the bytes that the decoder allocated for an input of the given length.
func (a *attack) recordMemory(bytes float64, length int) {
	if bytes > a.found.MaxBytes {
		a.found.MaxBytes, a.found.MaxInput = bytes, length
	}
	a.found.MaxPerByte = max(a.found.MaxPerByte, bytes/float64(max(length, 1)))
}

// diedReading counts an input that ended the process when bale had the decoder's result. Only invalid memory in the decoded value, which no
// program could read, is a fault of the decoder.
func (a *attack) diedReading(err *build.RunnerError, length int) {
	text := a.p.Stderr()
	a.close()
	a.deaths++
	decoded := err.Phase.Attempt
	switch {
	case decoded == nil: // bale did not get so far
		a.found.Inputs--
	case memoryFault(text) != "":
		a.crashed(memoryFault(text))
		a.recordMemory(float64(decoded.Bytes), length)
	default:
		decoded.Unread = true
		a.count(decoded, length)
	}
}

// crashed counts a crash.
func (a *attack) crashed(reason string) {
	a.found.Crashed++
	if a.crash == "" {
		a.crash = reason
	}
}

// died counts an input that ended the process.
func (a *attack) died(err *build.RunnerError, length int) {
	text := a.p.Stderr()
	a.close()
	a.deaths++
	switch {
	case err.Status == measure.Timeout:
		a.found.Hung++
	case err.Status == measure.OutOfMemory && !stackOverflow(text):
		a.found.OutOfMemory++
		a.recordMemory(wantedBytes(text), length)
	default:
		a.crashed(crashReason(text, err))
	}
}

// stackOverflow reports whether a process ended because its stack could not grow: it reached Go's limit or the memory limit of the process.
func stackOverflow(text string) bool {
	return strings.Contains(text, "stack overflow") || strings.Contains(text, "runtime.newstack()")
}

// tooLarge matches the call in a stack trace of Go's runtime that tried to allocate an object, with the size as submatch. It does not match
// sizes followed by a question mark, which are not exact.
var tooLarge = regexp.MustCompile(`runtime\.(?:mallocgc\w*\(|\(\*mcache\)\.allocLarge\([^,]*, )0x([0-9a-f]+)[,)]`)

// wantedBytes returns the size of the object that Go's runtime could not allocate, or the memory limit if the size is unknown or smaller.
func wantedBytes(text string) float64 {
	wanted := uint64(0)
	if m := tooLarge.FindStringSubmatch(text); m != nil {
		wanted, _ = strconv.ParseUint(m[1], 16, 64)
	}
	return max(float64(wanted), hostileMemory)
}

// memoryFault returns the text of a fault of invalid memory that ended a process, or "".
func memoryFault(text string) string {
	for _, known := range []string{"unexpected fault address", "found bad pointer", "SIGSEGV", "SIGBUS"} {
		if strings.Contains(text, known) {
			return known
		}
	}
	return ""
}

// crashReason returns a short reason why a process ended. Go's runtime tells it only as text.
func crashReason(text string, err *build.RunnerError) string {
	if stackOverflow(text) {
		return "stack overflow"
	}
	if fault := memoryFault(text); fault != "" {
		return fault
	}
	reason := strings.TrimPrefix(strings.TrimPrefix(err.Exit, "fatal error: "), "panic: ")
	return cmp.Or(reason, err.Reason)
}

// worst describes the worst fault, or returns "" if there was none.
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
	case f.MaxBytes > allowedBytes(f.MaxInput):
		return memoryText(f)
	}
	return ""
}

func memoryText(f *result.Hostile) string {
	amount := result.Bytes(f.MaxBytes)
	if f.MaxBytes == hostileMemory {
		amount = "over 1 GB" // the size is not known
	}
	return fmt.Sprintf("%s from %s", amount, plural(f.MaxInput, "byte"))
}

func plural(n int, word string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, word)
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// oneLine returns the first line of a text, shortened to maxWorst characters.
func oneLine(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	text = strings.TrimPrefix(text, "runtime error: ")
	if r := []rune(text); len(r) > maxWorst {
		text = strings.TrimSpace(string(r[:maxWorst])) + "…"
	}
	return text
}

// maxWorst is the maximum number of characters of a panic's text in a row.
const maxWorst = 60
