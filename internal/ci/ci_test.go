package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// header is the first line of a list of steps.
const header = "name\ttier\tfolders\tcommand\tprotects\n"

// inFolder makes a new folder with files the current one.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// run runs ci, and returns what it prints, with the times in the table replaced by 1.0.
func run(t *testing.T, wantStatus int, args ...string) string {
	t.Helper()
	var out strings.Builder
	if status := ci(args, &out, &out); status != wantStatus {
		t.Errorf("ci %q: status %d, want %d, with\n%s", args, status, wantStatus, out.String())
	}
	return regexp.MustCompile(`\b\d+\.\d  `).ReplaceAllString(out.String(), "1.0  ")
}

// TestSteps checks that the steps of the tier run one after the other, that a failed one does not hide the others, and what is printed.
func TestSteps(t *testing.T) {
	const steps = header +
		"one\trun\ta\techo \"first${PACKAGES}\"\tthe first\n" +
		"two\trun\t./a ./b\tfalse; echo not printed\tthe second\n" +
		"three\trun\t./a ./b/...\techo $PACKAGES >&2\tthe third\n" +
		"four\tfull\t.\texit 3\tthe fourth\n"
	inFolder(t, map[string]string{stepsFile: steps})
	const common = `
== one: the first
first

== two: the second

== three: the third
./a ./b/...
`
	if got, want := run(t, 1, "run"), common+`
step   seconds  result
one    1.0      ok
two    1.0      failed: exit status 1
three  1.0      ok
total  1.0      
`; got != want {
		t.Errorf("the tier run: got\n%s\nwant\n%s", got, want)
	}
	if got, want := run(t, 1, "full"), common+`
== four: the fourth

step   seconds  result
one    1.0      ok
two    1.0      failed: exit status 1
three  1.0      ok
four   1.0      failed: exit status 3
total  1.0      
`; got != want {
		t.Errorf("the tier full: got\n%s\nwant\n%s", got, want)
	}
	inFolder(t, map[string]string{stepsFile: header + "one\trun\t.\ttrue\tnothing\n"})
	run(t, 0, "run")
}

// TestNotCompiled checks that no step runs after the failed step build.
func TestNotCompiled(t *testing.T) {
	inFolder(t, map[string]string{stepsFile: header + "build\trun\t.\tfalse\tcompiling\nnext\trun\t.\ttrue\tmore\n"})
	if got := run(t, 1, "run"); !strings.Contains(got, "\nnext   1.0      skipped: the checkout does not compile\n") || strings.Contains(got, "== next") {
		t.Errorf("got\n%s", got)
	}
}

// TestWrong checks errors in arguments and in the list of steps.
func TestWrong(t *testing.T) {
	inFolder(t, map[string]string{stepsFile: header + "one\tnight\t.\ttrue\tnothing\n"})
	for _, c := range []struct {
		status int
		args   []string
		want   string
	}{
		{2, nil, `unknown tier "": it is run or full`},
		{2, []string{"fast"}, `unknown tier "fast": it is run or full`},
		{2, []string{"run", "more"}, "usage: .ci/run [-changed REV]"},
		{1, []string{"run"}, `.ci/steps.tsv:2: unknown tier "night": it is run or full`},
	} {
		if got := run(t, c.status, c.args...); !strings.Contains(got, c.want) {
			t.Errorf("ci %q prints %q, want %q", c.args, got, c.want)
		}
	}
	for text, want := range map[string]string{
		header + "one\trun\t.\ttrue\n":                          ".ci/steps.tsv:2: it has 4 columns: want a name, a tier, folders, a command and what it protects, with a tab between two of them",
		header + "one\trun\t.\ttrue\tx\none\trun\t.\ttrue\tx\n": `.ci/steps.tsv:3: a second step has the name "one": take another name`,
	} {
		if _, err := parseSteps(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestChanged checks which steps -changed runs, and with which packages.
func TestChanged(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	const steps = header +
		"all\trun\t.\ttrue\tx\n" +
		"some\trun\t./...\techo packages $PACKAGES\tx\n" +
		"parts\tfull\t./b ./c pages/b.md\techo parts $PACKAGES\tx\n" +
		"module\tfull\texample/m\ttrue\tx\n"
	files := map[string]string{
		stepsFile: steps, "go.mod": "module bale\n\ngo 1.26\n", "bale.go": "package bale\n",
		"a/a.go": "package a\n", "b/b.go": "package b\n\nimport _ \"bale/a\"\n",
		"c/c.go": "package c\n", "c/c_test.go": "package c\n\nimport _ \"bale/b\"\n",
		"a/testdata/x/file": "", "pages/a.md": "", "pages/b.md": "", "example/m/m.go": "package m\n", "example/m/go.mod": "module m\n", ".gitignore": "/ignored\n",
	}
	for _, c := range []struct{ changed, ran, packages, parts string }{
		{"a/a.go", "all some parts", "./a ./b ./c", "./b ./c"},
		{"a/testdata/x/file", "all some parts", "./a ./b ./c", "./b ./c"},
		{"a/new_test.go", "all some parts", "./a ./b ./c", "./b ./c"},
		{"b/b.go", "all some parts", "./b ./c", "./b ./c"},
		{"c/c_test.go", "all some parts", "./c", "./c"},
		{"bale.go", "all some", "./.", ""},
		{"pages/a.md", "all", "", ""},
		{"pages/b.md", "all parts", "", "./b ./c"},
		{"example/m/m.go", "all module", "", ""},
		{"go.mod", "all some parts module", "./...", "./b ./c"},
		{".ci/run", "all some parts module", "./...", "./b ./c"},
		{"ignored", "", "", ""},
	} {
		t.Run(c.changed, func(t *testing.T) {
			inFolder(t, files)
			git("init", "-q")
			git("add", ".")
			git("commit", "-q", "-m", "one")
			text := files[c.changed]
			if strings.HasSuffix(c.changed, ".go") && text == "" {
				text = "package a\n"
			}
			if err := os.WriteFile(c.changed, []byte(text+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			got := run(t, 0, "full", "-changed", "HEAD")
			var ran []string
			for _, m := range regexp.MustCompile(`(?m)^== (\w+):`).FindAllStringSubmatch(got, -1) {
				ran = append(ran, m[1])
			}
			if names := strings.Join(ran, " "); names != c.ran {
				t.Errorf("ran %q, want %q", names, c.ran)
			}
			if skipped := strings.Count(got, "skipped: nothing that it depends on changed"); skipped != 4-len(ran) {
				t.Errorf("%d steps are skipped, want %d", skipped, 4-len(ran))
			}
			if c.packages != "" && !strings.Contains(got, "\npackages "+c.packages+"\n") || c.parts != "" && !strings.Contains(got, "\nparts "+c.parts+"\n") {
				t.Errorf("got other packages than %q and %q:\n%s", c.packages, c.parts, got)
			}
		})
	}
	inFolder(t, files)
	git("init", "-q")
	if got := run(t, 1, "full", "-changed", "nosuch"); !strings.Contains(got, "nosuch") {
		t.Errorf("an unknown commit: %s", got)
	}
}
