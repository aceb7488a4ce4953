package lab

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"bale/program/build"
	"bale/runner/harness"
	"bale/runner/loss"
	"bale/runner/measure"
)

// A Check is the round-trip check of runners.
type Check struct {
	Builder  *build.Builder
	Progress Progress // may be nil
	Seed     uint64
	// Values is the minimum number of varied sample values; 0 means as many as a shape needs so that a processor's branch predictor cannot
	// learn them.
	Values int
	// Ignore lists the differences that the check ignores: names of kinds, and fields in the form "Type.Field".
	Ignore []string
}

// Run checks the round trips of every runner, one runner per processor at a time, and writes the findings into the rows. It returns the
// rows that can be measured. It returns an error if the file of sample values is invalid, if the package's own function for them fails, or if
// runners have different sample values.
func (c *Check) Run(ctx context.Context, built []*build.Built) ([]*build.Row, error) {
	var mu sync.Mutex
	done := 0
	var valuesErr error
	hashes := map[string]map[string]int{}
	checked := make([][]*build.Row, len(built))
	build.InParallel(ctx, len(built), func(i int) {
		checked[i] = c.checkCodec(ctx, built[i], func(shape string, p *harness.CheckResult) {
			mu.Lock()
			defer mu.Unlock()
			if p.Values != "" {
				valuesErr = errors.New(p.Values)
			}
			if hashes[shape] == nil {
				hashes[shape] = map[string]int{}
			}
			if p.Hash != "" {
				hashes[shape][p.Hash]++
			}
		})
		mu.Lock()
		defer mu.Unlock()
		done++
		step(c.Progress, Step{What: checking, Done: done, Total: len(built), Now: built[i].Codec.Name})
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if valuesErr != nil {
		return nil, valuesErr // the fault is in the user's file or function, not in a codec
	}
	for shape, h := range hashes {
		if len(h) > 1 {
			return nil, fmt.Errorf("%s: the runners do not have the same sample values: %v; does BaleSamples use anything but its r?",
				shape, slices.Sorted(maps.Keys(h)))
		}
	}
	return slices.Concat(checked...), nil
}

// checkCodec checks the rows of one codec, one after the other. It calls found with each result. It returns the rows that can be measured.
func (c *Check) checkCodec(ctx context.Context, b *build.Built, found func(shape string, p *harness.CheckResult)) []*build.Row {
	if b.Runner == nil {
		return nil
	}
	var p *build.Proc
	defer func() {
		if p != nil {
			p.Close()
		}
	}()
	var list []*build.Row
	edges := map[string]bool{}
	for _, row := range b.Rows {
		if row.Status != measure.OK {
			continue
		}
		// The edge values do not depend on the length: they are checked for the first length of a shape.
		first := !edges[row.On.Base+" "+row.Codec]
		edges[row.On.Base+" "+row.Codec] = true
		r, err := c.resultOf(ctx, &p, row, first)
		if err != nil {
			row.Status, row.Reason = build.Failure(err)
			continue
		}
		found(row.Shape, r)
		record(row, r)
		if row.Status == measure.OK || row.Status == measure.Lossy {
			list = append(list, row)
		}
	}
	shareLosses(b)
	return list
}

// record writes a result into its row.
func record(row *build.Row, r *harness.CheckResult) {
	if r.Unchecked != "" {
		row.Status, row.Reason = measure.Unchecked, build.Shorten(r.Unchecked)
		return
	}
	if r.Error != "" {
		row.Status, row.Reason = measure.Failed, build.Shorten(r.Error)
		return
	}
	row.Size, row.Loops, row.Counts, row.Hash = r.Size, r.Keys, r.Counts, r.Hash
	row.Losses = append(row.Losses, r.Losses...)
	hide(row)
	if reason := setStrings(row.Row, r); reason != "" {
		row.Status, row.Reason = measure.Failed, reason
		return
	}
	if len(row.Losses) > 0 {
		row.Status = measure.Lossy
	}
	for _, key := range slices.Sorted(maps.Keys(r.Dropped)) {
		row.Warnings = append(row.Warnings, fmt.Sprintf("%s is not measured: %s", key, build.Shorten(r.Dropped[key])))
	}
}

// WrongStrings begins the reason of a failed row whose decoded strings share memory, unlike what its codec declares. StringsUntried begins the warning
// of a row for which it could not be found out.
const (
	WrongStrings   = "its decoded strings are declared to have their own memory, and "
	StringsUntried = "it could not be checked whether its decoded strings share memory: "
)

// setStrings replaces what the row declares of the memory of its strings by what the check has found: no strings of this type may share memory although
// the codec shares that of others. It returns the reason why the declaration is wrong, or "". The user's own marshal methods, which are part of
// some rows, declare nothing.
func setStrings(row *measure.Row, r *harness.CheckResult) string {
	if r.Strings == measure.Shared && row.Strings == measure.Own && len(row.Calls) == 0 {
		return WrongStrings + r.Sharing + ": the codec has to set Shared in its codec.Code"
	}
	if r.Untried != "" {
		row.Warnings = append(row.Warnings, StringsUntried+build.Shorten(r.Untried))
		return ""
	}
	row.Strings = r.Strings
	return ""
}

// shareLosses adds the losses of the first length of a shape to the rows of its other lengths, for which edge values are not checked.
func shareLosses(b *build.Built) {
	first := map[string]*build.Row{}
	for _, row := range b.Rows {
		key := row.On.Base + " " + row.Codec
		f, ok := first[key]
		if !ok {
			first[key] = row
			continue
		}
		if row.Status != measure.OK && row.Status != measure.Lossy {
			continue
		}
		row.Losses = loss.Merge(row.Losses, f.Losses...)
		row.Hidden, row.Sends = f.Hidden, f.Sends
		if len(row.Losses) > 0 {
			row.Status = measure.Lossy
		}
	}
}

// resultOf returns the result of the check of a row. It asks the runner *p, which it starts if it is nil, or
// takes the result from the cache: it is the same for the same program, shape and seed. With the package's own sample values it is not: they
// may come from a file.
func (c *Check) resultOf(ctx context.Context, p **build.Proc, row *build.Row, edges bool) (*harness.CheckResult, error) {
	req := row.Request(harness.Check, c.Seed)
	req.Count, req.Edges, req.Ignore, req.Given = c.Values, edges, c.Ignore, row.On.Given
	if row.On.OwnSamples() {
		return c.ask(ctx, p, row, req)
	}
	key, err := build.RequestKey(row.Built.Runner, req)
	if err != nil {
		return nil, err
	}
	return build.Cached(c.Builder, build.Checks, key, func() (*harness.CheckResult, error) { return c.ask(ctx, p, row, req) })
}

// ask asks the runner *p for a result. It starts the runner if *p is nil.
func (c *Check) ask(ctx context.Context, p **build.Proc, row *build.Row, req *harness.Request) (*harness.CheckResult, error) {
	if *p == nil {
		var err error
		if *p, err = c.Builder.Start(row.Built.Runner); err != nil {
			return nil, err
		}
	}
	resp, err := (*p).Call(ctx, req, c.Builder.TimeLimit(0))
	if err == nil && resp.Check == nil {
		err = &build.RunnerError{Status: measure.Failed, Reason: "the runner's answer has no result of the check"}
	}
	if err != nil {
		(*p).Close()
		*p = nil
		return nil, err
	}
	return resp.Check, nil
}
