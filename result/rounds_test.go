package result

import (
	"bytes"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
	"pgregory.net/rapid"

	"bale/runner/measure"
)

var testEnv = Environment{
	Go: "go1.26.8", GOOS: "linux", GOARCH: "amd64", CPU: "A CPU @ 2.0GHz", Procs: 2, Bale: "v0.1.0",
	Date: "2026-11-21T09:00:00Z", Seed: 7, Modules: map[string]string{"example.com/Big/M": "v1.2.3"},
}

func cell(shape, codec string, op measure.Op) measure.Cell {
	return measure.Cell{Shape: shape, Codec: codec, Op: op, Mode: measure.DefaultMode}
}

func block(c measure.Cell, ns float64) measure.Block {
	return measure.Block{Cell: c, N: 1000, Ns: ns, Bytes: 64, Allocs: 1, WallNs: 1000 * ns, CPUNs: 1000 * ns, OwnNs: 1000 * ns, YardNs: 30000}
}

func openWriter(t testing.TB, path string, env Environment) *Writer {
	t.Helper()
	w, err := OpenWriter(path, env)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func TestRoundsRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rounds.txt")
	rapid.Check(t, func(rt *rapid.T) {
		os.Remove(path)
		name := rapid.OneOf(rapid.SampledFrom([]string{"gencode/unsafe", "a:b", "50%", "x y", "é-2"}), rapid.String())
		figure := rapid.Float64Range(0, 1e15)
		blocks := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) measure.Block {
			c := cell(name.Draw(rt, "shape"), name.Draw(rt, "codec"), rapid.SampledFrom([]measure.Op{measure.Encode, measure.Decode}).Draw(rt, "op"))
			return measure.Block{
				Cell: c, N: rapid.Int64Range(1, 1<<40).Draw(rt, "n"), Ns: rapid.Float64Range(0.001, 1e12).Draw(rt, "ns"),
				Bytes: figure.Draw(rt, "bytes"), Allocs: figure.Draw(rt, "allocs"),
				WallNs: figure.Draw(rt, "wall"), CPUNs: figure.Draw(rt, "cpu"), YardNs: 1 + figure.Draw(rt, "yard"),
				OwnNs: figure.Draw(rt, "own"), StealNs: figure.Draw(rt, "steal"),
			}
		}), 0, 8).Draw(rt, "blocks")

		want := make(map[measure.Cell][]measure.Block)
		wantReruns := make(map[measure.Cell]int)
		for i, b := range blocks {
			w, err := OpenWriter(path, testEnv) // opened again for each block, as after an interruption
			if err != nil {
				rt.Fatal(err)
			}
			if i%3 == 0 {
				must(rt, w.Round(i+1, 1, time.Unix(0, 0)))
				must(rt, w.Rerun(b.Cell, "steal 12"))
				wantReruns[b.Cell]++
			}
			must(rt, w.Block(b))
			must(rt, w.Close())
			want[b.Cell] = append(want[b.Cell], b)
		}
		data, _ := os.ReadFile(path)
		got, err := ReadRounds(bytes.NewReader(data))
		if err != nil {
			rt.Fatalf("%v in\n%s", err, data)
		}
		if !maps.Equal(got.Reruns, wantReruns) {
			rt.Errorf("reruns %v, want %v", got.Reruns, wantReruns)
		}
		if len(got.Blocks) != len(want) || len(got.Order) != len(want) {
			rt.Fatalf("%d cells, want %d", len(got.Blocks), len(want))
		}
		for c, blocks := range want {
			if len(got.Blocks[c]) != len(blocks) {
				rt.Fatalf("%v: %d blocks, want %d", c, len(got.Blocks[c]), len(blocks))
			}
			for i := range blocks {
				sameBlock(rt, &got.Blocks[c][i], &blocks[i])
			}
		}
	})
}

