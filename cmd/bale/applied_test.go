package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bale/internal/slow"
	"bale/result"
	"bale/runner/measure"
)

const appliedSource = `package app

import (
	"context"
	"sync"
)

type Shape interface{ Area() float64 }

type Circle struct{ R float64 }

func (c Circle) Area() float64 { return c.R }

type Square struct{ Side int }

func (s *Square) Area() float64 { return float64(s.Side) }

type Any struct {
	ID   int64
	Data any
}

type Meta struct {
	ID   int64
	Meta map[string]any
}

type Union struct {
	Shape Shape
	List  []Shape
}

type Locked struct {
	mu sync.Mutex
	ID int64
}

type Held struct {
	ID  int64
	Err error
	Ctx context.Context
}
`

// TestAppliedAdvice compares types that serializers cannot carry, adds every directive that the results advise to the package, compares again, and
// checks that each directive removes its gap and that no row gets worse: what was carried still is, and sample values that came back still do.
func TestAppliedAdvice(t *testing.T) {
	slow.Only(t, "it builds six serializers twice")
	dir := t.TempDir()
	ownCache(t, dir)
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/app\n\ngo 1.24\n")
	write("app.go", appliedSource)
	rows := func(out string) map[measure.Key]measure.Row {
		args := []string{"compare", "-quick", "-rounds", "1", "-aspects", "none", "-codecs", "json,gob,cbor/map,bale/compact,bale/cbor,bale/json",
			"-type", "Any,Meta,Union,Locked,Held", "-o", filepath.Join(dir, out), "."}
		if status, _, stderr := bale(t, "", args...); status != exitDone {
			t.Fatalf("status %d\n%s", status, stderr)
		}
		r, err := result.LoadResults(filepath.Join(out, "results.json"))
		if err != nil {
			t.Fatal(err)
		}
		byKey := map[measure.Key]measure.Row{}
		for _, row := range r.Rows {
			byKey[row.Key()] = row
		}
		return byKey
	}
	before := rows("before")
	advised := map[string]bool{}
	for _, row := range before {
		for _, g := range row.Gaps {
			if g.Directive == "" {
				t.Errorf("%s %s: %s: %s: no directive", row.Shape, row.Codec, g.Path, g.Reason)
			}
			advised[g.Directive] = true
		}
	}
	if len(advised) < 5 {
		t.Errorf("advised: %v", slices.Sorted(maps.Keys(advised)))
	}
	write("app.go", fmt.Sprintf("%s\n%s\n", appliedSource, strings.Join(slices.Sorted(maps.Keys(advised)), "\n")))
	for key, row := range rows("after") {
		was := before[key]
		switch {
		case len(row.Gaps) > 0:
			t.Errorf("%v: still a gap after the advice: %v", key, row.Gaps)
		case was.Measured() && !row.Measured():
			t.Errorf("%v was %s and is %s: %s", key, was.Status, row.Status, row.Reason)
		case row.LosesSamples() && !(was.Measured() && was.LosesSamples()):
			t.Errorf("%v loses sample values after the advice: %v", key, row.Losses)
		}
	}
}
