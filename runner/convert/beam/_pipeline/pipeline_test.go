package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"bale/runner/convert"
)

// TestMain also makes the test the program of the workers that Prism starts.
func TestMain(m *testing.M) {
	program = testProgram()
	flag.Parse()
	if err := boot(); err != nil {
		panic(err)
	}
	beam.Init()
	beQuiet()
	os.Exit(m.Run())
}

// A row is the type of the records.
type row struct {
	N    int
	Text string
	Die  string `json:",omitempty"` // with dieVar set, a worker that decodes the row dies the first time
	Do   string `json:",omitempty"` // name of one of actions, which is called when the row is decoded
}

// actions are called in this process only.
var actions = map[string]func(){}

// dieVar is the environment variable with a folder in which a dying worker leaves a file.
const dieVar = "BALE_TEST_DIE"

func testProgram() *convert.Program {
	source := convert.Codec[row]{Decode: func(b []byte, r *row) error {
		*r = row{}
		err := json.Unmarshal(b, r)
		if r.Die != "" {
			die(r.Die)
		}
		if action := actions[r.Do]; action != nil {
			action()
		}
		return err
	}}
	target := convert.Codec[row]{
		Decode: func(b []byte, r *row) error {
			n, k := binary.Varint(b)
			*r = row{N: int(n), Text: string(b[k:])}
			return nil
		},
		Encode: func(r *row) ([]byte, error) {
			if r.Text == "refuse" {
				return nil, errors.New("the row refuses")
			}
			return append(binary.AppendVarint(nil, int64(r.N)), strings.TrimSuffix(r.Text, "~")...), nil
		},
	}
	return convert.Make(convert.Spec[row, row]{
		Type:   "row",
		Source: convert.Side[row]{Codec: "json", New: func() convert.Codec[row] { return source }},
		Target: convert.Side[row]{Codec: "test", New: func() convert.Codec[row] { return target }},
	})
}

// die kills this process, unless it is not a worker or a worker has died of the same name.
func die(name string) {
	dir := os.Getenv(dieVar)
	if dir == "" {
		return
	}
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		f.Close()
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
}

// writeInputs writes input files, and returns them with the names of their outputs.
func writeInputs(t *testing.T) []convert.Input {
	t.Helper()
	lines := func(from, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "{\"N\":%d,\"Text\":%q}\n", from+i, strings.Repeat("x", i%200))
		}
		return b.String()
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(lines(5000, 300)))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	files := []struct{ name, text string }{
		{"long.jsonl", lines(0, 2000)},
		{"crlf.jsonl", strings.ReplaceAll(lines(3000, 100), "\n", "\r\n") + `{"N":7}`},
		{"bad.jsonl", lines(4000, 50) + "\n\nno JSON\n" + `{"N":1,"Text":"refuse"}` + "\n" + `{"N":1,"Text":"changed~"}` + "\n" + `{"N":1,"Text":"` + strings.Repeat("y", 5000) + `"}` + "\n" + lines(4100, 50)},
		{"empty.jsonl", ""},
		{"blank.jsonl", strings.Repeat("\n", 3000)},
		{"packed.jsonl.gz", packed.String()},
		{"torn.jsonl.gz", packed.String()[:packed.Len()/2]},
	}
	dir := t.TempDir()
	var inputs []convert.Input
	for _, f := range files {
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, []byte(f.text), 0o600); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		stem, _, _ := strings.Cut(f.name, ".")
		inputs = append(inputs, convert.Input{Path: path, Output: "sub/" + stem + ".frames", Size: info.Size(), ModTime: info.ModTime().UnixNano()})
	}
	return inputs
}

// newRequest returns a request for the inputs, which writes a new folder.
func newRequest(t *testing.T, inputs []convert.Input) *Request {
	t.Helper()
	req := &Request{}
	req.Request = convert.Request{
		Inputs: slices.Clone(inputs), Out: filepath.Join(t.TempDir(), "out"), InContainer: "lines", OutContainer: "frames", MaxRecord: 4096, Verify: 1,
	}
	req.Runner, req.PartSize = countingPrism.name(), 4000
	return req
}

