package profile

import (
	"cmp"
	"slices"

	pprof "github.com/google/pprof/profile"

	"bale/codec/facts"
)

// New returns the report about profiles, without advice. Without a source, which is nil then, the user's code is all that is neither in the standard library nor a serializer's.
func New(p *Profiles, source *Source) *Report {
	if source == nil {
		source = &Source{}
	}
	a := &attribution{reader: newReader(newMatcher(facts.Entries(), source)), rows: map[rowKey]*Row{}, calls: map[callKey]*Call{}, tree: &Node{}}
	r := &Report{}
	if p.CPU != nil {
		r.CPU = a.sum(p.CPU, "cpu", true)
	}
	r.Tree = a.tree
	if p.Alloc != nil {
		r.Alloc = a.sum(p.Alloc, "alloc_space", p.CPU == nil)
	}
	r.Tree.prune()
	r.Rows, r.Callers = a.sorted(r)
	if r.CPU != nil && r.Alloc != nil {
		r.chargeGC()
	}
	return r
}

type rowKey struct {
	codec     string
	direction Direction
}

type callKey struct {
	rowKey
	function string
	line     int
	pkg, typ string
}

// An attribution adds up the samples of profiles.
type attribution struct {
	*reader
	rows  map[rowKey]*Row
	calls map[callKey]*Call
	tree  *Node
}

// sum charges all samples of a profile by their values of a type. With grow, it adds them to the tree.
func (a *attribution) sum(p *pprof.Profile, valueType string, grow bool) *Shares {
	index, shares := valueIndex(p, valueType), &Shares{}
	for _, s := range p.Sample {
		shares.Total += float64(s.Value[index])
	}
	for _, s := range p.Sample {
		if s.Value[index] == 0 {
			continue
		}
		part := float64(s.Value[index]) / shares.Total
		frames := a.stack(s)
		c := frames.charge()
		*shares.of(c.kind) += part
		if c.kind != ofSerializer {
			continue
		}
		if valueType == "cpu" {
			a.add(frames, c, part, 0)
		} else {
			a.add(frames, c, 0, part)
		}
		if grow {
			a.tree.grow(frames[c.at:], part)
		}
	}
	return shares
}

// of returns the share of a kind.
func (s *Shares) of(k kind) *float64 {
	return [...]*float64{rest: &s.Rest, ofSerializer: &s.Serializers, inputOutput: &s.Transfer, collection: &s.GC, unnamed: &s.Unnamed}[k]
}

// add adds a sample of a serializer to its row and its caller.
func (a *attribution) add(s stack, c charge, cpu, alloc float64) {
	key := rowKey{c.codec, c.direction}
	row := a.rows[key]
	if row == nil {
		row = &Row{Codec: c.codec, Same: c.same, Direction: c.direction}
		a.rows[key] = row
	}
	row.CPU, row.Alloc = row.CPU+cpu, row.Alloc+alloc
	call := a.caller(s, c)
	in := callKey{key, call.Function, call.Line, call.Package, call.Type}
	if a.calls[in] == nil {
		a.calls[in] = &call
	}
	a.calls[in].CPU += cpu
	a.calls[in].Alloc += alloc
}

// sorted returns the rows and the callers, the largest first.
func (a *attribution) sorted(r *Report) (rows []Row, calls []Call) {
	size := func(cpu, alloc float64) float64 {
		if r.ByCPU() {
			return cpu
		}
		return alloc
	}
	rows, calls = []Row{}, []Call{} // JSON has lists, not null
	for _, row := range a.rows {
		rows = append(rows, *row)
	}
	slices.SortFunc(rows, func(x, y Row) int {
		return cmp.Or(cmp.Compare(size(y.CPU, y.Alloc), size(x.CPU, x.Alloc)), cmp.Compare(y.Alloc, x.Alloc), cmp.Compare(x.Codec, y.Codec), cmp.Compare(x.Direction, y.Direction))
	})
	for _, call := range a.calls {
		calls = append(calls, *call)
	}
	slices.SortFunc(calls, func(x, y Call) int {
		return cmp.Or(cmp.Compare(size(y.CPU, y.Alloc), size(x.CPU, x.Alloc)), cmp.Compare(y.Alloc, x.Alloc), cmp.Compare(x.Function, y.Function), cmp.Compare(x.Line, y.Line),
			cmp.Compare(x.Codec, y.Codec), cmp.Compare(x.Direction, y.Direction), cmp.Compare(x.Type, y.Type))
	})
	return rows, calls
}

// chargeGC charges the garbage collection to the rows by their shares of the allocated bytes. That is an estimate: what an object costs the collector depends on how
// long it lives, too.
func (r *Report) chargeGC() {
	all := r.CPU.GC
	for i := range r.Rows {
		r.Rows[i].GC = all * r.Rows[i].Alloc
		r.CPU.Estimated += r.Rows[i].GC
	}
	r.CPU.GC = all - r.CPU.Estimated
}
