package lab

import (
	"context"
	"fmt"
	"slices"

	"bale/program/build"
	"bale/result"
	"bale/runner/measure"
)

// baseSuffix is the end of the codec names of another commit's cells in results.
const baseSuffix = "@base"

// Paired returns the effort of a comparison with another commit. If rounds is 0, it takes enough rounds to distinguish a change of 5 % from
// one of 3 %. Every four rounds, new processes are started: the speed of a process depends on the addresses of its memory.
func Paired(e result.Effort, rounds int) result.Effort {
	e.Rounds = rounds
	if rounds == 0 {
		e.Rounds = pairedRounds[e.Name]
	}
	e.Epochs = max(1, e.Rounds/pairedEpoch)
	return e
}

// pairedRounds holds the number of rounds by effort. A cell gets fewer if its comparison is already precise.
var pairedRounds = map[string]int{Quick.Name: 80, Default.Name: 240, Thorough.Name: 480}

const pairedEpoch = 4 // number of rounds in an epoch

// baseShapes loads the shapes of the request from the base commit. It returns nil if the run has no base commit. It sets the commit's hash
// in the run.
func (c *Comparison) baseShapes(ctx context.Context, b *build.Builder) ([]*build.Shape, error) {
	req := c.Run.Config.Request
	if req.Base == "" {
		return nil, nil
	}
	if c.Run.Base == nil {
		c.Run.Base = &result.Base{Ref: req.Base, Commit: req.Base}
	}
	tree, err := b.CheckOut(ctx, "-base", req.Dir, c.Run.Base.Commit)
	if err != nil {
		return nil, err
	}
	c.Run.Base.Commit = tree.Commit
	pattern, err := tree.Pattern(req.Package)
	if err != nil {
		return nil, err
	}
	shapes, err := build.Load(ctx, tree.Dir(), pattern, req.Types, req.Data, req.Lengths)
	if err != nil {
		return nil, fmt.Errorf("at %s (%.12s): %w", req.Base, tree.Commit, err)
	}
	for _, m := range build.Models(shapes) {
		if !tree.Has(m.Module.Dir) {
			return nil, fmt.Errorf("-base: the module of %s is not in the repository in %s", m.Package, tree.Top)
		}
	}
	return shapes, nil
}

// withBase adds the cells of the base commit that have a counterpart in the working tree. Codecs whose programs are equal byte for byte are
// not compared: it writes their names into the run.
func (c *Comparison) withBase(ctx context.Context, check *Check, cells []*planned, built []*build.Built) ([]*planned, error) {
	base := c.Run.Base
	*base = result.Base{Ref: base.Ref, Commit: base.Commit}
	var differ []*build.Built
	for i, b := range c.old {
		same, err := build.SameProgram(b.Runner, built[i].Runner)
		if err != nil {
			return nil, err
		}
		if same {
			base.Same = append(base.Same, b.Codec.Name)
		} else {
			differ = append(differ, b)
		}
	}
	checked, err := check.Run(ctx, differ)
	if err != nil {
		return nil, fmt.Errorf("at %s: %w", base.Ref, err)
	}
	base.Samples = samples(checked)
	for _, o := range plan(checked, c.Run.Config.Modes, c.Run.Config.Request.Strings) {
		i := slices.IndexFunc(cells, func(p *planned) bool { return p.Cell == o.Cell })
		if i < 0 {
			continue // the working tree has no such cell: its row gives the reason
		}
		if before, after := o.row.Hash, cells[i].row.Hash; before != after && before != "" && after != "" && !slices.Contains(base.Changed, o.Shape) {
			base.Changed = append(base.Changed, o.Shape)
		}
		o.Codec += baseSuffix
		cells = append(cells, o)
	}
	for i, b := range c.old {
		if slices.Contains(base.Same, b.Codec.Name) {
			continue
		}
		base.Gone = append(base.Gone, onlyIn(b.Rows, built[i].Rows)...)
		base.New = append(base.New, onlyIn(built[i].Rows, b.Rows)...)
		for _, r := range b.Rows {
			row := *r.Row
			row.Codec, row.Base = r.Codec+baseSuffix, r.Codec
			c.Run.Rows = append(c.Run.Rows, row)
		}
	}
	return cells, nil
}

// onlyIn returns the names of the rows in list that are not in others.
func onlyIn(list, others []*build.Row) (names []string) {
	for _, r := range list {
		if !slices.ContainsFunc(others, func(o *build.Row) bool { return o.Key() == r.Key() }) {
			names = append(names, r.Shape+" "+r.Codec)
		}
	}
	return names
}

// sideBySide moves the cells of a round that are compared with each other next to each other, without changing their order among themselves:
// the machine's speed is nearly the same for neighbours.
func sideBySide(cells []*planned) {
	first := map[measure.Cell]int{}
	place := func(c *planned) measure.Cell {
		cell := c.Cell
		cell.Codec = c.base
		return cell
	}
	for i, c := range slices.Backward(cells) {
		first[place(c)] = i
	}
	slices.SortStableFunc(cells, func(a, b *planned) int { return first[place(a)] - first[place(b)] })
}
