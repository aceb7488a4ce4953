// Package fake turns the binary of a test into runners that behave well, or misbehave in known ways.
package fake

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"bale/codec"
	"bale/program/build"
	"bale/runner/harness"
	"bale/runner/measure"
)

// Env is the environment variable that turns the test binary into a runner. With the value "stops" or "blocks", the runner does so in
// its init functions.
const Env = "BALE_TEST_FAKE_RUNNER"

// Slow begins the names of codecs that take five times as long as others.
const Slow = "slow"

// Main runs the tests of a package, or the runner if the process was started as one. It is called by TestMain.
func Main(m *testing.M) {
	if os.Getenv(Env) != "" {
		runner()
		return
	}
	os.Exit(m.Run())
}

// runner is the main function of a runner whose behaviour depends on the name of its codec. A codec "<misbehaviour>.<request>" misbehaves
// at that request. Others behave well.
func runner() {
	fmt.Print("printed by an init function\n{}\npart of a line")
	switch os.Getenv(Env) {
	case "stops":
		panic("no configuration")
	case "blocks":
		block()
	}
	fmt.Printf("\n%s\n", harness.Ready)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var req harness.Request
		if err := json.Unmarshal(in.Bytes(), &req); err != nil {
			panic(err)
		}
		if name, at, _ := strings.Cut(req.Codec, "."); harness.Task(at) == req.Do {
			Misbehaviours[name].do()
			continue
		}
		switch req.Do {
		case harness.Check:
			answer(harness.Response{Check: &harness.CheckResult{Hash: "h", Size: 8, Keys: []string{"encode/convert,fresh,copy", "decode/convert,fresh,copy"}}})
		case harness.Calibrate:
			answer(harness.Response{N: 5})
		case harness.Attack:
			attacked(req)
		case harness.Columns:
			enter(harness.Phase{Name: "read a decoded value"})
			os.Exit(3)
		case harness.Messages:
			answer(harness.Response{Messages: [][]byte{{1}}})
		case harness.Block:
			ns := 500.0
			if strings.HasPrefix(req.Codec, Slow) {
				ns *= 5
			}
			answer(harness.Response{Timing: &harness.Timing{N: req.N, WallNs: ns, CPUNs: ns, OwnNs: ns, Bytes: 80, Allocs: 5, YardNs: 100}})
		}
	}
}

// attacked answers an Attack request. The name of the codec says how the process ends for the input with number 1.
func attacked(req harness.Request) {
	if req.N == 0 {
		answer(harness.Response{Inputs: []int{7, 7, 7}})
		return
	}
	decoded := &harness.Attempt{Outcome: harness.Accepted, Bytes: 100}
	if req.Start == 1 {
		if req.Codec == "unmade" {
			enter(harness.Phase{Name: "make a damaged message"})
			os.Exit(3)
		}
		enter(harness.Phase{Name: harness.CodecWork})
		if req.Codec == "decoding" {
			os.Exit(3)
		}
		enter(harness.Phase{Name: "read a decoded value", Attempt: decoded})
		switch req.Codec {
		case "faulty":
			fmt.Fprintln(os.Stderr, "unexpected fault address 0x1")
			os.Exit(2)
		case "ends":
			os.Exit(3)
		case "memory":
			fmt.Fprintln(os.Stderr, "fatal error: runtime: out of memory")
			os.Exit(2)
		case "slow":
			block()
		}
		enter(harness.Phase{Name: harness.CodecWork})
	}
	answer(harness.Response{Attempt: decoded})
}

func answer(r harness.Response) { fmt.Printf("%s\n", line(r)) }

// enter begins a phase of a request.
func enter(p harness.Phase) {
	if err := os.WriteFile(os.Getenv(harness.PhaseFile), append(line(p), '\n'), 0o666); err != nil {
		panic(err)
	}
}

func line(v any) []byte {
	line, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return line
}

// block waits until the driver closes the input or kills the process.
func block() { _, _ = io.Copy(io.Discard, os.Stdin) }

// Misbehaviour is a fault of a runner, and the expected status and reason of its row.
type Misbehaviour struct {
	do     func()
	Status measure.Status
	Reason string            // reason for all requests; "" if it differs
	Of     map[string]string // reasons by request, if they differ
}

