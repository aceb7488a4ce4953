package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readSteps returns the steps of this repository, whose top folder it makes the current one.
func readSteps(t *testing.T) []step {
	t.Helper()
	t.Chdir("../..")
	text, err := os.ReadFile(stepsFile)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := parseSteps(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// TestFolders checks that the folders in the list exist. TestDocCommands checks the commands.
func TestFolders(t *testing.T) {
	for _, s := range readSteps(t) {
		for _, f := range s.folders {
			if _, err := os.Stat(filepath.FromSlash(strings.TrimSuffix(f, "/..."))); err != nil {
				t.Errorf("step %s: %v", s.name, err)
			}
		}
	}
}

// TestReadmeCommand checks that the tier run has the README's test command.
func TestReadmeCommand(t *testing.T) {
	steps := readSteps(t)
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`(?m)^    (go test [^#]*[^# ]) +#`).FindSubmatch(readme)
	if command == nil || !slices.ContainsFunc(steps, func(s step) bool { return s.tier == "run" && s.command == string(command[1]) }) {
		t.Errorf("no step of the tier run has the README's command %q", command)
	}
}

// TestSlowTestsComplete checks that the tier full runs the slow tests of every package that has some.
func TestSlowTestsComplete(t *testing.T) {
	steps := readSteps(t)
	packages, err := listPackages()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for folder, deps := range packages {
		if !slices.Contains(deps, "internal/slow") || folder == "internal/slow" {
			continue
		}
		found++
		if !slices.ContainsFunc(steps, func(s step) bool {
			return strings.HasPrefix(s.command, "BALE_TEST=slow go test ") && strings.HasSuffix(s.command, " $PACKAGES") && slices.ContainsFunc(s.packages, func(p string) bool { return matches(p, "./"+folder) })
		}) {
			t.Errorf("%s has slow tests, and no step with BALE_TEST=slow and PACKAGES names it in .ci/steps.tsv", folder)
		}
	}
	if found < 20 {
		t.Errorf("found %d packages with slow tests", found)
	}
}
