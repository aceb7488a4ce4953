package script

import (
	"os"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"
	"github.com/rogpeppe/go-internal/testscript"
)

// pprofCommand is the command "pprof type stacks file". It writes a profile with values of a type, such as cpu or alloc_space. Each line of stacks has the value and the stack
// of a sample, the outermost function first: "30 main.main main.go:7 > encoding/json.Marshal encode.go:1".
func pprofCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: pprof type stacks file")
	}
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: args[0], Unit: "count"}}}
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		value, stack, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.ParseInt(value, 10, 64)
		ts.Check(err)
		s := &profile.Sample{Value: []int64{n}}
		for text := range strings.SplitSeq(stack, " > ") {
			s.Location = append([]*profile.Location{addLocation(ts, p, text)}, s.Location...)
		}
		p.Sample = append(p.Sample, s)
	}
	f, err := os.Create(ts.MkAbs(args[2]))
	ts.Check(err)
	defer f.Close()
	ts.Check(p.Write(f))
}

// addLocation adds a function with a line, as in "main.main main.go:7", to a profile.
func addLocation(ts *testscript.TestScript, p *profile.Profile, text string) *profile.Location {
	name, place, _ := strings.Cut(text, " ")
	file, number, _ := strings.Cut(place, ":")
	line, err := strconv.ParseInt(number, 10, 64)
	ts.Check(err)
	id := uint64(len(p.Location) + 1)
	f := &profile.Function{ID: id, Name: name, Filename: file}
	p.Function = append(p.Function, f)
	loc := &profile.Location{ID: id, Line: []profile.Line{{Function: f, Line: line}}}
	p.Location = append(p.Location, loc)
	return loc
}
