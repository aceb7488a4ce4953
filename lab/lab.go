// Package lab compares codecs. It checks round trips, plans cells and measures them in rounds, and examines aspects. A Comparison does all of
// this and writes a results folder, which package result reads.
package lab

import (
	"time"

	"bale/program/build"
	"bale/result"
)

// A Lab measures with runners. It writes its files below Cache.
type Lab struct {
	Cache    string   // folder for runners, tools and other intermediate results
	Progress Progress // may be nil
	Exec     []string // see [build.Builder]
	Memory   uint64
	Deadline time.Duration
}

// Builder returns the builder of the lab's runners for a platform.
func (l *Lab) Builder(to build.Target, trimPath bool) *build.Builder {
	report := func(done, total int, now string) {
		step(l.Progress, Step{What: building, Done: done, Total: total, Now: now})
	}
	return &build.Builder{Cache: l.Cache, Target: to, TrimPath: trimPath, Exec: l.Exec, Memory: l.Memory, Deadline: l.Deadline, Report: report}
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
	Now           string // name of the current codec, cell or package, or BuiltinShapes
	Round, Rounds int    // for "measure": the current round, from 1, and the maximum number of rounds
	// Left is an estimate of the time until the end of all rounds, for "measure"; it is not positive if there is none.
	Left time.Duration
}

// Timed reports whether code is timed between this step and the next.
func (s Step) Timed() bool { return s.What == calibrating || s.What == measuring }

// BuiltinShapes is Step.Now while the built-in shapes are loaded.
const BuiltinShapes = "the built-in shapes"

// The values of Step.What.
const (
	loading     = "load"
	building    = "build"
	checking    = "check" // check round trips
	calibrating = "calibrate"
	measuring   = "measure"
	examining   = "examine" // examine aspects
)

func step(p Progress, s Step) {
	if p != nil {
		p.Step(s)
	}
}
