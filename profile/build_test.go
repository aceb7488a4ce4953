package profile

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	pprof "github.com/google/pprof/profile"
)

// A sampled is a stack of a test, the outermost function first, with its value. A function may have a file and a line: "main.f main.go:7". Functions with a + in front are
// inlined into the one before.
type sampled struct {
	value int64
	stack string // functions separated by " > "
}

// build returns a profile with samples. kind is "cpu" or "alloc".
func build(kind string, samples ...sampled) *pprof.Profile {
	p := &pprof.Profile{SampleType: []*pprof.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}, Period: 1, PeriodType: &pprof.ValueType{Type: "cpu", Unit: "nanoseconds"}}
	if kind == "alloc" {
		p.SampleType = []*pprof.ValueType{{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"}}
		p.PeriodType = &pprof.ValueType{Type: "space", Unit: "bytes"}
	}
	functions := map[string]*pprof.Function{}
	for _, s := range samples {
		sample := &pprof.Sample{Value: []int64{1, s.value}}
		for _, text := range strings.Split(s.stack, " > ") {
			if s.stack == "" {
				break
			}
			name, inlined := strings.CutPrefix(text, "+")
			line := lineOf(p, functions, name)
			if inlined {
				last := sample.Location[0]
				last.Line = append([]pprof.Line{line}, last.Line...)
				continue
			}
			loc := &pprof.Location{ID: uint64(len(p.Location) + 1), Line: []pprof.Line{line}}
			p.Location = append(p.Location, loc)
			sample.Location = append([]*pprof.Location{loc}, sample.Location...)
		}
		p.Sample = append(p.Sample, sample)
	}
	return p
}

// lineOf returns the line of a function such as "main.f main.go:7".
func lineOf(p *pprof.Profile, functions map[string]*pprof.Function, text string) pprof.Line {
	name, place := text, ""
	if i := strings.LastIndex(text, " "); i >= 0 && strings.Contains(text[i:], ".go:") {
		name, place = text[:i], text[i+1:]
	}
	file, number, _ := strings.Cut(place, ":")
	line, _ := strconv.Atoi(number)
	if file == "" {
		file = "x.go"
	}
	f := functions[name+file]
	if f == nil {
		f = &pprof.Function{ID: uint64(len(p.Function) + 1), Name: name, Filename: file}
		functions[name+file] = f
		p.Function = append(p.Function, f)
	}
	return pprof.Line{Function: f, Line: int64(line)}
}

// write writes a profile to a file, and returns its path.
func write(t *testing.T, p *pprof.Profile) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return writeFile(t, "x.pprof", b.Bytes())
}

func writeFile(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
