package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"text/tabwriter"
	"time"
)

// compileStep is the name of the step that compiles all packages. Without it, the others would fail, too.
const compileStep = "build"

// runSteps runs the steps that are not skipped, one after the other, prints a table of all, and reports whether one failed.
func runSteps(steps []step, stdout io.Writer) (failed bool) {
	var rows strings.Builder
	begin := time.Now()
	reason := ""
	for _, s := range steps {
		result, took := "skipped: "+cmp.Or(s.skip, reason), time.Duration(0)
		if s.skip == "" && reason == "" {
			fmt.Fprintf(stdout, "\n== %s: %s\n", s.name, s.protects)
			start := time.Now()
			err := s.run(stdout)
			took, result = time.Since(start), "ok"
			if err != nil {
				failed, result = true, "failed: "+err.Error()
			}
			if err != nil && s.name == compileStep {
				reason = "the checkout does not compile"
			}
		}
		fmt.Fprintf(&rows, "%s\t%.1f\t%s\n", s.name, took.Seconds(), result)
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\nstep\tseconds\tresult\n%stotal\t%.1f\t\n", rows.String(), time.Since(begin).Seconds())
	table.Flush()
	return failed
}

// run runs the command of a step, and prints its output as it comes.
func (s *step) run(stdout io.Writer) error {
	cmd := exec.Command("bash", "-euo", "pipefail", "-c", s.command)
	cmd.Env = append(os.Environ(), "PACKAGES="+strings.Join(s.packages, " "))
	cmd.Stdout, cmd.Stderr = stdout, stdout
	return cmd.Run()
}
