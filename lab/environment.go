package lab

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	baleversion "bale/internal/version"
	"bale/program/build"
	"bale/result"
)

// environment returns the description of this machine for a run that begins now. When the runners are built, setProgram replaces the Go version and the
// platform, which are those of bale.
func environment(seed uint64) result.Environment {
	return result.Environment{
		Go: runtime.Version(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPU: cpu(), Procs: runtime.NumCPU(),
		Bale: baleversion.String(), Date: time.Now().UTC().Format(time.RFC3339), Seed: seed, Slow: slowFlag(build.GoSetting("GOFLAGS")),
	}
}

// setProgram sets the Go version and the platform to those of the runners. If several versions of Go built the runners, it sets all of them.
func setProgram(env *result.Environment, built []*build.Built) {
	var versions []string
	experiments := map[string]int{}
	runners := 0
	for _, b := range built {
		if b.Runner == nil {
			continue
		}
		runners++
		version, list, _ := strings.Cut(b.Runner.Go, experimentMark)
		versions = append(versions, version)
		env.GOOS, env.GOARCH = b.Runner.GOOS, b.Runner.GOARCH
		for x := range strings.SplitSeq(list, ",") {
			experiments[x]++
		}
	}
	if runners == 0 {
		return
	}
	slices.Sort(versions)
	env.Go = strings.Join(slices.Compact(versions), ", ")
	maps.DeleteFunc(experiments, func(x string, n int) bool { return x == "" || n < runners }) // those of single codecs
	if len(experiments) > 0 {
		env.Go += experimentMark + strings.Join(slices.Sorted(maps.Keys(experiments)), ",")
	}
}

// experimentMark precedes the experiments in a version of Go.
const experimentMark = "-X:"

// checkProgram returns an error if the runners with which a run is resumed are built by another Go or for another platform than those before.
func checkProgram(run *result.Run, built []*build.Built) error {
	was, now := run.Environment, run.Environment
	setProgram(&now, built)
	if was.Go == now.Go && was.GOOS == now.GOOS && was.GOARCH == now.GOARCH {
		return nil
	}
	return fmt.Errorf("the runners of this run were built with %s for %s/%s, and are built with %s for %s/%s now: use the same version of Go and the same GOOS and GOARCH, or start a new run",
		was.Go, was.GOOS, was.GOARCH, now.Go, now.GOOS, now.GOARCH)
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