// result is what a conversion leaves: the content of each input's output, of the dead letters, and the counts of each input.
type result struct {
	output map[string]string
	counts map[string]convert.Counts
	dead   string
}

// resultOf reads a result, and checks it against the manifest.
func resultOf(t *testing.T, dir string, m *convert.Manifest) result {
	t.Helper()
	r := result{map[string]string{}, map[string]convert.Counts{}, ""}
	known := map[string]bool{convert.ManifestFile: true}
	read := func(o convert.Output) string {
		data, err := os.ReadFile(filepath.Join(dir, o.Name))
		if err != nil || int64(len(data)) != o.Size {
			t.Fatalf("%s has %d bytes, the manifest says %d: %v", o.Name, len(data), o.Size, err)
		}
		known[o.Name] = true
		return string(data)
	}
	var all convert.Counts
	for _, f := range m.Files {
		r.output[f.Source] += read(f.Output)
		c := r.counts[f.Source]
		c.Add(f.Counts)
		r.counts[f.Source] = c
		all.Add(f.Counts)
	}
	if m.Dead != nil {
		r.dead = read(*m.Dead)
	}
	if !reflect.DeepEqual(all, m.Counts) || m.Counts.In != m.Counts.Out+m.Counts.Dead || m.Counts.Dead != int64(strings.Count(r.dead, "\n")) {
		t.Errorf("the counts are %v, those of the files are %v, and there are %d dead letters", m.Counts, all, strings.Count(r.dead, "\n"))
	}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, path); err == nil && !d.IsDir() && !known[rel] {
			t.Errorf("%s is not in the manifest", rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wantOf returns the result of the conversion on one machine.
func wantOf(t *testing.T, inputs []convert.Input) result {
	t.Helper()
	req := newRequest(t, inputs).Request
	m, err := convert.Run(program, &req)
	if err != nil {
		t.Fatal(err)
	}
	return resultOf(t, req.Out, m)
}

func (r result) check(t *testing.T, want result) {
	t.Helper()
	for path, text := range want.output {
		if r.output[path] != text {
			t.Errorf("%s: the output has %d bytes, want %d", filepath.Base(path), len(r.output[path]), len(text))
		}
	}
	if !reflect.DeepEqual(r.counts, want.counts) {
		t.Errorf("counts are %v, want %v", r.counts, want.counts)
	}
	if r.dead != want.dead {
		t.Errorf("dead letters are\n%s\nwant\n%s", r.dead, want.dead)
	}
}

// TestPrism compares a conversion in parts with one on one machine.
func TestPrism(t *testing.T) {
	inputs := writeInputs(t)
	want := wantOf(t, inputs)
	for _, size := range []int64{300, 4000, 1 << 30} {
		req := newRequest(t, inputs)
		req.PartSize = size
		m, err := Run(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		countingPrism.check(t, m)
		resultOf(t, req.Out, m).check(t, want)
		if n := len(m.Files); size == 1<<30 && n != len(inputs) || size < 1<<30 && n < 2*len(inputs) {
			t.Errorf("parts of %d bytes: %d output files", size, n)
		}
		again := newRequest(t, inputs)
		again.Out = req.Out
		if _, err := Run(context.Background(), again); err == nil || !strings.Contains(err.Error(), "is not empty: name a new one with -out") {
			t.Errorf("a second conversion into the folder: %v", err)
		}
	}
}

// checkFailed checks that the folder of a conversion that has failed has no files but those that are not whole.
func checkFailed(t *testing.T, dir string) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(dir, "*"))
	more, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
	for _, name := range append(names, more...) {
		if !strings.HasPrefix(filepath.Base(name), partPrefix) && filepath.Base(name) != "sub" {
			t.Errorf("the job has failed, and there is %s", name)
		}
	}
}

// startPrism builds and starts a Prism server with an environment variable, and makes it the endpoint of jobs. It returns the ID of its process.
func startPrism(t *testing.T, env string) int {
	t.Helper()
	prism := filepath.Join(t.TempDir(), "prism")
	build := exec.Command("go", "build", "-modfile=runner/convert/beam/pins.mod", "-o", prism, "github.com/apache/beam/sdks/v2/go/cmd/prism")
	build.Dir = "../../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	server := exec.Command(prism, "-job_port", port, "-serve_http=false", "-log_kind=text", "-log_level=warn")
	server.Env = append(os.Environ(), env)
	var out bytes.Buffer
	server.Stdout, server.Stderr = &out, &out
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	old, oldType := *jobopts.Endpoint, *jobopts.EnvironmentType
	*jobopts.Endpoint, *jobopts.EnvironmentType = "localhost:"+port, ""
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
		*jobopts.Endpoint, *jobopts.EnvironmentType = old, oldType
		if t.Failed() {
			t.Logf("Prism printed\n%s", out.String())
		}
	})
	return server.Process.Pid
}

