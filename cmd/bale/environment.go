package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"bale/lab"
	"bale/measure"
	"bale/result"
)

// newRun is a run that has not begun.
func newRun(req result.Request, e lab.Effort, modes []measure.Mode, seed uint64) *result.Run {
	cfg := result.Config{Effort: e.Name, Rounds: e.Rounds, Epochs: e.Epochs, BlockMillis: int(e.BlockNs / 1e6), Request: req}
	for _, m := range modes {
		cfg.Modes = append(cfg.Modes, m.String())
	}
	return &result.Run{
		Config: cfg,
		Environment: result.Environment{
			Go: runtime.Version(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPU: cpu(), Procs: runtime.NumCPU(),
			Bale: version(), Date: time.Now().UTC().Format(time.RFC3339), Seed: seed,
		},
	}
}

// cpu is the processor's name, where Linux tells it.
func cpu() string {
	data, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(data)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// version is bale's own, from its build info: the module's, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return s.Value[:12]
		}
	}
	return info.Main.Version
}
