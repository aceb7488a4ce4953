package bale_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReleasePlatforms checks that .ci/release builds for the platforms that CONTRIBUTING.md names, and only for those.
func TestReleasePlatforms(t *testing.T) {
	script := readText(t, ".ci/release")
	list := regexp.MustCompile(`(?m)^platforms='(.*)'$`).FindStringSubmatch(script)
	if list == nil {
		t.Fatal(".ci/release has no line with the platforms")
	}
	names := map[string]string{"Linux": "linux", "macOS": "darwin", "Windows": "windows"}
	sentence := regexp.MustCompile(`builds static binaries for (\w+), (\w+) and (\w+), on (\w+) and (\w+),`).FindStringSubmatch(readText(t, "CONTRIBUTING.md"))
	if sentence == nil {
		t.Fatal("CONTRIBUTING.md does not name the platforms of .ci/release")
	}
	var want []string
	for _, system := range sentence[1:4] {
		for _, arch := range sentence[4:] {
			want = append(want, names[system]+"/"+arch)
		}
	}
	if got := strings.Fields(list[1]); !slices.Equal(got, want) {
		t.Errorf(".ci/release builds for %v, CONTRIBUTING.md names %v", got, want)
	}
}

// TestReleaseRefuses checks that .ci/release ends with status 1 and a reason, and writes nothing, if it cannot build what it should.
func TestReleaseRefuses(t *testing.T) {
	for _, name := range []string{"bash", "git", "realpath"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "dist")
	writeText(t, filepath.Join(dir, ".ci/release"), readText(t, ".ci/release"))
	run := func(want string, args ...string) {
		t.Helper()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		text, err := cmd.CombinedOutput()
		if (err != nil) != (want != "") || !strings.Contains(string(text), want) {
			t.Errorf("%v: %v, want %q in\n%s", args, err, want, text)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v wrote %s", args, out)
		}
	}
	commit := []string{"git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one"}
	release := func(want string, args ...string) {
		t.Helper()
		run(want, append([]string{"bash", ".ci/release"}, args...)...)
	}
	run("", "git", "init", "-q")
	release("usage: .ci/release DIR")
	release("exists: name a folder that does not exist yet", t.TempDir())
	release("the checkout has uncommitted changes", out)
	run("", "git", "add", ".")
	run("", commit...)
	release("version.go", out) // there is no version
	writeText(t, filepath.Join(dir, "internal/version/version.go"), "package version\n\nconst Number = \"v0.0.1\"\n")
	run("", "git", "add", ".")
	run("", commit...)
	release("cannot find main module", out) // the error of the go command
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeText(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
