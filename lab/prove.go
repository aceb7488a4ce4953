package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"bale/lab/harness"
	"bale/measure"
	"bale/sample"
)

// CheckedRow is a row that passed the round-trip check, with the loops that passed the check of their class.
type CheckedRow struct {
	Row   *measure.Row
	Built *Built
	Shape *Shape
	Keys  []string // keys of the loops

	Counts measure.Counts // numbers of sample values
	Hash   string         // hash of the sample values
}

// Prove checks the round trips of every runner, one runner per processor at a time, and writes the findings into the rows. It returns the
// rows that can be measured. It returns an error if the file of sample values is invalid, if the package's own function for them fails, or if
// runners have different sample values.
func (l *Lab) Prove(ctx context.Context, built []*Built, seed uint64) ([]*CheckedRow, error) {
	var mu sync.Mutex
	var list []*CheckedRow
	done := 0
	var valuesErr error
	hashes := map[string]map[string]int{}
	inParallel(ctx, len(built), func(i int) {
		proven := l.proveAll(ctx, built[i], seed, func(shape string, p *harness.CheckResult) {
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
		list = append(list, proven...)
		done++
		l.step(Step{What: checking, Done: done, Total: len(built), Now: built[i].Codec.Name})
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
	order := map[*Built]int{}
	for i, b := range built {
		order[b] = i
	}
	slices.SortStableFunc(list, func(a, b *CheckedRow) int { return order[a.Built] - order[b.Built] })
	return list, nil
}

// proveAll checks the rows of one codec, one after the other. It calls found with each proof.
func (l *Lab) proveAll(ctx context.Context, b *Built, seed uint64, found func(shape string, p *harness.CheckResult)) []*CheckedRow {
	if b.Runner == nil {
		return nil
	}
	var p *proc
	defer func() {
		if p != nil {
			p.close()
		}
	}()
	var list []*CheckedRow
	edges := map[string]bool{}
	for _, row := range b.Rows {
		if row.Status != measure.OK {
			continue
		}
		s := b.Shapes[measure.Key{Shape: row.Shape, Codec: row.Codec}]
		// The edge values do not depend on the length: they are checked for the first length of a shape.
		first := !edges[s.Base+" "+row.Codec]
		edges[s.Base+" "+row.Codec] = true
		proof, err := l.proof(ctx, &p, b, s, row, seed, first)
		if err != nil {
			row.Status, row.Reason = failure(err)
			continue
		}
		found(s.Name, proof)
		l.record(row, proof)
		if row.Status == measure.OK || row.Status == measure.Lossy {
			list = append(list, &CheckedRow{row, b, s, proof.Keys, proof.Counts, proof.Hash})
		}
	}
	shareLosses(b)
	return list
}

// record writes a proof into its row.
func (l *Lab) record(row *measure.Row, proof *harness.CheckResult) {
	if proof.Unchecked != "" {
		row.Status, row.Reason = measure.Unchecked, shorten(proof.Unchecked)
		return
	}
	if proof.Error != "" {
		row.Status, row.Reason = measure.Failed, shorten(proof.Error)
		return
	}
	row.Size = proof.Size
	row.Losses = append(row.Losses, proof.Losses...)
	if len(row.Losses) > 0 {
		row.Status = measure.Lossy
	}
	for _, key := range slices.Sorted(maps.Keys(proof.Dropped)) {
		row.Warnings = append(row.Warnings, fmt.Sprintf("%s is not measured: %s", key, shorten(proof.Dropped[key])))
	}
}

// shareLosses adds the losses of the first length of a shape to the rows of its other lengths, for which edge values are not checked.
func shareLosses(b *Built) {
	first := map[string]*measure.Row{}
	for _, row := range b.Rows {
		key := b.Shapes[measure.Key{Shape: row.Shape, Codec: row.Codec}].Base + " " + row.Codec
		f, ok := first[key]
		if !ok {
			first[key] = row
			continue
		}
		if row.Status != measure.OK && row.Status != measure.Lossy {
			continue
		}
		row.Losses = sample.Merge(row.Losses, f.Losses...)
		if len(row.Losses) > 0 {
			row.Status = measure.Lossy
		}
	}
}

// proof returns the proof of a row, which is the result of its round-trip check. It asks the runner *p, which it starts if it is nil, or
// takes the proof from the cache: it is the same for the same program, shape and seed. With the package's own sample values it is not: they
// may come from a file.
func (l *Lab) proof(ctx context.Context, p **proc, b *Built, s *Shape, row *measure.Row, seed uint64, edges bool) (*harness.CheckResult, error) {
	req := &harness.Request{Do: harness.Prove, Shape: s.Base, Codec: row.Codec, Length: s.Length, Seed: seed, Data: s.Data, Count: l.Values, Edges: edges, Ignore: l.Ignore, Given: s.given}
	if s.ownSamples() {
		return l.prove(ctx, p, b, req)
	}
	parts := map[string][]byte{"runner": []byte(b.Runner.Hash), "request": []byte(fmt.Sprintf("%+v", *req))}
	if s.Data != "" {
		data, err := os.ReadFile(s.Data)
		if err != nil {
			return nil, err
		}
		parts["data"] = data
	}
	dir := filepath.Join(l.Cache, "proofs", digest(parts))
	err := once(dir, func(tmp string) error {
		proof, err := l.prove(ctx, p, b, req)
		if err != nil {
			return err
		}
		data, err := json.Marshal(proof)
		if err != nil {
			return err
		}
		return writeFiles(tmp, map[string][]byte{"proof.json": data})
	})
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(dir, "proof.json"))
	if err != nil {
		return nil, err
	}
	var proof harness.CheckResult
	return &proof, json.Unmarshal(data, &proof)
}

// prove asks the runner *p for a proof. It starts the runner if *p is nil.
func (l *Lab) prove(ctx context.Context, p **proc, b *Built, req *harness.Request) (*harness.CheckResult, error) {
	if *p == nil {
		var err error
		if *p, err = l.start(b.Runner.Path); err != nil {
			return nil, err
		}
	}
	resp, err := (*p).call(ctx, req, l.deadline(0))
	if err == nil && resp.Proof == nil {
		err = &runnerError{status: measure.Failed, reason: "the runner's answer has no proof"}
	}
	if err != nil {
		(*p).close()
		*p = nil
		return nil, err
	}
	return resp.Proof, nil
}

// deadline returns the time limit of a request that is expected to take ns nanoseconds.
func (l *Lab) deadline(ns float64) time.Duration {
	base := time.Duration(l.Deadline)
	if base == 0 {
		base = 2 * time.Minute
	}
	return base + time.Duration(20*ns)
}
