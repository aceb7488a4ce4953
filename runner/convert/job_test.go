package convert

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bale/runner/convert/container"
)

// An item is the type of the tests.
type item struct {
	ID   int
	Text string
	List []string
}

// program converts items from JSON to JSON or to gob. The text "lost" comes back different, and "refused" is not encoded.
func program(to string) *Program {
	side := func() Codec[item] {
		return Codec[item]{
			Decode: func(b []byte, v *item) error { *v = item{}; return json.Unmarshal(b, v) },
			Encode: func(v *item) ([]byte, error) {
				switch {
				case v.Text == "refused":
					return nil, errors.New("the text is refused")
				case v.Text == "panics":
					panic("the text panics")
				case v.Text == "lost":
					changed := *v
					changed.Text = "found"
					v = &changed
				}
				return json.Marshal(v)
			},
		}
	}
	target := Side[item]{Codec: to, New: side}
	if to == "gob" {
		target = Side[item]{Codec: to, Stateful: true, New: func() Codec[item] {
			g := &Gob{}
			return Codec[item]{
				Decode: func(b []byte, v *item) error { *v = item{}; return g.Decode(b, v) },
				Encode: func(v *item) ([]byte, error) { return g.Encode(v) },
			}
		}}
	}
	return Make(Spec[item, item]{Type: "item", Source: Side[item]{Codec: "json", New: side}, Target: target})
}