func must(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

// sameBlock compares blocks up to the six digits that are stored.
func sameBlock(t *rapid.T, got, want *measure.Block) {
	if got.Cell != want.Cell || got.N != want.N {
		t.Errorf("got %+v, want %+v", got, want)
	}
	g, w := measurements(got), measurements(want)
	for i := range g {
		if math.Abs(*g[i].value-*w[i].value) > 1e-5**w[i].value {
			t.Errorf("%s: got %v, want %v", g[i].unit, *g[i].value, *w[i].value)
		}
	}
}

func TestWriterFormat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rounds.txt")
	w := openWriter(t, path, testEnv)
	c := cell("nested-100", "gencode/unsafe", measure.Encode)
	if err := w.Round(3, 1, time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	if err := w.Rerun(c, "steal 12"); err != nil {
		t.Fatal(err)
	}
	if err := w.Block(measure.Block{Cell: c, N: 161000, Ns: 123.456789, Bytes: 64, Allocs: 1, WallNs: 19876543, CPUNs: 19000000, OwnNs: 19500000, YardNs: 30000, StealNs: 20e6}); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(path)
	want := `bale: v0.1.0
cpu: A CPU @ 2.0GHz
date: 2026-11-21T09:00:00Z
go: go1.26.8
goarch: amd64
goos: linux
module-example.com/!big/!m: v1.2.3
procs: 2
seed: 7
# round 3 epoch 1 at 2026-11-21T09:00:00Z
# rerun Encode/shape=nested-100/codec=gencode:unsafe/mode=convert,fresh,copy,seq,varied steal 12
BenchmarkEncode/shape=nested-100/codec=gencode:unsafe/mode=convert,fresh,copy,seq,varied-2	161000	123.457 ns/op	64 B/op	1 allocs/op	19876500 wall-ns	19000000 cpu-ns	30000 yard-ns	19500000 own-ns	20000000 steal-ns	118.012 cpu-ns/op
`
	if string(got) != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestBenchstatCanRead checks that benchstat -col /codec can read the file and group by codec, and that the filter in docs/internal/method.md selects the CPU time of an
// operation.
func TestBenchstatCanRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rounds.txt")
	w := openWriter(t, path, testEnv)
	b := block(cell("small", "sproto/packed", measure.Encode), 5)
	b.CPUNs = 4000
	if err := w.Block(b); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	filter, err := benchproc.NewFilter(".unit:cpu-ns/op /mode:/seq/")
	if err != nil {
		t.Fatal(err)
	}
	var parser benchproc.ProjectionParser
	byCodec, err := parser.Parse("/codec", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := benchfmt.NewReader(bytes.NewReader(data), "rounds.txt")
	for r.Scan() {
		rec := r.Result().(*benchfmt.Result)
		if got := byCodec.Project(rec).StringValues(); got != "sproto:packed" {
			t.Errorf("codec %q", got)
		}
		if got := rec.GetConfig("module-example.com/!big/!m"); got != "v1.2.3" {
			t.Errorf("module version %q", got)
		}
		if v, ok := rec.Value("sec/op"); !ok || v != 5e-9 {
			t.Errorf("sec/op %v %v", v, ok)
		}
		if ok, err := filter.Apply(rec); err != nil || !ok || len(rec.Values) != 1 || rec.Values[0].Value != 4e-9 {
			t.Errorf("with the filter, the values are %v; %v", rec.Values, err)
		}
	}
}

// TestModuleFolders checks that the folder of a replaced module may have any name.
func TestModuleFolders(t *testing.T) {
	for path, key := range map[string]string{
		"json/../my shop":   "module-json/../my%20shop",
		"json//src/Größe/Ä": "module-json//src/!größe/%c3%84",
		"json/../a: b\t%":   "module-json/../a%3a%20b%09%25",
	} {
		env := testEnv
		env.Modules = map[string]string{path: "(devel)"}
		file := filepath.Join(t.TempDir(), "rounds.txt")
		w := openWriter(t, file, env)
		if err := w.Block(block(cell("small", "json", measure.Encode), 5)); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if want := "\n" + key + ": (devel)\n"; !strings.Contains(string(data), want) {
			t.Errorf("%q: no line %q in\n%s", path, want, data)
		}
		if r, err := ReadRounds(bytes.NewReader(data)); err != nil || len(r.Order) != 1 {
			t.Errorf("%q: %v", path, err)
		}
	}
}

func TestWriterResumes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rounds.txt")
	c := cell("small", "json", measure.Encode)
	if err := openWriter(t, path, testEnv).Block(block(c, 5)); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	if err := os.WriteFile(path, append(before, "BenchmarkEncode/shape=sm"...), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := openWriter(t, path, testEnv).Block(block(c, 6)); err != nil {
		t.Fatal(err)
	}
	after, _ := os.ReadFile(path)
	if added := strings.TrimPrefix(string(after), string(before)); strings.Count(added, "\n") != 1 || !strings.Contains(added, "6 ns/op") {
		t.Errorf("added %q", added)
	}

	other := testEnv
	other.Go, other.Modules = "go1.27", nil
	openWriter(t, path, other)
	last, _ := os.ReadFile(path)
	if added := strings.TrimPrefix(string(last), string(after)); added != "go: go1.27\nmodule-example.com/!big/!m:\n" {
		t.Errorf("configuration added: %q", added)
	}
}

// TestWriterResumesAtEachByte cuts a file behind each of its bytes: the complete lines stay, and each block that was in one of them is read.
func TestWriterResumesAtEachByte(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rounds.txt")
	w := openWriter(t, path, testEnv)
	for round := range 3 {
		if err := errors.Join(w.Round(round+1, 1, time.Unix(0, 0)), w.Block(block(cell("small", "json", measure.Encode), 5)), w.Block(block(cell("small", "gob", measure.Decode), 7))); err != nil {
			t.Fatal(err)
		}
	}
	complete, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	added := block(cell("nested", "json", measure.Encode), 6)
	for n := range complete {
		if err := os.WriteFile(path, complete[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := OpenWriter(path, testEnv)
		if err != nil {
			t.Fatalf("cut at byte %d: %v", n, err)
		}
		if err := errors.Join(w.Block(added), w.Close()); err != nil {
			t.Fatalf("cut at byte %d: %v", n, err)
		}
		kept := complete[:bytes.LastIndexByte(complete[:n], '\n')+1]
		got, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(got, kept) {
			t.Fatalf("cut at byte %d: %v\n%s\nis not kept in\n%s", n, err, kept, got)
		}
		rounds, err := LoadRounds(path)
		if err != nil {
			t.Fatalf("cut at byte %d: %v", n, err)
		}
		blocks := 0
		for _, list := range rounds.Blocks {
			blocks += len(list)
		}
		if want := bytes.Count(kept, []byte("\nBenchmark")) + 1; blocks != want || len(rounds.Blocks[added.Cell]) != 1 {
			t.Fatalf("cut at byte %d: %d blocks, want %d", n, blocks, want)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rounds.txt")
	w := openWriter(t, path, testEnv)
	before, _ := os.ReadFile(path)
	for _, ns := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if err := w.Block(block(cell("s", "c", measure.Encode), ns)); err == nil {
			t.Errorf("wrote a block of %v ns/op", ns)
		}
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Errorf("the file changed: %q", after)
	}
}

func TestReadRoundsErrors(t *testing.T) {
	const good = "BenchmarkEncode/shape=s/codec=c/mode=convert,fresh,copy,seq,varied-2 10 5 ns/op 1 B/op 1 allocs/op 50 wall-ns 50 cpu-ns 9 yard-ns\n"
	for _, c := range []struct{ name, in, want string }{
		{"good", "go: 1\n\n# round 1\n" + good, ""},
		{"concatenated", good + "goos: plan9\n" + good, ""},
		{"prose", good + "hello there\n", "line 2: neither"},
		{"torn", good + good[:20], "line 2: neither"},
		{"no count", good + "BenchmarkEncode/shape=s x\n", "line 2: parsing iteration count"},
		{"no measurements", good + "BenchmarkEncode/shape=s 10\n", "line 2: missing measurements"},
		{"op", strings.Replace(good, "Encode", "Copy", 1), "line 1: benchmark name"},
		{"mode", strings.Replace(good, "convert,", "", 1), "line 1: mode"},
		{"part", strings.Replace(good, "codec=", "coder=", 1), "want codec="},
		{"escape", strings.Replace(good, "codec=c", "codec=%4", 1), "hexadecimal"},
		{"unit", strings.Replace(good, "B/op", "KB/op", 1), "line 1: no value with unit B/op"},
		{"zero", strings.Replace(good, " 5 ns", " 0 ns", 1), "line 1: 0 ns/op"},
		{"operations", strings.Replace(good, " 10 ", " 0 ", 1), "line 1: 0 operations"},
		{"rerun", good + "# rerun Encode/x steal 1\n", "line 2: benchmark name"},
	} {
		_, err := ReadRounds(strings.NewReader(c.in))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
}
