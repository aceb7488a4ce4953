package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"bale/codec"
	"bale/lab/harness"
	"bale/measure"
	"bale/result"
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
	{name: "evolution", version: 4, slow: true, find: (*examined).evolution},
	{name: "program", version: 1, slow: true, find: (*examined).program},
	{name: "heap", version: 1, slow: true, find: (*examined).liveHeap},
}

// The words that select several aspects.
const (
	DefaultAspects = "default" // aspects that take 40 s in total for the popular codecs
	allAspects     = "all"
	noAspects      = "none"
)

// ParseAspects parses a list of names of aspects and of the words default and all, or the word none. It returns each name once, in the
// order in which the aspects are examined.
func ParseAspects(list string) ([]string, error) {
	wanted := map[string]bool{}
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		known := name == noAspects
		for _, a := range aspectList {
			if name == a.name || name == allAspects || name == DefaultAspects && !a.slow {
				wanted[a.name], known = true, true
			}
		}
		if !known {
			return nil, fmt.Errorf("no aspect is called %q: there are %s, and the words default, all and none", name, strings.Join(aspectNames(), ", "))
		}
		if name == noAspects && list != noAspects {
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

// AspectWords returns the words of which ParseAspects takes a list.
func AspectWords() []string { return append(aspectNames(), DefaultAspects, allAspects, noAspects) }

func aspectNames() []string {
	var names []string
	for _, a := range aspectList {
		names = append(names, a.name)
	}
	return names
}

// An examined row is a row whose aspects are examined.
type examined struct {
	lab   *Lab
	built *Built
	shape *Shape
	codec string
	seed  uint64
	hash  string // of the sample values, if they come from the package's own function

	builds *versionBuilds // shared by all examined rows
}

// aspects examines the requested aspects of the measured rows, one per processor at a time, and writes them into the results folder.
// Findings are kept in the cache, so that a run after a cancelled call continues where that call ended.
func (c *Comparison) aspects(ctx context.Context, l *Lab, built []*Built) error {
	wanted := c.Run.Config.Request.Aspects
	if len(wanted) == 0 {
		return nil
	}
	rows := examinedRows(l, built, c.Run)
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
		list[i].Shape, list[i].Codec = e.shape.Name, e.codec
	}
	var mu sync.Mutex
	done := 0
	inParallel(ctx, len(jobs), func(i int) {
		e := rows[jobs[i].row]
		mu.Lock()
		l.step(Step{What: examining, Done: done, Total: len(jobs), Now: fmt.Sprintf("%s of %s on %s", jobs[i].aspect.name, e.codec, e.shape.Name)})
		mu.Unlock()
		part, err := e.examine(ctx, jobs[i].aspect)
		mu.Lock()
		defer mu.Unlock()
		done++
		if err != nil {
			_, reason := failure(err)
			part.Failed = append(part.Failed, result.AspectFailure{Aspect: jobs[i].aspect.name, Reason: reason})
		}
		list[jobs[i].row].Merge(part)
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	return result.SaveAspects(c.Dir, list)
}

// examinedRows returns the measured rows, without references, controls and rows of another commit.
func examinedRows(l *Lab, built []*Built, run *result.Run) []*examined {
	var rows []*examined
	for i := range run.Rows {
		row := &run.Rows[i]
		if !row.Measured() || row.Reference || !row.Listed() {
			continue
		}
		key := measure.Key{Shape: row.Shape, Codec: row.Codec}
		for _, b := range built {
			if s, ok := b.Shapes[key]; ok && b.Runner != nil {
				one := &examined{lab: l, built: b, shape: s, codec: row.Codec, seed: run.Environment.Seed}
				if s.ownSamples() {
					one.hash = run.SamplesHash(s.Name)
				}
				rows = append(rows, one)
			}
		}
	}
	builds := newVersionBuilds(rows)
	for _, e := range rows {
		e.builds = builds
	}
	return rows
}

// examine finds one aspect of the row, or takes it from the cache.
func (e *examined) examine(ctx context.Context, a *aspect) (part result.Aspects, err error) {
	parts := map[string][]byte{"runner": []byte(e.built.Runner.Hash), "aspect": fmt.Appendf(nil, "%s %d", a.name, a.version),
		"request": fmt.Appendf(nil, "%+v", *e.request(""))}
	if e.shape.Data != "" {
		if parts["data"], err = os.ReadFile(e.shape.Data); err != nil {
			return part, err
		}
	}
	if e.hash != "" {
		parts["values"] = []byte(e.hash)
	}
	dir := filepath.Join(e.lab.Cache, "aspects", digest(parts))
	const file = "aspect.json"
	err = once(dir, func(tmp string) error {
		var found result.Aspects
		if err := a.find(e, ctx, &found); err != nil {
			return err
		}
		data, err := json.Marshal(found)
		if err != nil {
			return err
		}
		return writeFiles(tmp, map[string][]byte{file: data})
	})
	if err != nil {
		return part, err
	}
	data, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return part, err
	}
	return part, json.Unmarshal(data, &part)
}

// variant returns the row's variant.
func (e *examined) variant() *codec.Variant {
	c := e.built.Codec
	return c.Variants[slices.IndexFunc(c.Variants, func(v *codec.Variant) bool { return c.FullName(v) == e.codec })]
}

// request returns a request about the row.
func (e *examined) request(do harness.Task) *harness.Request {
	return &harness.Request{Do: do, Shape: e.shape.Base, Codec: e.codec, Length: e.shape.Length, Seed: e.seed, Data: e.shape.Data}
}

// ask starts the row's runner, sends it one request, and stops it.
func (e *examined) ask(ctx context.Context, req *harness.Request) (*harness.Response, error) {
	p, err := e.lab.start(e.built.Runner.Path)
	if err != nil {
		return nil, err
	}
	defer p.close()
	return p.call(ctx, req, aspectDeadline)
}

// aspectDeadline limits the time of one request about an aspect.
const aspectDeadline = time.Minute

// errNoAnswer is the error for an answer of a runner that lacks the requested data.
var errNoAnswer = errors.New("the runner's answer lacks the requested data")
