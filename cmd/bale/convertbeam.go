package main

import (
	"cmp"
	"flag"
	"path/filepath"
	"slices"
	"strings"

	"bale/program/build"
	"bale/runner/convert"
	"bale/runner/convert/container"
)

// beamFlags are the flags of bale convert for a conversion as a pipeline of Apache Beam.
type beamFlags struct {
	runner, endpoint, partSize string
	processes                  int
	more                       []string // Beam's own flags
	patterns                   []string // of input files in Beam's file systems
	name                       string   // pattern for the names of output files
	size                       int      // of parts
}

func (o *beamFlags) define(f *flag.FlagSet) {
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

// defaultPartSize is the default of -part-size.
const defaultPartSize = "64MiB"

// remote takes the files in Beam's file systems, and returns the others. It completes the folder of the output files. name is the pattern for their
// names.
func (o *beamFlags) remote(req *convert.Request, in []string, name string) (local []string, err error) {
	o.name = name
	if isRemote(req.Out) {
		req.Out = strings.TrimRight(req.Out, "/")
	} else {
		req.Out = filepath.Clean(req.Out)
	}
	for _, pattern := range in {
		if isRemote(pattern) {
			o.patterns = append(o.patterns, pattern)
		} else {
			local = append(local, pattern)
		}
	}
	if paths := append(o.patterns, req.Out); o.runner == "" && slices.ContainsFunc(paths, isRemote) {
		return nil, badUsage("%s is in a file system of Apache Beam: name a runner, as in -runner prism", paths[0])
	}
	return local, nil
}

// set sets what of Beam the program needs.
func (o *beamFlags) set(c *build.Conversion, req *convert.Request) (err error) {
	if o.runner == "" {
		return nil
	}
	paths := append(slices.Clone(o.patterns), req.Out)
	c.Beam = &build.Beam{Runner: o.runner, Paths: paths}
	c.Zstd = c.Zstd || slices.ContainsFunc(append(paths, o.name), func(s string) bool { return strings.HasSuffix(s, container.Zstd) })
	o.size, err = parseSize("-part-size", cmp.Or(o.partSize, defaultPartSize))
	return err
}

// request returns the request to the program.
func (o *beamFlags) request(req *convert.Request) *convert.ClusterRequest {
	return &convert.ClusterRequest{Request: *req, Patterns: o.patterns, Name: o.name, Runner: o.runner, Processes: o.processes, PartSize: int64(o.size)}
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