// inputs writes files of lines, and returns a request to convert them. Some lines become dead letters.
func inputs(t *testing.T, to, suffix string, files, lines int) *Request {
	t.Helper()
	dir := t.TempDir()
	req := &Request{Out: filepath.Join(dir, "out"), InContainer: "lines", OutContainer: to, MaxRecord: 1 << 20, Verify: 1, Allow: []string{AllowDead}, Workers: 2}
	for i := range files {
		var b strings.Builder
		for k := range lines + i {
			switch k % 10 {
			case 3:
				b.WriteString("{torn\n")
			case 5:
				fmt.Fprintf(&b, `{"ID":%d,"Text":"lost"}`+"\n", k)
			case 7:
				fmt.Fprintf(&b, `{"ID":%d,"Text":"refused"}`+"\n\n", k)
			case 8:
				fmt.Fprintf(&b, `{"ID":%d,"Text":"panics"}`+"\n\n", k)
			default:
				fmt.Fprintf(&b, `{"ID":%d,"Text":"text %d","List":["a"]}`+"\n", k, k)
			}
		}
		data := []byte(b.String())
		path := filepath.Join(dir, fmt.Sprintf("in%d.jsonl", i))
		if suffix != "" {
			how, err := container.CompressionOf(suffix)
			if err != nil {
				t.Fatal(err)
			}
			if data, err = how.Compress(nil, data); err != nil {
				t.Fatal(err)
			}
			path += suffix
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		req.Inputs = append(req.Inputs, Input{path, fmt.Sprintf("sub/out%d%s", i, suffix), info.Size(), info.ModTime().UnixNano()})
	}
	return req
}

// rewrite writes an input file again, with other content.
func rewrite(t *testing.T, in *Input, content []byte) {
	t.Helper()
	if err := os.WriteFile(in.Path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(in.Path)
	if err != nil {
		t.Fatal(err)
	}
	in.Size, in.ModTime = info.Size(), info.ModTime().UnixNano()
}

// contents returns the files below a folder, by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// smallChunks makes chunks small, so that a file has several.
func smallChunks(t *testing.T) {
	old := chunkRecords
	chunkRecords = 4
	t.Cleanup(func() { chunkRecords = old })
}

func TestCounts(t *testing.T) {
	smallChunks(t)
	for _, to := range []string{"lines", "gob"} {
		req := inputs(t, to, "", 2, 20)
		m, err := Run(program(map[string]string{"lines": "json", "gob": "gob"}[to]), req)
		if err != nil {
			t.Fatal(err)
		}
		want := Counts{In: 41, Out: 25, Dead: 16, Verified: 25}
		if to == "gob" { // only the source refuses texts
			want = Counts{In: 41, Out: 37, Dead: 4, Verified: 37}
		}
		if fmt.Sprint(m.Counts) != fmt.Sprint(want) {
			t.Errorf("%s: %+v, want %+v", to, m.Counts, want)
		}
		var sum Counts
		for _, f := range m.Files {
			sum.Add(f.Counts)
			got, err := sumOf(filepath.Join(req.Out, f.Name))
			if err != nil || got != f.Sum {
				t.Errorf("%s: the sum of %s is %s, not %s: %v", to, f.Name, got, f.Sum, err)
			}
		}
		if fmt.Sprint(sum) != fmt.Sprint(m.Counts) {
			t.Errorf("%s: the files have %+v, together %+v", to, sum, m.Counts)
		}
		checkDead(t, req, m)
		if !isMissing(filepath.Join(req.Out, ".bale-convert")) {
			t.Error("the folder for what is not whole is still there")
		}
	}
}

// sumOf returns the SHA-256 sum of a file.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}

// checkDead checks that each dead letter has the bytes of its source.
func checkDead(t *testing.T, req *Request, m *Manifest) {
	t.Helper()
	f, err := os.Open(filepath.Join(req.Out, m.Dead.Name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := int64(0)
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var d DeadLetter
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		source, err := os.ReadFile(d.Source)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(string(source[d.Offset : d.Offset+d.Length])); got != string(d.Bytes) || d.Reason == "" || d.Stage == "" || d.Cut {
			t.Errorf("dead letter %+v of %q", d, got)
		}
	}
	if n != m.Counts.Dead {
		t.Errorf("%d dead letters, want %d", n, m.Counts.Dead)
	}
}

// errKilled is the end of a process in the tests.
var errKilled = errors.New("killed")

// killer returns a disk that fails for good at change number n.
func killer(n int, share float64) (disk, *int) {
	steps := 0
	return disk{step: func(string) (float64, error) {
		steps++
		if steps > n {
			return share, errKilled
		}
		return 0, nil
	}}, &steps
}

// TestKilled ends conversions before each change of a file, once with a part of the bytes written, and resumes them. The result is that of an
// undisturbed conversion.
func TestKilled(t *testing.T) {
	smallChunks(t)
	for _, c := range []struct{ to, codec, suffix string }{{"frames", "json", ""}, {"gob", "gob", ".gz"}} {
		killEverywhere(t, program(c.codec), inputs(t, c.to, c.suffix, 2, 20))
	}
}

// killEverywhere is TestKilled for one request.
func killEverywhere(t *testing.T, p *Program, req *Request) {
	t.Helper()
	name := req.OutContainer + filepath.Ext(req.Inputs[0].Path)
	all, steps := killer(1<<30, 0)
	if _, err := runOn(all, p, req); err != nil {
		t.Fatal(err)
	}
	want, total := contents(t, req.Out), *steps
	for n := range total {
		again := *req
		again.Out += fmt.Sprint(n)
		d, _ := killer(n, 0.5)
		_, err := runOn(d, p, &again)
		if !errors.Is(err, errKilled) {
			t.Fatalf("%s: not killed at change %d of %d: %v", name, n, total, err)
		}
		again.Resume = true
		d, _ = killer(n/2+1, 0.9) // and killed once more
		if _, err := runOn(d, p, &again); err != nil && !errors.Is(err, errKilled) {
			t.Fatalf("%s: killed at change %d and resumed: %v", name, n, err)
		}
		d, _ = killer(1<<30, 0)
		if _, err := runOn(d, p, &again); err != nil {
			t.Fatalf("%s: killed at change %d and resumed twice: %v", name, n, err)
		}
		if got := contents(t, again.Out); !maps.Equal(got, want) {
			t.Fatalf("%s: killed at change %d: the files differ: %q, want %q", name, n, got, want)
		}
	}
	t.Logf("%s: %d changes", name, total)
}

var kills = flag.Int("kills", 0, "number of conversions that TestKilledAtRandom kills")

// TestKilledAtRandom is TestKilled with larger files and random moments.
func TestKilledAtRandom(t *testing.T) {
	if *kills == 0 {
		t.Skip("without -kills")
	}
	p := program("gob")
	req := inputs(t, "gob", ".gz", 3, 30000)
	all, steps := killer(1<<30, 0)
	if _, err := runOn(all, p, req); err != nil {
		t.Fatal(err)
	}
	want := contents(t, req.Out)
	for i := range *kills {
		again := *req
		again.Out += fmt.Sprint(i)
		for again.Resume = false; ; again.Resume = true {
			d, _ := killer(rand.IntN(*steps), rand.Float64())
			_, err := runOn(d, p, &again)
			if err == nil {
				break
			}
			if !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
		}
		if got := contents(t, again.Out); !maps.Equal(got, want) {
			t.Fatalf("conversion %d: the files differ", i)
		}
		if err := os.RemoveAll(again.Out); err != nil {
			t.Fatal(err)
		}
	}
}

// processVariable is the environment variable that makes TestProcess the program of a conversion.
const processVariable = "BALE_CONVERT_PROCESS"

// TestProcess is the process that TestKilledProcess kills.
func TestProcess(t *testing.T) {
	if os.Getenv(processVariable) == "" {
		t.Skip("started by TestKilledProcess only")
	}
	Main(program("gob"))
}

// TestKilledProcess kills processes at random moments.
func TestKilledProcess(t *testing.T) {
	if *kills == 0 {
		t.Skip("without -kills")
	}
	req := inputs(t, "gob", ".gz", 3, 30000)
	begin := time.Now()
	if _, err := Run(program("gob"), req); err != nil {
		t.Fatal(err)
	}
	took, want := time.Since(begin), contents(t, req.Out)
	req.Out += "again"
	for n := 0; n < *kills; {
		for req.Resume = false; ; req.Resume = true {
			if runKilled(t, req, time.Duration(rand.Int64N(int64(2*took)))) {
				break
			}
			n++
		}
		if got := contents(t, req.Out); !maps.Equal(got, want) {
			t.Fatalf("after %d kills, the files differ", n)
		}
		if err := os.RemoveAll(req.Out); err != nil {
			t.Fatal(err)
		}
	}
}

// runKilled runs a conversion in a process, and kills it after a time. It reports whether the conversion had ended.
func runKilled(t *testing.T, req *Request, after time.Duration) (whole bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestProcess$")
	cmd.Env = append(os.Environ(), processVariable+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := json.NewEncoder(in).Encode(req); err != nil {
		t.Fatal(err)
	}
	killer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer killer.Stop()
	err = cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		t.Fatalf("the process failed by itself: %v", err)
	}
	return err == nil
}

// TestDiskFull fails a write with ENOSPC: the error says so, and the conversion goes on later.
func TestDiskFull(t *testing.T) {
	p := program("json")
	req := inputs(t, "lines", "", 1, 20)
	for _, name := range []string{"journal.new", "0.part"} {
		full := disk{step: func(what string) (float64, error) {
			if what == "write" && !isMissing(filepath.Join(req.Out, ".bale-convert", name)) {
				return 0.5, &os.PathError{Op: "write", Path: name, Err: syscall.ENOSPC}
			}
			return 0, nil
		}}
		_, err := runOn(full, p, req)
		if err == nil || err.Error() != "write "+name+": no space left on device: when the cause is gone, continue with -resume" {
			t.Fatal(err)
		}
		req.Resume = true
	}
	if m, err := Run(p, req); err != nil || m.Counts.In != 20 {
		t.Fatalf("%+v, %v", m, err)
	}
}

func TestRefused(t *testing.T) {
	p := program("json")
	for _, c := range []struct {
		name   string
		change func(*Request)
		want   string
	}{
		{"other flags", func(r *Request) { r.Verify = 0.5 }, "has a conversion that began with another -verify: use the same again, or name another folder with -out"},
		{"other source code", func(r *Request) { r.About.Program = "other" }, "began with another type or codec, or other source code: use the same again, or name another folder with -out"},
		{"another version", func(r *Request) { r.About.Version = "v9" }, "began with another version of bale: use the same again, or name another folder with -out"},
		{"other order", func(r *Request) { r.Inputs[0], r.Inputs[1] = r.Inputs[1], r.Inputs[0] }, "began with the input files in another order: use the same again, or name another folder with -out"},
		{"other modules", func(r *Request) { r.About.Modules = map[string]string{"m": "v1"} }, "began with other versions of modules: use the same again, or name another folder with -out"},
		{"another name of an output file", func(r *Request) { r.Inputs[1].Output = "other" }, "in1.jsonl to sub/out1: name the same output file with -out again, or name another folder"},
		{"a file less", func(r *Request) { r.Inputs = r.Inputs[:1] }, "in1.jsonl, which is missing: use the same files again, or name another folder with -out"},
		{"a file more", func(r *Request) { r.Inputs = append(r.Inputs, Input{Path: "new.jsonl"}) }, "began without the input file new.jsonl: use the same files again, or name another folder with -out"},
		{"described anew", func(r *Request) { rewrite(t, &r.Inputs[0], []byte("1\n")) }, "in0.jsonl has changed since the conversion began: begin again in a new folder"},
		{"without -resume", func(r *Request) { r.Resume = false }, "has a conversion that has not ended: continue it with -resume, or name another folder with -out"},
		{"changed input", func(r *Request) {
			if err := os.WriteFile(r.Inputs[1].Path, []byte("1\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}, "in1.jsonl has changed since the conversion began: begin again in a new folder"},
		{"missing input", func(r *Request) {
			if err := os.Remove(r.Inputs[1].Path); err != nil {
				t.Fatal(err)
			}
		}, "in1.jsonl: no such file or directory: when the cause is gone, continue with -resume"},
		{"output gone", func(r *Request) {
			if err := os.RemoveAll(filepath.Join(r.Out, "sub")); err != nil {
				t.Fatal(err)
			}
		}, "out0 was written and is gone: begin again in a new folder"},
		{"full folder", func(r *Request) {
			r.Out, r.Resume = filepath.Dir(r.Out), false
		}, "is not empty: name a new one with -out"},
	} {
		req := inputs(t, "lines", "", 2, 20)
		d := disk{step: func(string) (float64, error) { // ends after the first file
			if isMissing(filepath.Join(req.Out, "sub", "out0")) {
				return 0, nil
			}
			return 0, errKilled
		}}
		if _, err := runOn(d, p, req); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		req.Resume = true
		c.change(req)
		if _, err := Run(p, req); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestEnded continues conversions that are complete: only the same one is.
func TestEnded(t *testing.T) {
	p := program("json")
	for _, c := range []struct {
		name   string
		change func(*Request)
		want   string
	}{
		{"the same", func(*Request) {}, ""},
		{"other flags", func(r *Request) { r.Verify = 0.5 }, "has a complete conversion with other flags, input files, source code or versions of bale, Go or modules: name another folder with -out"},
		{"changed input", func(r *Request) { rewrite(t, &r.Inputs[0], []byte("1\n")) }, "name another folder with -out"},
		{"a file more", func(r *Request) { r.Inputs = append(r.Inputs, r.Inputs[0]) }, "name another folder with -out"},
		{"output gone", func(r *Request) {
			if err := os.Remove(filepath.Join(r.Out, r.Inputs[0].Output)); err != nil {
				t.Fatal(err)
			}
		}, "out0 was written and is gone: begin again in a new folder"},
	} {
		req := inputs(t, "lines", "", 2, 20)
		want, err := Run(p, req)
		if err != nil {
			t.Fatal(err)
		}
		req.Resume = true
		c.change(req)
		m, err := Run(p, req)
		if c.want == "" && (err != nil || fmt.Sprint(m.Counts) != fmt.Sprint(want.Counts)) || c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want)) {
			t.Errorf("%s: %+v, %v, want %q", c.name, m, err, c.want)
		}
	}
}

// TestBegunTwice begins a conversion a second time before each change of a file: one of both converts, and the other fails.
func TestBegunTwice(t *testing.T) {
	p := program("json")
	for at := 1; ; at++ {
		req := inputs(t, "lines", "", 1, 20)
		steps := 0
		var second error
		d := disk{step: func(string) (float64, error) {
			if steps++; steps == at {
				_, second = Run(p, req)
			}
			return 0, nil
		}}
		_, first := runOn(d, p, req)
		if (first == nil) == (second == nil) && steps >= at {
			t.Errorf("at change %d: %v, %v", at, first, second)
		}
		if m, err := readManifest(req.Out); err != nil || m.Counts.In != 20 {
			t.Errorf("at change %d: %+v, %v", at, m, err)
		}
		if steps < at {
			return
		}
	}
}

// TestLocked runs a conversion while another process is at work on it.
func TestLocked(t *testing.T) {
	p := program("json")
	req := inputs(t, "lines", "", 1, 20)
	var second error
	d := disk{step: func(what string) (float64, error) {
		if what == "sync" && second == nil {
			again := *req
			again.Resume = true
			_, second = Run(p, &again)
		}
		return 0, nil
	}}
	if _, err := runOn(d, p, req); err != nil {
		t.Fatal(err)
	}
	if second == nil || !strings.Contains(second.Error(), "another process is at work") {
		t.Error(second)
	}
}

func TestTornGzip(t *testing.T) {
	p := program("json")
	for _, c := range []struct {
		name     string
		tear     func(file []byte) []byte
		min, max int // records
		want     string
	}{
		{"in the middle", func(file []byte) []byte { return file[:len(file)/2] }, 100, 1999, "unexpected EOF"},
		{"in the header", func(file []byte) []byte { return file[:5] }, 1, 1, "unexpected EOF"},
		{"empty", func([]byte) []byte { return nil }, 1, 1, "unexpected EOF"},
		{"not compressed", func([]byte) []byte { return []byte("{\"ID\":1,\"Text\":\"a\"}\n") }, 1, 1, "gzip: invalid header"},
	} {
		req := inputs(t, "lines", ".gz", 1, 2000)
		data, err := os.ReadFile(req.Inputs[0].Path)
		if err != nil {
			t.Fatal(err)
		}
		rewrite(t, &req.Inputs[0], c.tear(data))
		m, err := Run(p, req)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		dead, err := os.ReadFile(filepath.Join(req.Out, DeadFile))
		if err != nil {
			t.Fatal(err)
		}
		if n := int(m.Counts.In); n < c.min || n > c.max || m.Counts.In != m.Counts.Out+m.Counts.Dead || !strings.Contains(string(dead), "the compressed file is torn: "+c.want) {
			t.Errorf("%s: %+v, %s", c.name, m.Counts, dead)
		}
	}
}

func TestLosses(t *testing.T) {
	req := inputs(t, "gob", "", 1, 20)
	req.Allow = nil
	_, err := Run(program("gob"), req)
	if err == nil || !strings.Contains(err.Error(), "\n  item.List.nil: empty became nil") || !strings.Contains(err.Error(), "-allow 'item.List.nil'") {
		t.Fatal(err)
	}
	if !isMissing(req.Out) {
		t.Error("the folder was made")
	}
	req.Allow = []string{"item.List.nil"}
	rewrite(t, &req.Inputs[0], []byte(`{"ID":1,"List":[]}`+"\n"))
	m, err := Run(program("gob"), req)
	if err != nil || m.Counts.Out != 1 || m.Counts.Altered["item.List.nil"] != 1 {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestHopeless converts records of which none decodes.
func TestHopeless(t *testing.T) {
	req := inputs(t, "lines", "", 1, 0)
	rewrite(t, &req.Inputs[0], []byte(strings.Repeat("<xml>\n", hopeless)))
	_, err := Run(program("json"), req)
	if err == nil || !strings.Contains(err.Error(), "all of the first 1000 records are dead letters: check -type, -from and -in-container, and begin again in a new folder; the record at byte 0 of ") ||
		!strings.Contains(err.Error(), "invalid character '<'") {
		t.Fatal(err)
	}
}

// TestVerifyShare checks that the choice of records has about the share that was asked for.
func TestVerifyShare(t *testing.T) {
	for _, share := range []float64{0, 0.1, 0.5, 1} {
		j := &job{Request: &Request{Verify: share}}
		n := 0
		for i := range int64(10000) {
			if j.verifies(100 * i) {
				n++
			}
		}
		if got := float64(n) / 10000; got < share-0.02 || got > share+0.02 || share == 1 && n != 10000 || share == 0 && n != 0 {
			t.Errorf("%.2f: %.4f", share, got)
		}
	}
}
