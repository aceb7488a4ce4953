package script

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"bale/result"
	"bale/runner/measure"
)

// rowCommand is the command "row results.json shape codec status [regexp]". It checks that the row has the status, and that the expression
// matches its reason or one of its gaps, losses, called methods or warnings.
func rowCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 || len(args) > 5 {
		ts.Fatalf("usage: row results.json shape codec status [regexp]")
	}
	r, err := result.LoadResults(ts.MkAbs(args[0]))
	ts.Check(err)
	i := slices.IndexFunc(r.Rows, func(row measure.Row) bool { return row.Shape == args[1] && row.Codec == args[2] })
	if i < 0 {
		ts.Fatalf("no row of %s on %s", args[2], args[1])
	}
	row := r.Rows[i]
	if string(row.Status) != args[3] {
		ts.Fatalf("%s on %s is %s (%s), want %s", row.Codec, row.Shape, row.Status, row.Reason, args[3])
	}
	if len(args) == 5 {
		about := []string{row.Reason}
		for _, g := range row.Gaps {
			about = append(about, g.Path+": "+g.Reason)
		}
		for _, l := range row.Losses {
			about = append(about, l.Path+": "+l.Kind)
		}
		for _, call := range row.Calls {
			about = append(about, "calls "+call)
		}
		if text := strings.Join(append(about, row.Warnings...), "\n"); !regexp.MustCompile("(?m)" + args[4]).MatchString(text) {
			ts.Fatalf("no match for %q in\n%s", args[4], text)
		}
	}
}

// sizesCommand is the command "sizes a/results.json b/results.json". It checks that both have the same rows, with the same statuses, losses
// and sizes.
func sizesCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sizes a/results.json b/results.json")
	}
	var texts [2]string
	for i := range args {
		r, err := result.LoadResults(ts.MkAbs(args[i]))
		ts.Check(err)
		for _, row := range r.Rows {
			texts[i] += fmt.Sprintf("%s on %s is %s of %v bytes: %v\n", row.Codec, row.Shape, row.Status, row.Size, row.Losses)
		}
	}
	if texts[0] == "" || texts[0] != texts[1] {
		ts.Fatalf("%s has\n%s%s has\n%s", args[0], texts[0], args[1], texts[1])
	}
}

// statusCommand is the command "status n program args...". It is exec with a check of the exit status.
func statusCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status n program args...")
	}
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || fmt.Sprint(exit.ExitCode()) != args[0] {
		ts.Fatalf("%v, want exit status %s", err, args[0])
	}
}

// treeCommand is the command "tree dir file". It writes the names, modes and checksums of everything in dir to file.
func treeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tree dir file")
	}
	root := ts.MkAbs(args[0])
	var list strings.Builder
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var data []byte
		if !d.IsDir() {
			if data, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		fmt.Fprintf(&list, "%s %v %x\n", strings.TrimPrefix(path, root), info.Mode(), sha256.Sum256(data))
		return nil
	}))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(list.String()), 0o644))
}

// completeCommand is the command "complete dir n". It checks that the run in dir is complete and that each of its cells has n rounds.
func completeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: complete dir rounds")
	}
	if wrong := Incomplete(ts.MkAbs(args[0]), args[1]); wrong != "" {
		ts.Fatalf("%s", wrong)
	}
}

// Incomplete returns the reasons why the run in dir is not complete with the given number of rounds of each cell, or "".
func Incomplete(dir, rounds string) string {
	run, have, err := result.LoadFolder(dir)
	if err != nil {
		return err.Error()
	}
	var wrong []string
	for _, c := range run.Cells {
		if n := fmt.Sprint(len(have.Blocks[c.Cell])); n != rounds {
			wrong = append(wrong, fmt.Sprintf("%v has %s rounds, want %s", c.Cell, n, rounds))
		}
	}
	if len(have.Blocks) != len(run.Cells) || len(run.Cells) == 0 {
		wrong = append(wrong, fmt.Sprintf("%d cells planned, %d with rounds", len(run.Cells), len(have.Blocks)))
	}
	if !run.Complete {
		wrong = append(wrong, "not marked complete")
	}
	return strings.Join(wrong, "\n")
}

// jobCommand is the command "job heading file". It writes the go commands of the job below the heading of docs/ci.md to file, as a shell
// script that ends at the first error. Its comparisons have six rounds.
func jobCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: job heading file")
	}
	page, err := os.ReadFile(filepath.Join(ts.Getenv("DOCS"), "ci.md"))
	ts.Check(err)
	_, section, found := strings.Cut(string(page), "\n## "+args[0]+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	steps := regexp.MustCompile(`(?m)^ +- (?:run: )?(go .*)$`).FindAllStringSubmatch(section, -1)
	if !found || len(steps) < 3 {
		ts.Fatalf("docs/ci.md has %d go commands below the heading %q, want at least 3", len(steps), args[0])
	}
	script := "set -e\n"
	for _, step := range steps {
		script += strings.Replace(step[1], " compare ", " compare -rounds 6 ", 1) + "\n"
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(script), 0o666))
}
