// Package lab compares codecs. It builds runners, checks round trips, plans cells and measures them in rounds. A Comparison does all of
// this and writes a results folder, which package result reads.
package lab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"bale/result"
	"bale/schema"
)

// A Lab builds runners and measures with them. It writes its files below Cache.
type Lab struct {
	Cache    string   // folder for runners, tools and other intermediate results
	Progress Progress // may be nil
	// Deadline is the time in nanoseconds that a runner may take for one request, in addition to 20 times the calibrated time; 0 means 2
	// minutes.
	Deadline int64
	// Memory is the memory limit of a runner in bytes; 0 means 6 GiB.
	Memory uint64
	// Values is the minimum number of varied sample values; 0 means as many as a shape needs so that a processor's branch predictor cannot
	// learn them.
	Values int
	// Ignore lists the differences that round-trip checks ignore: names of kinds, and fields in the form "Type.Field".
	Ignore []string
	// Target is the platform that runners are built for.
	Target Target
	// Exec is a program with arguments that starts the runners, such as an emulator; nil for none.
	Exec []string

	trimPath bool // runners are built with -trimpath
}

// Progress is informed about the progress of a run. Nothing is timed during its methods.
type Progress interface {
	Step(s Step)
	// Ranks is called with the rounds so far, between two rounds. It must not change its arguments, and must not use them after it returns.
	Ranks(run *result.Run, rounds *result.Rounds)
}

// A Step describes the current work and its progress.
type Step struct {
	What          string // "load", "build", "check", "calibrate", "measure" or "examine"
	Done, Total   int    // numbers of codecs or cells; Total is 0 if they are not counted
	Now           string // name of the current codec or cell
	Round, Rounds int    // for "measure": the current round, from 1, and the maximum number of rounds
	// Left is an estimate of the time until the end of all rounds, for "measure"; it is not positive if there is none.
	Left time.Duration
}

// Timed reports whether code is timed between this step and the next.
func (s Step) Timed() bool { return s.What == calibrating || s.What == measuring }

// The values of Step.What.
const (
	loading     = "load"
	building    = "build"
	checking    = "check" // check round trips
	calibrating = "calibrate"
	measuring   = "measure"
	examining   = "examine" // examine aspects
)

// A Shape is a Go type with its sample values.
type Shape struct {
	Name   string // name in results: "nested-100"
	Base   string // name without the length: "nested"
	Model  *schema.Model
	Root   int    // index of the root in Model
	Length int    // length of a slice type; 0 for other types
	Data   string // absolute path of a file of sample values; "" for generated values

	given bool // the sample values are the user's own: from a file, or from the package's function
}

// ownSamples reports whether the sample values come from a function of the user's package, which may read files. It is false for the
// shapes of a pack.
func (s *Shape) ownSamples() bool {
	return s.given && s.Data == "" && s.Model != nil
}

// DefaultCache returns the folder for a Lab's cache, which is in the user's cache folder.
func DefaultCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the cache: %w", err)
	}
	return filepath.Join(dir, "bale"), nil
}

func (l *Lab) step(s Step) {
	if l.Progress != nil {
		l.Progress.Step(s)
	}
}

// inParallel calls f for 0 to n-1, one call per processor at a time, and returns when all calls have ended. It makes no new calls after ctx
// is cancelled.
func inParallel(ctx context.Context, n int, f func(i int)) {
	slots := make(chan struct{}, runtime.NumCPU())
	done := make(chan struct{})
	for i := range n {
		go func() {
			defer func() { done <- struct{}{} }()
			slots <- struct{}{}
			defer func() { <-slots }()
			if ctx.Err() == nil {
				f(i)
			}
		}()
	}
	for range n {
		<-done
	}
}
