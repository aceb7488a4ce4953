package profile

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	pprof "github.com/google/pprof/profile"
)

// Profiles are the merged profiles of each type.
type Profiles struct {
	CPU   *pprof.Profile // nil if there is none
	Alloc *pprof.Profile // nil if there is none
}

// maxProfile is the maximum size of a profile in memory, without compression. A profile of a large program has some MiB.
const maxProfile = 1 << 30

// Read reads profiles, each from a file or from a URL on this machine, and merges those of the same type.
func Read(ctx context.Context, names []string) (*Profiles, error) {
	var cpu, alloc []*pprof.Profile
	for _, name := range names {
		data, err := load(ctx, name)
		if err != nil {
			return nil, err
		}
		p, err := parse(data)
		if err == nil {
			err = check(p)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if valueIndex(p, "cpu") >= 0 {
			cpu = append(cpu, p)
		} else {
			alloc = append(alloc, p)
		}
	}
	merged := &Profiles{}
	var err error
	if merged.CPU, err = merge(cpu); err != nil {
		return nil, err
	}
	merged.Alloc, err = merge(alloc)
	return merged, err
}

// load returns the contents of a file or of a URL.
func load(ctx context.Context, name string) ([]byte, error) {
	if IsURL(name) {
		return fetch(ctx, name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readLimited(f)
}

func readLimited(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxProfile+1))
	if err == nil && len(data) > maxProfile {
		err = errors.New("it has more than 1 GiB: profile the program for a shorter time")
	}
	return data, err
}

// parse parses a profile, which may be compressed.
func parse(data []byte) (*pprof.Profile, error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = readLimited(z)
		}
		if err != nil {
			return nil, fmt.Errorf("decompressing it: %w; a profile that a program has not finished is cut short: stop the profile with pprof.StopCPUProfile", err)
		}
	}
	if len(data) == 0 {
		return nil, errors.New("it is empty: a program writes its CPU profile when it calls pprof.StopCPUProfile")
	}
	if bytes.HasPrefix(data, []byte("go 1.")) {
		return nil, errors.New("it is an execution trace: write a CPU profile, for instance with go test -bench . -cpuprofile cpu.pprof")
	}
	p, err := pprof.ParseData(data)
	if err != nil {
		return nil, fmt.Errorf("it is not a profile (%w): write one with go test -bench . -cpuprofile cpu.pprof, or get one from /debug/pprof/profile", err)
	}
	return p, nil
}

// valueIndex returns the index of a type of values, or -1.
func valueIndex(p *pprof.Profile, name string) int {
	return slices.IndexFunc(p.SampleType, func(t *pprof.ValueType) bool { return t.Type == name })
}

// check reports why a profile cannot be used.
func check(p *pprof.Profile) error {
	index := max(valueIndex(p, "cpu"), valueIndex(p, "alloc_space"))
	if index < 0 {
		var types []string
		for _, t := range p.SampleType {
			types = append(types, t.Type)
		}
		return fmt.Errorf("it is a profile of %s: give a CPU profile (/debug/pprof/profile) or one of allocations (/debug/pprof/allocs)", strings.Join(types, " and "))
	}
	if !slices.ContainsFunc(p.Sample, func(s *pprof.Sample) bool { return s.Value[index] > 0 }) {
		return errors.New("it has no samples: profile the program for longer, while it works")
	}
	if slices.ContainsFunc(p.Sample, func(s *pprof.Sample) bool { return s.Value[index] < 0 }) {
		return errors.New("it has negative values, as the difference of two profiles: give the profiles themselves")
	}
	return checkNames(p)
}

// checkNames reports whether no function has a name, or none is Go code.
func checkNames(p *pprof.Profile) error {
	named := false
	for _, f := range p.Function {
		if f.Name == "" {
			continue
		}
		named = true
		if strings.HasSuffix(f.Filename, ".go") || strings.HasPrefix(f.Name, "runtime.") {
			return nil
		}
	}
	if named {
		return errors.New("none of its functions is Go code: bale profile reads profiles of Go programs")
	}
	return errors.New("it has no names of functions: add them with 'go tool pprof -proto PROGRAM FILE >named.pprof', where PROGRAM was built without -ldflags=-s, and give named.pprof")
}

// merge merges profiles of one type.
func merge(list []*pprof.Profile) (*pprof.Profile, error) {
	if len(list) == 0 {
		return nil, nil
	}
	if len(list) == 1 {
		return list[0], nil
	}
	if err := pprof.CompatibilizeSampleTypes(list); err != nil {
		return nil, fmt.Errorf("the profiles cannot be merged: %w; give those of one version of Go", err)
	}
	p, err := pprof.Merge(list)
	if err != nil {
		return nil, fmt.Errorf("the profiles cannot be merged: %w; give those of one version of Go", err)
	}
	return p, nil
}
