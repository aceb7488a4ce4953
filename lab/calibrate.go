package lab

import (
	"context"
	"runtime"
	"strconv"

	"bale/program/build"
	"bale/runner/harness"
)

// maxBlockOps is the maximum number of operations of a block.
const maxBlockOps = 1 << 30

// A calibration is the result for one cell.
type calibration struct {
	N    int     `json:"n"`    // number of operations in a block
	OpNs float64 `json:"opNs"` // time of an operation, in ns
}

// calibrate finds the number of operations in a block of each cell. It returns the cells of rows that have not failed.
func (s *session) calibrate(ctx context.Context, cells []*planned) ([]*planned, error) {
	for i, c := range cells {
		step(s.progress, Step{What: calibrating, Done: i, Total: len(cells), Now: c.Shape + " " + c.Codec})
		if s.failed[c.Row()] {
			continue
		}
		if o := original(cells, c); o != nil {
			c.n, c.opNs = o.n, o.opNs // with different numbers, the difference of the two would be more than noise
			continue
		}
		if err := s.calibrateCell(ctx, c); err != nil {
			return nil, err
		}
	}
	var good []*planned
	for _, c := range cells {
		key := c.Row()
		key.Codec = c.base
		if c.n > 0 && !s.failed[key] {
			good = append(good, c)
		}
	}
	return good, nil
}

// calibrateCell finds the number of operations in a block of one cell, or takes it from the cache: it is nearly the same for the same
// program and the same values. If the cell's row fails, calibrateCell returns nil.
func (s *session) calibrateCell(ctx context.Context, c *planned) error {
	req := s.request(c, harness.Calibrate)
	key, err := build.RequestKey(c.row.Built.Runner, req)
	if err != nil {
		return err
	}
	key["cpus"] = []byte(strconv.Itoa(runtime.NumCPU()))
	if c.row.On.OwnSamples() {
		key["values"] = []byte(c.row.Hash)
	}
	found, err := build.Cached(s.builder, build.Calibrations, key, func() (found calibration, err error) {
		resp, err := s.call(ctx, c, req)
		if err != nil {
			return found, err
		}
		return calibration{min(resp.N, maxBlockOps), resp.Ns}, nil
	})
	c.n, c.opNs = found.N, found.OpNs
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.failed[c.Row()]:
		return nil
	}
	return err
}
