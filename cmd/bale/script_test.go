package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"bale/lab"
	"bale/measure"
	"bale/result"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bale": main})
}

// TestScript runs testdata/script, one file for each behaviour of the command. The scripts share a cache
// for the run of the test, and the go command's own caches with everybody; they have no network.
func TestScript(t *testing.T) {
	env := goCaches(t)
	cache := t.TempDir()
	testdata, err := filepath.Abs("../../schema/testdata") // modules with messages of protobuf's generators
	if err != nil {
		t.Fatal(err)
	}
	if !testing.Short() {
		fetchModules(t, testdata)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, env...)
			e.Setenv("XDG_CACHE_HOME", cache)
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("TESTDATA", testdata)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"row":      rowCommand,
			"sizes":    sizesCommand,
			"tree":     treeCommand,
			"complete": completeCommand,
			"status":   statusCommand,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// fetchModules downloads the modules that the scripts build with. A script fails if its modules cannot be downloaded.
func fetchModules(t *testing.T, testdata string) {
	t.Helper()
	choices, err := choose(scriptCodecs(t))
	if err != nil {
		t.Fatal(err)
	}
	lab.Download(t.Context(), choices)
	for _, module := range []string{"messages", "gogo"} {
		cmd := exec.Command("go", "mod", "download")
		cmd.Dir = filepath.Join(testdata, module)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Logf("%s: %v\n%s", module, err, out)
		}
	}
}

// scriptCodecs returns the names after -codecs in all scripts, without those that the scripts expect to be refused.
func scriptCodecs(t *testing.T) (names []string) {
	t.Helper()
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	flag := regexp.MustCompile(`-codecs '?([^ '\n]+)`)
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range flag.FindAllStringSubmatch(string(text), -1) {
			for name := range strings.SplitSeq(m[1], ",") {
				if _, err := choose([]string{name}); err == nil && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	if !slices.Contains(names, "json") {
		t.Fatalf("no script names json after -codecs: found %q", names)
	}
	return names
}

// goCaches is the part of the environment that the go command needs outside of the user's.
func goCaches(t *testing.T) []string {
	env := []string{"GOPROXY=off", "GOTOOLCHAIN=local", "GOENV=off", "GOFLAGS=-buildvcs=false -vet=off -ldflags=-w -trimpath", "GOWORK=off"}
	for name, value := range goCacheFolders(t) {
		env = append(env, name+"="+value)
	}
	return env
}

// goCacheFolders are the folders of the go command's caches, by the names of their variables.
func goCacheFolders(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	var folders map[string]string
	if err := json.Unmarshal(out, &folders); err != nil {
		t.Fatal(err)
	}
	return folders
}

// ownCache gives the test a cache of its own below dir. The go command keeps its caches: with an empty one it compiles the standard
// library again, which took TestOthers and TestResume two minutes.
func ownCache(t *testing.T, dir string) {
	t.Helper()
	for name, value := range goCacheFolders(t) {
		t.Setenv(name, value)
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
}

// rowCommand is "row results.json shape codec status [regexp]": the row has that status, and a reason or loss,
// a method that it calls or a warning that the expression matches.
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
			ts.Fatalf("nothing like %q in\n%s", args[4], text)
		}
	}
}

// sizesCommand is "sizes a/results.json b/results.json": both have the same rows, with the same statuses, losses and sizes.
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

// statusCommand is "status n program args...": exec, with the exit status that is wanted.
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

// treeCommand is "tree dir file": it writes to file what is in dir, with a sum of each file's mode and contents.
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

// completeCommand is "complete dir n": the run in dir is complete, and every cell of it has n rounds.
func completeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: complete dir rounds")
	}
	if wrong := incomplete(ts.MkAbs(args[0]), args[1]); wrong != "" {
		ts.Fatalf("%s", wrong)
	}
}

// incomplete says what keeps the run in dir from being complete with so many rounds of each cell.
func incomplete(dir, rounds string) string {
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
