package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"bale/runner/convert"
	"bale/runner/convert/container"
)

// prepare completes a request, and checks it: it finds the files of the patterns, and makes the folder for the output absolute.
func (req *Request) prepare(ctx context.Context, out *store) error {
	var err error
	if req.Dir, err = os.Getwd(); err != nil {
		return err
	}
	req.Out = req.path(req.Out)
	out.dir = req.Out
	for _, pattern := range req.Patterns {
		if err := req.match(ctx, pattern); err != nil {
			return err
		}
	}
	from := map[string]string{} // inputs by output
	for _, in := range req.Inputs {
		if other, taken := from[in.Output]; taken {
			return fmt.Errorf("%s and %s would both be written to %s: convert them into two folders", other, in.Path, in.Output)
		}
		if in.Output == convert.ManifestFile || in.Output == convert.DeadFile {
			return fmt.Errorf("%s would be written to %s, which bale convert writes itself: name the output files differently, as in -out 'new/new-*.bin'", in.Path, in.Output)
		}
		from[in.Output] = in.Path
	}
	if len(req.Inputs) == 0 {
		return errors.New("there is no file to convert")
	}
	return out.checkNew(ctx)
}

// path returns a path as every process of the machine understands it.
func (req *Request) path(name string) string {
	if !isLocal(name) || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(req.Dir, name)
}

// match adds the files that match a pattern to the inputs.
func (req *Request) match(ctx context.Context, pattern string) error {
	fs, err := openFS(ctx, pattern)
	if err != nil {
		return err
	}
	defer fs.Close()
	names, err := fs.List(ctx, pattern)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("no file matches %s", pattern)
	}
	slices.Sort(names)
	for _, name := range names {
		size, modTime, err := describe(ctx, fs, name)
		if err != nil {
			return err
		}
		stem := container.TrimCompression(path.Base(name))
		stem = strings.TrimSuffix(stem, path.Ext(stem))
		req.Inputs = append(req.Inputs, convert.Input{Path: name, Output: strings.Replace(req.Name, "*", stem, 1), Size: size, ModTime: modTime})
	}
	return nil
}

// jobs returns the number of jobs.
func (req *Request) jobs() int { return max(req.Processes, 1) }

// pipeline returns the pipeline of a job, for a request that is prepared. It converts a share of the parts.
func (req *Request) pipeline(id string, job int) (*beam.Pipeline, error) {
	data, err := json.Marshal(req)
	if err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	indexes := make([]int, len(req.Inputs))
	for i := range indexes {
		indexes[i] = i
	}
	files := beam.Reshuffle(s, beam.CreateList(s, indexes))
	pieces := beam.ParDo(s, &convertFn{Request: data, ID: id, Job: job, Jobs: req.jobs()}, files)
	// The list is written even if there are no pieces.
	none := beam.Create(s, "")
	all := beam.GroupByKey(s, beam.Flatten(s, beam.AddFixedKey(s, none), pieces))
	beam.ParDo0(s, &collectFn{Out: req.Out, ID: id, Job: job}, all)
	return p, nil
}
