// Package pipeline is bale convert as a pipeline of Apache Beam. It is compiled into programs of bale convert, together with the adapters of two
// codecs for one type. The same program submits the job and is the worker that runs it.
//
// The pipeline has one element for each input file. A splittable DoFn converts parts of the files, and writes each into a file of its own, so
// records do not travel between workers. What travels is a Piece for each part. One call collects the pieces. When the job has ended, the process
// that submitted it checks that the pieces cover every file exactly, gives the files their names, and writes the manifest.
package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"

	"bale/runner/convert"
)

// A Request says what the program does.
type Request struct {
	convert.ClusterRequest
	Dir string // the folder that local paths of Inputs are relative to
}

// program is the program's conversion. Workers need it.
var program *convert.Program

// Main runs the program. To submit a job, it reads a Request in JSON from standard input, and writes a convert.Response when the job has ended;
// the arguments are Beam's flags. To be a worker, it takes the arguments with which Beam's runners start workers.
func Main(p *convert.Program) {
	program = p
	flag.Parse()
	if err := boot(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	beam.Init() // does not return in a worker
	beQuiet()
	var resp convert.Response
	var req Request
	err := json.NewDecoder(os.Stdin).Decode(&req)
	if err == nil {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(1) // bale has been killed
		}()
		resp.Manifest, err = Run(context.Background(), &req)
	}
	if err != nil {
		resp.Error = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(resp); err != nil || resp.Error != "" {
		os.Exit(1)
	}
}

// Run submits the job of a request, and returns the manifest when the job has ended. main must have called beam.Init.
func Run(ctx context.Context, req *Request) (*convert.Manifest, error) {
	files, err := newStore(ctx, req.Out)
	if err != nil {
		return nil, err
	}
	defer files.close()
	if err := req.prepare(ctx, files); err != nil {
		return nil, err
	}
	if err := program.Check(req.Allow); err != nil {
		return nil, err
	}
	id, err := newID()
	if err != nil {
		return nil, err
	}
	pieces, err := req.run(ctx, files, id)
	if err != nil {
		return nil, errors.Join(err, files.removeParts(ctx, id, req.Inputs))
	}
	return finish(ctx, req, id, files, pieces)
}

// run runs the jobs of a request, and returns what they have converted.
func (req *Request) run(ctx context.Context, files *store, id string) (pieces []Piece, err error) {
	if err := req.execute(ctx, id); err != nil {
		return nil, err
	}
	for i := range req.jobs() {
		// Some runners end a cancelled job without an error, but only a job that is complete has a list.
		some, err := files.pieces(ctx, id, i)
		if err != nil {
			return nil, fmt.Errorf("a job has ended without a list of what it has converted, so it was cancelled or has failed: see the runner's log (%w)", err)
		}
		pieces = append(pieces, some...)
	}
	return pieces, nil
}

// beQuiet makes Beam and Prism log only warnings and errors.
func beQuiet() {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	log.SetLogger(quiet{})
}

// quiet is a logger that writes warnings and errors to standard error.
type quiet struct{}

func (quiet) Log(_ context.Context, sev log.Severity, _ int, msg string) {
	if sev >= log.SevWarn {
		fmt.Fprintln(os.Stderr, msg)
	}
}