// TestProcesses runs conversions on a Prism server with several worker processes, and kills workers.
func TestProcesses(t *testing.T) {
	if !*processes {
		t.Skip("it builds Prism: use -processes")
	}
	dir := t.TempDir()
	server := startPrism(t, dieVar+"="+dir)
	inputs := writeInputs(t)
	want := wantOf(t, inputs)
	for n := 1; n <= 3; n++ {
		req := newRequest(t, inputs)
		req.Runner, req.Processes = countingServer.name(), n
		m, err := Run(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		countingServer.check(t, m)
		resultOf(t, req.Out, m).check(t, want)
	}
	testKilled(t, server, inputs, want)
	for i := range inputs {
		if !strings.HasSuffix(inputs[i].Path, ".jsonl") {
			continue
		}
		t.Run(filepath.Base(inputs[i].Path), func(t *testing.T) {
			// A worker that decodes the last record of the file dies.
			inputs := writeInputs(t)
			name := fmt.Sprint("worker-", i)
			text, err := os.ReadFile(inputs[i].Path)
			if err != nil {
				t.Fatal(err)
			}
			text = fmt.Appendf(text, "\n{\"N\":1,\"Die\":%q}\n", name)
			if err := os.WriteFile(inputs[i].Path, text, 0o600); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(inputs[i].Path)
			if err != nil {
				t.Fatal(err)
			}
			inputs[i].Size, inputs[i].ModTime = info.Size(), info.ModTime().UnixNano()
			req := newRequest(t, inputs)
			req.Runner, req.Processes = "universal", 3
			m, err := Run(context.Background(), req)
			if _, statErr := os.Stat(filepath.Join(dir, name)); statErr != nil {
				t.Errorf("no worker has died: %v", statErr)
			}
			if err == nil {
				t.Log("the runner has repeated the work")
				resultOf(t, req.Out, m).check(t, wantOf(t, inputs))
				return
			}
			t.Log(err)
			checkFailed(t, req.Out)
		})
	}
}

// killWorker waits until a server has workers, waits some more, and kills one that is still there. It gives up when ctx ends.
func killWorker(ctx context.Context, server int, wait time.Duration) (killed bool) {
	for ctx.Err() == nil {
		if len(workers(server)) > 0 {
			time.Sleep(wait)
			if all := workers(server); len(all) > 0 {
				return syscall.Kill(all[0], syscall.SIGKILL) == nil
			}
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

// workers returns the IDs of the processes that a server has started.
func workers(server int) (ids []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", server))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(text)) {
			if id, err := strconv.Atoi(word); err == nil {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// testKilled kills workers at moments that depend on the machine: when they start, and later.
func testKilled(t *testing.T, server int, inputs []convert.Input, want result) {
	old := startLimit
	startLimit = 10 * time.Second
	defer func() { startLimit = old }()
	for _, wait := range []time.Duration{0, 150 * time.Millisecond} {
		req := newRequest(t, inputs)
		req.Runner, req.Processes = "universal", 2
		ctx, cancel := context.WithCancel(context.Background())
		killed := make(chan bool)
		go func() { killed <- killWorker(ctx, server, wait) }()
		m, err := Run(context.Background(), req)
		cancel()
		t.Logf("after %v: killed %t: %v", wait, <-killed, err)
		if err == nil {
			resultOf(t, req.Out, m).check(t, want)
		} else {
			checkFailed(t, req.Out)
		}
	}
}

// processes is the flag for tests that take time.
var processes = flag.Bool("processes", false, "run tests with a Prism server")
