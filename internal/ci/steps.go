package main

import (
	"fmt"
	"slices"
	"strings"
)

// stepsFile is the list of steps. A line has the name of a step, its tier, what it depends on, its command, and what it protects.
const stepsFile = ".ci/steps.tsv"

// A step is one check of the repository.
type step struct {
	name, tier string

	// folders are what the step depends on: patterns of packages, which begin with ./ and stand for these packages and all that they and their tests
	// import, and paths of other files and folders. The path . stands for all files.
	folders []string

	// command is for bash. The variable PACKAGES in its environment has the patterns of folders.
	command string

	protects string
	packages []string // the value of PACKAGES
	skip     string   // why the step does not run
}

// parseSteps parses the list of steps. Its first line has the names of the columns.
func parseSteps(text string) (steps []step, err error) {
	names := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		at := fmt.Sprintf("%s:%d: ", stepsFile, i+1)
		fields := strings.Split(line, "\t")
		if len(fields) != 5 || slices.Contains(fields, "") {
			return nil, fmt.Errorf("%sit has %d columns: want a name, a tier, folders, a command and what it protects, with a tab between two of them", at, len(fields))
		}
		if i == 0 {
			continue
		}
		s := step{name: fields[0], tier: fields[1], folders: strings.Fields(fields[2]), command: fields[3], protects: fields[4]}
		if s.tier != "run" && s.tier != "full" {
			return nil, fmt.Errorf("%sunknown tier %q: it is run or full", at, s.tier)
		}
		if names[s.name] {
			return nil, fmt.Errorf("%sa second step has the name %q: take another name", at, s.name)
		}
		names[s.name] = true
		for _, f := range s.folders {
			if strings.HasPrefix(f, "./") {
				s.packages = append(s.packages, f)
			}
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// ofTier returns the steps of a tier.
func ofTier(steps []step, tier string) []step {
	return slices.DeleteFunc(steps, func(s step) bool { return tier == "run" && s.tier != "run" })
}
