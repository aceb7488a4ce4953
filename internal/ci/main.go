// Command ci runs the steps of .ci/steps.tsv, one after the other, and prints a table of their times and results. .ci/run and .ci/full install what
// the steps need, and call it:
//
//	go run ./internal/ci run|full [-changed REV]
//
// The tier full has the steps of the tier run, too. With -changed it runs the steps that depend on a file that differs from the commit REV. The
// exit status is 0 if no step failed, 1 if one did, and 2 for wrong arguments.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(ci(os.Args[1:], os.Stdout, os.Stderr)) }

// ci runs the steps of a tier in the current folder, and returns the exit status.
func ci(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("ci", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rev := flags.String("changed", "", "run only the steps that depend on a file that differs from this commit")
	tier := ""
	if len(args) > 0 {
		tier = args[0]
	}
	if tier != "run" && tier != "full" {
		fmt.Fprintf(stderr, "ci: unknown tier %q: it is run or full\n", tier)
		return 2
	}
	if err := flags.Parse(args[1:]); err != nil || flags.NArg() > 0 {
		fmt.Fprintf(stderr, "usage: .ci/%s [-changed REV]\n", tier)
		return 2
	}
	failed, err := runTier(tier, *rev, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "ci:", err)
	}
	if err != nil || failed {
		return 1
	}
	return 0
}

// runTier runs the steps of a tier, with rev only those that depend on a changed file, and reports whether one failed.
func runTier(tier, rev string, stdout io.Writer) (failed bool, err error) {
	text, err := os.ReadFile(stepsFile)
	if err != nil {
		return false, err
	}
	steps, err := parseSteps(string(text))
	if err != nil {
		return false, err
	}
	steps = ofTier(steps, tier)
	if rev != "" {
		files, err := changedFiles(rev)
		if err != nil {
			return false, err
		}
		packages, err := listPackages()
		if err != nil {
			return false, err
		}
		for i := range steps {
			steps[i].narrow(files, packages)
		}
	}
	return runSteps(steps, stdout), nil
}
