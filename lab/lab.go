// Package lab compares codecs: it builds runners, proves round trips, plans cells and measures them in rounds. A Comparison is the
// whole of it; its results are in a folder that package result reads.
package lab

import (
	"context"
	"os"
	"path/filepath"
	"runtime"

	"bale/result"
	"bale/schema"
)

// A Lab builds runners and measures with them. It writes below Cache only.
type Lab struct {
	Cache    string   // folder for everything that is made on the way
	Progress Progress // may be nil
	// Deadline bounds what a runner may take for one request beyond what was calibrated; 0 is 2 minutes.
	Deadline int64 // ns
	// Memory is what one runner may allocate, in bytes; 0 is 6 GiB.
	Memory uint64
	// Values is how many varied sample values there are, at least; 0 is as many as a shape needs so that a
	// processor cannot learn them.
	Values int
	// Ignore is what the proofs of round trips leave out: names of kinds of difference, and fields as "Type.Field".
	Ignore []string
	// Target is the platform that runners are built for.
	Target Target
	// Exec is a program with its arguments that starts the runners, such as an emulator; nil is none.
	Exec []string
}

// Progress hears what is being done. Nothing is timed while one of its methods runs.
type Progress interface {
	Step(s Step)
	// Ranks hears the rounds so far, when one has ended and another begins. Both are read only, and change afterwards.
	Ranks(run *result.Run, rounds *result.Rounds)
}

// A Step says what is being done, and how far it is.
type Step struct {
	What          string // "load", "build", "prove", "calibrate", "measure" or "examine"
	Done, Total   int    // of the things that it is done to: codecs or cells; 0 of 0 where they are not counted
	Now           string // the one in hand
	Round, Rounds int    // where cells are measured: which round it is, from 1, and how many there are at most
}

// Timed reports whether code is timed between this step and the next.
func (s Step) Timed() bool { return s.What == calibrating || s.What == measuring }

// What a Step can be.
const (
	loading     = "load"
	building    = "build"
	proving     = "prove"
	calibrating = "calibrate"
	measuring   = "measure"
	examining   = "examine" // look at aspects
)

// A Shape is one Go type, with the values it is measured with.
type Shape struct {
	Name   string // in results: "nested-100"
	Base   string // without the length: "nested"
	Model  *schema.Model
	Root   int    // of Model
	Length int    // of a slice type, 0 otherwise
	Data   string // absolute path of a file of sample values, "" for generated ones
}

// DefaultCache is the folder for a Lab below the user's cache folder.
func DefaultCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "bale"), nil
}

func (l *Lab) step(s Step) {
	if l.Progress != nil {
		l.Progress.Step(s)
	}
}

// each calls f for 0 to n-1, as many at once as there are cores, and returns when all have ended.
func each(ctx context.Context, n int, f func(i int)) {
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
