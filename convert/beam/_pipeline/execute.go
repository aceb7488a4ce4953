package pipeline

import (
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
		if err := startsProcesses(line); err != nil {
			return err
		}
	}
	var all sync.WaitGroup
	errs := make([]error, req.jobs())
	for i := range errs {
		p, err := req.pipeline(id, i)
		if err != nil {
			return err
		}
		ctx := line.begin(ctx, i)
		all.Add(1)
		go func() {
			defer all.Done()
			if _, errs[i] = beam.Run(ctx, req.Runner, p); ctx.Err() != nil {
				errs[i] = context.Cause(ctx)
			}
			line.end(i, nil)
		}()
	}
	all.Wait()
	return errors.Join(errs...)
}

// startsProcesses sets Beam's flags so that the runner starts this program as the worker of a job, unless they say something else.
func startsProcesses(line *lifeline) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if *jobopts.EnvironmentType == "" {
		*jobopts.EnvironmentType = "PROCESS"
	}
	if *jobopts.EnvironmentConfig == "" && strings.EqualFold(*jobopts.EnvironmentType, "PROCESS") {
		config, err := json.Marshal(map[string]any{"command": self, "env": map[string]string{lifelineVar: line.listener.Addr().String()}})
		if err != nil {
			return err
		}
		*jobopts.EnvironmentConfig = string(config)
	}
	if *jobopts.WorkerBinary == "" {
		*jobopts.WorkerBinary = self
	}
	return nil
}
