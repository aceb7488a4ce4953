package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bale/profile"
)

const profileUsage = `usage: bale profile [flags] FILE|URL ... [package pattern]

Say which share of a program's CPU time and of its allocated bytes each serializer takes, for which callers and types,
and what another serializer would save. The files are CPU profiles and profiles of allocations of a Go program, as
go test -cpuprofile and -memprofile and the paths /debug/pprof/profile and /debug/pprof/allocs of its debug port give
them. Several of one type are merged. A URL is of this machine.

Garbage collection is charged to serializers only if there are profiles of both types, by their shares of the allocated
bytes, which is an estimate. The package pattern names packages of the program: callers are then those in its modules,
and the types of the arguments come from the source.

  -results DIR  take the ratios of the advice from a results folder of 'bale compare' (default: those of the built-in
                shapes)
  -max P        exit with status 1 if serializers take more than P of the CPU time, e.g. 5%; without a CPU profile, of
                the allocated bytes
  -o FILE.html  also write a page with the same, and with the functions that the serializers call
  -json         print JSON

examples:
  bale profile cpu.pprof
  bale profile cpu.pprof allocs.pprof ./...
  bale profile 'http://localhost:6060/debug/pprof/profile?seconds=30'
`

func profileCommand(ctx context.Context, io streams, args []string) error {
	f := newFlags("profile")
	results, limit := f.String("results", "", ""), f.String("max", "", "")
	asJSON, page := f.Bool("json", false, ""), f.String("o", "", "")
	if err := parse(f, args); err != nil {
		return err
	}
	most, err := parsePercent(*limit)
	if err != nil {
		return err
	}
	files, pattern, err := profileArgs(f.Args())
	if err != nil {
		return err
	}
	times, err := timesFor(*results)
	if err != nil {
		return err
	}
	r, err := newProfile(ctx, files, pattern, times)
	if err != nil {
		return err
	}
	if *page != "" {
		if err := writeProfilePage(*page, r); err != nil {
			return err
		}
		fmt.Fprintf(io.err, "wrote %s\n", *page)
	}
	if *asJSON {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		if _, err := io.out.Write(append(text, '\n')); err != nil {
			return err
		}
	} else {
		printProfile(io.out, r)
	}
	if share := r.Share(); *limit != "" && share > most {
		return fmt.Errorf("serializers take %s of %s, more than -max %s", percent(share), profileUnit(r), *limit)
	}
	return nil
}

// parsePercent parses a percentage such as "5%". An empty text is 0.
func parsePercent(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
	if err != nil || !(n >= 0 && n <= 100) {
		return 0, badUsage("-max %q is not a percentage: write it as -max 5%%", text)
	}
	return n / 100, nil
}

// profileArgs separates the profiles from the package pattern behind them.
func profileArgs(args []string) (files []string, pattern string, err error) {
	if len(args) == 0 {
		return nil, "", badUsage("want a CPU profile or a profile of allocations: write one with go test -bench . -cpuprofile cpu.pprof")
	}
	if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
		return nil, "", badUsage("%s is a folder: the profiles come first, and then the package pattern", args[0])
	}
	last := len(args) - 1
	if last > 0 && !profile.IsURL(args[last]) && !isProfileName(args[last]) {
		return args[:last], args[last], nil
	}
	return args, "", nil
}

// isProfileName reports whether an argument is a file, or looks like one that does not exist.
func isProfileName(name string) bool {
	info, err := os.Stat(name)
	if err == nil {
		return !info.IsDir()
	}
	return slices.Contains([]string{".pprof", ".prof", ".gz", ".out", ".pb"}, filepath.Ext(name))
}

// timesFor returns the times of a results folder, or the built-in ones.
func timesFor(folder string) (*profile.Times, error) {
	if folder == "" {
		return profile.BuiltIn(), nil
	}
	r, _, err := derive(folder, false)
	if err != nil {
		return nil, err
	}
	t := profile.TimesOf("the results in "+folder, r)
	if len(t.Codecs) == 0 {
		return nil, fmt.Errorf("%s has no times with intervals: give the folder of a run that bale compare has finished, with three rounds or more", folder)
	}
	return t, nil
}

// newProfile returns the report about files.
func newProfile(ctx context.Context, files []string, pattern string, times *profile.Times) (*profile.Report, error) {
	var source *profile.Source
	if pattern != "" {
		dir, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		if source, err = profile.Load(ctx, dir, pattern); err != nil {
			return nil, err
		}
	}
	p, err := profile.Read(ctx, files)
	if err != nil {
		return nil, noFileError(err)
	}
	r := profile.New(p, source)
	r.Advise(times)
	return r, nil
}

// noFileError adds the advice for a missing file to an error.
func noFileError(err error) error {
	if os.IsNotExist(err) {
		return fmt.Errorf("%w: the profiles come first, and then the package pattern", err)
	}
	return err
}
