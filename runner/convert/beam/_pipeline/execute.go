package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal" // registers the runner
)

// execute runs the jobs of a request, and waits until all have ended.
func (req *Request) execute(ctx context.Context, id string) error {
	line, err := newLifeline()
	if err != nil {
		return err
	}
	defer line.close()
	if req.Processes > 0 {
		restore, err := startsProcesses(line)
		if err != nil {
			return err
		}
		defer restore()
	}
	var all sync.WaitGroup
	errs := make([]error, req.jobs())
	for i := range errs {
		p, err := req.pipeline(id, i)
		if err != nil {
			return err
		}
		ctx := line.begin(ctx, i)
		if req.Processes > 0 {
			line.expect(i)
		}
		all.Add(1)
		go func() {
			defer all.Done()
			if _, errs[i] = beam.Run(ctx, req.Runner, p); ctx.Err() != nil {
				errs[i] = context.Cause(ctx)
			}
			line.started(i)
			line.end(i, nil)
		}()
	}
	all.Wait()
	return errors.Join(errs...)
}

// startsProcesses sets Beam's flags so that the runner starts this program as the worker of a job, unless they say something else. restore sets
// them back.
func startsProcesses(line *lifeline) (restore func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	kind, config, binary := *jobopts.EnvironmentType, *jobopts.EnvironmentConfig, *jobopts.WorkerBinary
	*jobopts.EnvironmentType = cmp.Or(kind, "PROCESS")
	*jobopts.WorkerBinary = cmp.Or(binary, self)
	if config == "" && strings.EqualFold(*jobopts.EnvironmentType, "PROCESS") {
		text, err := json.Marshal(map[string]any{"command": self, "env": map[string]string{lifelineVar: line.listener.Addr().String()}})
		if err != nil {
			return nil, err
		}
		*jobopts.EnvironmentConfig = string(text)
	}
	return func() {
		*jobopts.EnvironmentType, *jobopts.EnvironmentConfig, *jobopts.WorkerBinary = kind, config, binary
	}, nil
}
