package lab

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"bale/lab/build"
	"bale/result"
	baleversion "bale/version"
)

// environment returns the description of this machine for a run that begins now.
func environment(seed uint64) result.Environment {
	return result.Environment{
		Go: runtime.Version(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPU: cpu(), Procs: runtime.NumCPU(),
		Bale: baleversion.String(), Date: time.Now().UTC().Format(time.RFC3339), Seed: seed, Slow: slowFlag(build.GoSetting("GOFLAGS")),
	}
}

// slowFlag returns the first flag of GOFLAGS that makes programs slower, or "".
func slowFlag(flags string) string {
	for _, flag := range strings.Fields(flags) {
		name, value, given := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		switch name {
		case "race", "msan", "asan", "cover":
			if on, err := strconv.ParseBool(value); !given || err == nil && on {
				return flag
			}
		case "gcflags": // -N turns optimization off, -l inlining
			if strings.HasSuffix(value, "-N") || strings.HasSuffix(value, "-l") {
				return flag
			}
		}
	}
	return ""
}

// cpu returns the name of the processor from /proc/cpuinfo, or GOARCH if there is none.
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
