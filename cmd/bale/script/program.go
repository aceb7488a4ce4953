package script

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"

	"bale/codec/all"
	"bale/lab/build"
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

// buildBale builds the bale command into the folder bin. go test has compiled most of its packages before. The test opens the folders
// of bale's sources and the embedded files, so that go test does not take the result of the test from its cache if one of them has changed.
func buildBale(t *testing.T, root, bin string) {
	t.Helper()
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
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
	run("build", "-buildvcs=false", "-ldflags=-s -w", "-o", filepath.Join(bin, "bale"), "./cmd/bale")
}

// compileStandard compiles the packages of the standard library that most scripts need, as the go command in the scripts does. The first scripts
// run at the same time, and each would compile them. So would the tests of two packages of scripts, which therefore wait for each other: the
// folder of the go command's cache has a lock file.
func compileStandard(t *testing.T, env []string) {
	t.Helper()
	unlock, err := lockedfile.MutexAt(filepath.Join(GoCaches(t)["GOCACHE"], "bale-scripts.lock")).Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	cmd := exec.Command("go", "build", "testing", "encoding/gob", "encoding/json", "math/big", "net/netip")
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("compiling the standard library: %v\n%s", err, out)
	}
}

// fetchModules downloads the modules that the scripts use into the module cache. It only logs failures: a script that lacks a module fails.
func fetchModules(t *testing.T, testdata string) {
	t.Helper()
	if names := scriptCodecs(t); len(names) > 0 {
		choices, err := build.Choose(all.Codecs, all.Expand(names))
		if err != nil {
			t.Fatal(err)
		}
		build.Download(t.Context(), choices)
	}
	for _, module := range []string{"messages", "gogo"} {
		cmd := exec.Command("go", "mod", "download")
		cmd.Dir = filepath.Join(testdata, module)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Logf("%s: %v\n%s", module, err, out)
		}
	}
}

var codecsFlag = regexp.MustCompile(`-codecs '?([^ '\n]+)`)

// scriptCodecs returns the names after -codecs in all scripts of the package, without those that the scripts expect to be refused.
func scriptCodecs(t *testing.T) (names []string) {
	t.Helper()
	for _, script := range scripts(t) {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range codecsFlag.FindAllStringSubmatch(string(text), -1) {
			for name := range strings.SplitSeq(m[1], ",") {
				if _, err := build.Choose(all.Codecs, all.Expand([]string{name})); err == nil && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}
