package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal" // registers the runner
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/runnerlib"
	"google.golang.org/protobuf/proto"
)

// execute runs the pipeline and waits for its end.
func (req *Request) execute(ctx context.Context, p *beam.Pipeline) error {
	if req.Processes == 0 {
		_, err := beam.Run(ctx, req.Runner, p)
		return err
	}
	return req.executeProcesses(ctx, p)
}

// executeProcesses submits the pipeline with an environment for each branch. A runner starts at least one process for each environment, and Prism
// exactly one.
func (req *Request) executeProcesses(ctx context.Context, p *beam.Pipeline) error {
	endpoint, err := jobopts.GetEndpoint()
	if err != nil {
		return err
	}
	edges, _, err := p.Build()
	if err != nil {
		return err
	}
	env, err := graphx.CreateEnvironment(ctx, graphx.URNEnvProcess, func(context.Context) string { return processConfig() })
	if err != nil {
		return err
	}
	model, err := graphx.Marshal(edges, &graphx.Options{Environment: env, PipelineResourceHints: jobopts.GetPipelineResourceHints()})
	if err != nil {
		return err
	}
	separate(model, req.Processes)
	_, err = runnerlib.Execute(ctx, model, endpoint, &runnerlib.JobOptions{
		Name: jobopts.GetJobName(), Experiments: jobopts.GetExperiments(), Worker: *jobopts.WorkerBinary, Parallelism: *jobopts.Parallelism,
	}, false)
	return err
}

// processConfig returns the configuration of an environment: the flag of Beam, or this program.
func processConfig() string {
	if *jobopts.EnvironmentConfig != "" {
		return *jobopts.EnvironmentConfig
	}
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	config, _ := json.Marshal(map[string]string{"command": path}) // a map of strings always has a form in JSON
	return string(config)
}

// separate gives each branch but the first an environment of its own.
func separate(p *pipepb.Pipeline, branches int) {
	envs := p.GetComponents().GetEnvironments()
	for branch := 1; branch < branches; branch++ {
		for _, t := range p.GetComponents().GetTransforms() {
			if !strings.HasPrefix(t.GetUniqueName(), branchScope(branch)+"/") || t.GetEnvironmentId() == "" {
				continue
			}
			id := fmt.Sprintf("%s-%d", t.GetEnvironmentId(), branch)
			if envs[id] == nil {
				envs[id] = proto.CloneOf(envs[t.GetEnvironmentId()])
				envs[id].Dependencies = nil // the program is staged once
			}
			t.EnvironmentId = id
		}
	}
}
