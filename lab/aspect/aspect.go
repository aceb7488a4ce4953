// Package aspect examines rows for properties other than times and sizes, such as what their decoders do with damaged messages. An aspect is one
// entry of aspectList.
package aspect

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"bale/program/build"
	"bale/result"
	"bale/runner/harness"
)

// An aspect is a property of a row other than its times and size.
type aspect struct {
	name    string // name in -aspects
	slow    bool   // not among the default aspects
	version int    // increase it to invalidate cached results
	find    func(e *examined, ctx context.Context, into *result.Aspects) error
}

// aspectList lists all aspects in the order in which they are examined.
var aspectList = []aspect{
	{name: "determinism", version: 1, find: (*examined).determinism},
	{name: "memory", version: 1, find: (*examined).memory},
	{name: "first", version: 1, find: (*examined).first},
	{name: "compressed", version: 2, find: (*examined).compressed},
	{name: "hostile", version: 4, find: (*examined).hostile},
	{name: "evolution", version: 5, slow: true, find: (*examined).evolution},
	{name: "program", version: 1, slow: true, find: (*examined).program},
	{name: "heap", version: 1, slow: true, find: (*examined).liveHeap},
}

// The words that select several aspects.
const (
	Default    = "default" // aspects that take 40 s in total for the popular codecs
	everything = "all"
	nothing    = "none"
)

// Parse parses a list of names of aspects and of the words default and all, or the word none. It returns each name once, in the
// order in which the aspects are examined.
func Parse(list string) ([]string, error) {
	wanted := map[string]bool{}
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		known := name == nothing
		for _, a := range aspectList {
			if name == a.name || name == everything || name == Default && !a.slow {
				wanted[a.name], known = true, true
			}
		}
		if !known {
			return nil, fmt.Errorf("no aspect is called %q: there are %s, and the words default, all and none", name, strings.Join(aspectNames(), ", "))
		}
		if name == nothing && list != nothing {
			return nil, fmt.Errorf("none cannot be combined with other aspects: leave them out, or leave out none")
		}
	}
	if wanted["heap"] {
		wanted["memory"] = true // reports show the figures of both together
	}
	var names []string
	for _, a := range aspectList {
		if wanted[a.name] {
			names = append(names, a.name)
		}
	}
	return names, nil
}

// Words returns the words of which ParseAspects takes a list.
func Words() []string { return append(aspectNames(), Default, everything, nothing) }

func aspectNames() []string {
	var names []string
	for _, a := range aspectList {
		names = append(names, a.name)
	}
	return names
}

// An examined row is a row whose aspects are examined.
type examined struct {
	*build.Row
	builder *build.Builder
	seed    uint64
	builds  *versionBuilds // shared by all examined rows
}

// An Examination examines aspects of rows, one per processor at a time.
type Examination struct {
	Builder *build.Builder
	Seed    uint64
	// Report is called with the number of examined aspects, and with the one that is examined now. It is not called twice at a time.
	Report func(done, total int, now string)
}

// Examine returns the wanted aspects of rows. It keeps findings in the cache, so that a call after a cancelled one continues where that one
// ended.
func (x *Examination) Examine(ctx context.Context, measured []*build.Row, wanted []string) ([]result.Aspects, error) {
	rows := x.rows(measured)
	type job struct {
		row    int
		aspect *aspect
	}
	var jobs []job
	for i := range aspectList { // aspect by aspect: the slow ones come last
		for row := range rows {
			if slices.Contains(wanted, aspectList[i].name) {
				jobs = append(jobs, job{row, &aspectList[i]})
			}
		}
	}
	list := make([]result.Aspects, len(rows))
	for i, e := range rows {
		list[i].Shape, list[i].Codec = e.Shape, e.Codec
	}
	var mu sync.Mutex
	done := 0
	build.InParallel(ctx, len(jobs), func(i int) {
		e := rows[jobs[i].row]
		mu.Lock()
		x.Report(done, len(jobs), fmt.Sprintf("%s of %s on %s", jobs[i].aspect.name, e.Codec, e.Shape))
		mu.Unlock()
		part, err := e.examine(ctx, jobs[i].aspect)
		mu.Lock()
		defer mu.Unlock()
		done++
		if err != nil {
			_, reason := build.Failure(err)
			part.Failed = append(part.Failed, result.AspectFailure{Aspect: jobs[i].aspect.name, Reason: reason})
		}
		list[jobs[i].row].Merge(part)
	})
	return list, ctx.Err()
}

// rows returns the rows that are examined.
func (x *Examination) rows(measured []*build.Row) []*examined {
	rows := make([]*examined, len(measured))
	builds := newVersionBuilds(rows)
	for i, r := range measured {
		rows[i] = &examined{r, x.Builder, x.Seed, builds}
	}
	return rows
}

// examine finds one aspect of the row, or takes it from the cache.
func (e *examined) examine(ctx context.Context, a *aspect) (part result.Aspects, err error) {
	key, err := build.RequestKey(e.Built.Runner, e.request(""))
	if err != nil {
		return part, err
	}
	key["aspect"] = fmt.Appendf(nil, "%s %d", a.name, a.version)
	if e.On.OwnSamples() {
		key["values"] = []byte(e.Hash)
	}
	return build.Cached(e.builder, build.Aspects, key, func() (found result.Aspects, err error) {
		err = a.find(e, ctx, &found)
		return found, err
	})
}

// request returns a request about the row.
func (e *examined) request(do harness.Task) *harness.Request { return e.Request(do, e.seed) }

// ask starts the row's runner, sends it one request, and stops it.
func (e *examined) ask(ctx context.Context, req *harness.Request) (*harness.Response, error) {
	p, err := e.builder.Start(e.Built.Runner)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return p.Call(ctx, req, aspectDeadline)
}

// aspectDeadline limits the time of one request about an aspect.
const aspectDeadline = time.Minute

// errNoAnswer is the error for an answer of a runner that lacks the requested data.
var errNoAnswer = errors.New("the runner's answer lacks the requested data")
