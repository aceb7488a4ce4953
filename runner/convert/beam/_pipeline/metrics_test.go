package pipeline

import (
	"context"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"

	"bale/runner/convert"
)

// A countingRunner is a runner that keeps the counters of the jobs.
type countingRunner struct {
	runner string // that runs the jobs

	mu       sync.Mutex
	counters map[string]int64 // sums over all jobs since take, by name
}

// The runners of the tests: Prism in this process, and a server.
var (
	countingPrism  = registerCounting("prism")
	countingServer = registerCounting("universal")
)

// registerCounting registers a runner.
func registerCounting(runner string) *countingRunner {
	r := &countingRunner{runner: runner}
	beam.RegisterRunner(r.name(), r.run)
	return r
}

// name returns Beam's name of the runner.
func (r *countingRunner) name() string { return "counting-" + r.runner }

func (r *countingRunner) run(ctx context.Context, p *beam.Pipeline) (beam.PipelineResult, error) {
	result, err := beam.Run(ctx, r.runner, p)
	if err != nil {
		return result, err
	}
	mine := result.Metrics().Query(func(m metrics.SingleResult) bool { return m.Namespace() == "bale.convert" })
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counters == nil {
		r.counters = map[string]int64{}
	}
	for _, c := range mine.Counters() {
		r.counters[c.Name()] += c.Result()
	}
	return result, nil
}

// take returns the counters, and sets them to zero.
func (r *countingRunner) take() map[string]int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.counters
	r.counters = nil
	return taken
}

// check compares the counters with the counts of the manifest. No job has repeated work since the last call of take.
func (r *countingRunner) check(t *testing.T, m *convert.Manifest) {
	t.Helper()
	got := r.take()
	for name, want := range map[string]int64{"in": m.Counts.In, "out": m.Counts.Out, "dead": m.Counts.Dead} {
		if have, ok := got[name]; !ok || have != want {
			t.Errorf("Beam's counter %s is %d (%t), the manifest has %d", name, have, ok, want)
		}
	}
}
