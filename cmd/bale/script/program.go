package script

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"

	"bale/codec/all"
	"bale/internal/slow"
	"bale/program/build"
)

// moduleFolder returns the top folder of bale's module.
func moduleFolder(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// sources is a template of go list. It prints the folder of a package of bale's module, and the paths of its embedded files.
const sources = `{{if and .Module .Module.Main}}{{.Dir}}{{range .EmbedFiles}}
{{$.Dir}}/{{.}}{{end}}{{end}}`

// buildBale puts the bale command into the folder bin. The packages of scripts share one program in the folder of the go command's cache, so that it is
// linked once for all of them: go build leaves a program as it is if nothing has changed. The test opens the folders of bale's sources and the embedded files,
// so that go test does not take the result of the test from its cache if one of them has changed.
func buildBale(t *testing.T, root, bin string) {
	t.Helper()
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = root
		var stderr bytes.Buffer // the go command prints which modules it downloads
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, stderr.Bytes())
		}
		return string(out)
	}
	for path := range strings.Lines(run("list", "-deps", "-f", sources, "./cmd/bale")) {
		f, err := os.Open(strings.TrimSpace(path))
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	defer lockScripts(t)()
	program := filepath.Join(GoCaches(t)["GOCACHE"], "bale-scripts", "bale")
	run("build", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "./cmd/bale")
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "bale"), data, 0o777); err != nil { // a later build replaces the program
		t.Fatal(err)
	}
}

// lockScripts waits for the tests of other packages of scripts, which would otherwise compile and link the same at the same time. It returns a
// function that lets them go on.
func lockScripts(t *testing.T) func() {
	t.Helper()
	unlock, err := lockedfile.MutexAt(filepath.Join(GoCaches(t)["GOCACHE"], "bale-scripts.lock")).Lock()
	if err != nil {
		t.Fatal(err)
	}
	return unlock
}

// compileStandard compiles the packages of the standard library that most scripts need, as the go command in the scripts does. The first scripts
// run at the same time, and each would compile them. So would the tests of two packages of scripts, which therefore wait for each other.
func compileStandard(t *testing.T, env []string) {
	t.Helper()
	defer lockScripts(t)()
	cmd := exec.Command("go", "build", "testing", "encoding/gob", "encoding/json", "math/big", "net/netip")
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("compiling the standard library: %v\n%s", err, out)
	}
}

// fetchModules downloads the modules that the scripts use into the module cache. It only logs failures: a script that lacks a module fails.
func fetchModules(t *testing.T, root, testdata string) {
	t.Helper()
	run := func(dir string, args ...string) {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Logf("%s: %v: %v\n%s", dir, cmd.Args, err, out)
		}
	}
	commands := scriptCommands(t)
	build.Download(t.Context(), choose(t, codecsIn(commands)))
	for _, module := range []string{"messages", "gogo"} {
		run(filepath.Join(testdata, module), "mod", "download")
	}
	converts := slices.DeleteFunc(commands, func(c string) bool { return !strings.HasPrefix(c, "convert ") })
	if len(converts) == 0 {
		return
	}
	run(root, "mod", "download", "-modfile="+filepath.Join("runner", "convert", "avro", "pins.mod"))
	run(filepath.Join(root, "runner", "convert", "zstd"), "mod", "download", "-modfile=pins.mod")
	if slow.Enabled() {
		run(root, "mod", "download", "-modfile="+filepath.Join("runner", "convert", "beam", "pins.mod"))
	}
	for _, c := range converts {
		if dir := joined(t, choose(t, codecsIn([]string{c}))); dir != "" {
			run(dir, "list", "-mod=mod", "-m", "all") // it writes the versions for both into go.mod
			run(dir, "mod", "download")
		}
	}
}

// choose returns the codecs with the names.
func choose(t *testing.T, names []string) []*build.Choice {
	t.Helper()
	if len(names) == 0 {
		return nil
	}
	choices, err := build.Choose(all.Codecs, names)
	if err != nil {
		t.Fatal(err)
	}
	return choices
}

// joined returns the folder of a new module with the requirements of the first two codecs, or "" if there is only one.
func joined(t *testing.T, choices []*build.Choice) string {
	t.Helper()
	if len(choices) < 2 {
		return ""
	}
	both, err := build.JoinPins(choices[0].Codec, choices[1].Codec)
	if err != nil {
		t.Fatal(err)
	}
	mod, sum := both.Pins()
	dir := t.TempDir()
	if err := build.WriteFiles(dir, map[string][]byte{"go.mod": []byte(mod), "go.sum": []byte(sum)}); err != nil {
		t.Fatal(err)
	}
	return dir
}

var baleCommand = regexp.MustCompile(`(?m)^(?:\[[^]]*\] )*(?:! )?exec bale (.*)$`)

// scriptCommands returns the arguments of all bale commands in the scripts of the package.
func scriptCommands(t *testing.T) (commands []string) {
	t.Helper()
	scripts, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range baleCommand.FindAllStringSubmatch(string(text), -1) {
			commands = append(commands, m[1])
		}
	}
	return commands
}

// codecsIn returns the arguments of commands that name codecs. Many flags have names of codecs, such as -codecs, -from, -to and -now.
func codecsIn(commands []string) (names []string) {
	for _, c := range commands {
		for _, word := range strings.FieldsFunc(c, func(r rune) bool { return strings.ContainsRune(" ,'=", r) }) {
			if _, err := build.Choose(all.Codecs, []string{word}); err == nil && !slices.Contains(names, word) {
				names = append(names, word)
			}
		}
	}
	return names
}
