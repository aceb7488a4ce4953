package main

import (
	"cmp"
	"flag"
	"path"
	"slices"
	"strings"

	"bale/convert"
	"bale/convert/container"
	"bale/lab/build"
)

// beamFlags are the flags of bale convert for a conversion as a pipeline of Apache Beam.
type beamFlags struct {
	runner, endpoint, partSize string
	processes                  int
	more                       []string // Beam's own flags
}

func (o *beamFlags) set(f *flag.FlagSet) {
	f.StringVar(&o.runner, "runner", "", "")
	f.StringVar(&o.endpoint, "endpoint", "", "")
	f.StringVar(&o.partSize, "part-size", "", "")
	f.IntVar(&o.processes, "processes", 0, "")
}

// cut takes Beam's own flags, which follow --, from the arguments.
func (o *beamFlags) cut(args []string) []string {
	if i := slices.Index(args, "--"); i >= 0 {
		o.more = args[i+1:]
		return args[:i]
	}
	return args
}

// needEndpoint lists the runners that work only with an endpoint.
var needEndpoint = []string{"flink", "spark", "universal"}

// check returns an error for flags that cannot be combined.
func (o *beamFlags) check(resume bool) error {
	runners := build.BeamRunners()
	switch {
	case o.runner == "" && (o.endpoint != "" || o.partSize != "" || o.processes != 0 || o.more != nil):
		return badUsage("-endpoint, -part-size, -processes and flags after -- are for Apache Beam: name a runner, as in -runner universal")
	case o.runner == "":
		return nil
	case !slices.Contains(runners, o.runner):
		return badUsage("-runner: unknown runner %q: want one of %s%s", o.runner, strings.Join(runners, ", "), wordHint(o.runner, runners))
	case resume:
		return badUsage("-resume is for conversions without -runner: a job begins again in a new folder")
	case o.processes < 0:
		return badUsage("-processes: %d is not a number of processes: want 1 or more", o.processes)
	case o.processes > 0 && o.runner != "universal":
		return badUsage("-processes is for -runner universal with the endpoint of a Prism server: other runners have flags of their own")
	case o.endpoint == "" && slices.Contains(needEndpoint, o.runner):
		return badUsage("-endpoint is missing: name the job service of the runner, as in -endpoint localhost:8073")
	}
	return nil
}

// defaultPartSize is the default of -part-size, in bytes.
const defaultPartSize = 64 << 20

// request returns the request to the program, and sets what of Beam the program needs.
func (o *beamFlags) request(c *build.Conversion, req *convert.Request, in []string, name string) (*convert.ClusterRequest, error) {
	r := &convert.ClusterRequest{Request: *req, Name: name, Runner: o.runner, Processes: o.processes, PartSize: defaultPartSize}
	if o.partSize != "" {
		size, err := parseSize("-part-size", o.partSize)
		if err != nil {
			return nil, err
		}
		r.PartSize = int64(size)
	}
	c.Beam = &build.Beam{Runner: o.runner, Paths: []string{req.Out}}
	for _, pattern := range in {
		if isRemote(pattern) {
			r.Patterns = append(r.Patterns, pattern)
			c.Beam.Paths = append(c.Beam.Paths, pattern)
			c.Zstd = c.Zstd || strings.HasSuffix(pattern, container.Zstd) || strings.HasSuffix(name, container.Zstd)
		}
	}
	return r, nil
}

// args returns the arguments of the program.
func (o *beamFlags) args() []string {
	var args []string
	if o.endpoint != "" {
		args = append(args, "-endpoint="+o.endpoint)
	}
	return append(args, o.more...)
}

// isRemote reports whether a path is in one of Beam's file systems, as in gs://bucket/orders.
func isRemote(name string) bool { return strings.Contains(name, "://") }

// splitOut splits the argument of -out into the folder and the pattern for the names of the output files. def is the default of the pattern.
func splitOut(out, def string) (dir, pattern string) {
	dir, pattern = out, def
	if base := path.Base(out); strings.Contains(base, "*") {
		dir, pattern = cmp.Or(strings.TrimSuffix(out, base), "."), base
	}
	if isRemote(dir) {
		return strings.TrimSuffix(dir, "/"), pattern
	}
	return path.Clean(dir), pattern
}