var Misbehaviours = map[string]Misbehaviour{
	"panic": {do: func() { panic("the serializer is broken") }, Status: measure.Failed, Reason: "the runner stopped: panic: the serializer is broken"},
	"logs": {do: func() {
		fmt.Fprintln(os.Stderr, "warning: a log line of a serializer")
		panic("at last")
	}, Status: measure.Failed, Reason: "the runner stopped: panic: at last"},
	"exit":  {do: func() { os.Exit(0) }, Status: measure.Failed, Reason: "the runner stopped: exit status 0, without an answer"},
	"exit3": {do: func() { os.Exit(3) }, Status: measure.Failed, Reason: "the runner stopped: exit status 3"},
	"mute":  {do: func() { os.Stdout.Close(); block() }, Status: measure.Failed, Reason: "the runner stopped: exit status 0, without an answer"},
	"rubbish": {do: func() { fmt.Println("hello from the library") }, Status: measure.Failed,
		Reason: `the runner printed "hello from the library", which is not the protocol`},
	"chatter": {do: func() {
		for range 100 {
			fmt.Println("1.")
		}
	}, Status: measure.Failed, Reason: `the runner printed "1.", which is not the protocol`},
	"unknown": {do: func() { fmt.Println(`{"nonsense":1}`) }, Status: measure.Failed,
		Reason: `the runner printed "{\"nonsense\":1}", which is not the protocol`},
	"huge": {do: func() { fmt.Print(strings.Repeat("x", build.MaxLine+1)); block() }, Status: measure.Failed,
		Reason: "the runner printed a line of more than 16 MiB, which is not the protocol"},
	"error": {do: func() { answer(harness.Response{Error: "value 3 is refused"}) }, Status: measure.Failed, Reason: "value 3 is refused"},
	"empty": {do: func() { answer(harness.Response{}) }, Status: measure.Failed, Of: map[string]string{
		"check":     "the runner's answer has no result of the check",
		"calibrate": "the runner's answer has no number of operations",
		"block":     "the runner's answer has no timing",
	}},
	"timeless": {do: func() {
		answer(harness.Response{N: 1, Timing: &harness.Timing{N: 5}, Check: &harness.CheckResult{Error: "no way"}})
	}, Status: measure.Failed,
		Of: map[string]string{"check": "no way", "block": "the runner's answer has no timing"}},
	"othervalues": {do: func() { answer(harness.Response{Check: &harness.CheckResult{Hash: "other"}}) }},
	"own": {do: func() {
		enter(harness.Phase{Name: "compare a decoded value with the original"})
		os.Exit(3)
	}, Status: measure.Unchecked, Reason: "bale could not compare a decoded value with the original: the runner stopped: exit status 3"},
	"ownend": {do: func() {
		enter(harness.Phase{Name: "compare a decoded value with the original"})
		enter(harness.Phase{Name: harness.CodecWork})
		os.Exit(3)
	}, Status: measure.Failed, Reason: "the runner stopped: exit status 3"},
	"ownpanic": {do: func() {
		answer(harness.Response{Check: &harness.CheckResult{Unchecked: "bale could not make the edge values: panic: no"}})
	}, Status: measure.Unchecked, Of: map[string]string{"check": "bale could not make the edge values: panic: no"}},
	"ownhang": {do: func() {
		enter(harness.Phase{Name: "make the sample values"})
		block()
	}, Status: measure.Unchecked, Of: map[string]string{"check": `bale could not make the sample values: no answer to "check" within 1s`}},
	"hang": {do: block, Status: measure.Timeout, Of: map[string]string{
		"check":     `no answer to "check" within 1s`,
		"calibrate": `no answer to "calibrate" within 1s`,
		"block":     `no answer to "block" within 1s`,
	}},
}

// traits has the traits of codecs by name.
var traits = map[string]measure.Traits{"gob": {Steady: 2}, "json": {Steady: 1}}

// Codecs returns codecs whose runner is the test binary itself.
func Codecs(t *testing.T, shape string, names ...string) []*build.Built {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(Env, "1")
	t.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise each runner takes a second to end under the race detector
	var built []*build.Built
	for _, n := range names {
		b := &build.Built{Codec: &codec.Codec{Name: n}, Runner: &build.Runner{Path: exe, Hash: n}}
		b.Rows = []*build.Row{{Row: &measure.Row{Shape: shape, Codec: n, Status: measure.OK, Traits: traits[n]}, On: &build.Shape{Name: shape, Base: shape}, Built: b}}
		built = append(built, b)
	}
	return built
}
