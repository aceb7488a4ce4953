package lab

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"bale/result"
)

// environment describes this machine, for a run that begins now.
func environment(seed uint64) result.Environment {
	return result.Environment{
		Go: runtime.Version(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPU: cpu(), Procs: runtime.NumCPU(),
		Bale: Version(), Date: time.Now().UTC().Format(time.RFC3339), Seed: seed,
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

// Version is bale's own, from its build info: the module's, or the commit it was built from.
func Version() string {
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
