package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/semver"

	"bale/internal/version"
)

// These tests check promises of docs/safety.md#what-stays-the-same. testdata has a folder for each release.

var update = flag.Bool("update", false, "record the flags of this version of bale in testdata")

// releases returns the folders in testdata of the releases.
func releases(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("testdata/v*")
	if err != nil || len(list) == 0 {
		t.Fatalf("no releases in testdata: %v", err)
	}
	return list
}

// flagLines returns the flags of all commands, each as in "gen -type T,U".
func flagLines() []string {
	var list []string
	for _, c := range completions() {
		for _, f := range c.Flags {
			list = append(list, strings.TrimSpace(fmt.Sprintf("%s -%s %s", c.Name, f.Name, f.Arg)))
		}
	}
	return list
}

// TestStableFlags checks that the commands have all flags that they had in earlier releases, and that those with an argument still have
// one.
func TestStableFlags(t *testing.T) {
	now := flagLines()
	if *update {
		folder := "testdata/" + version.Number
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(folder+"/flags.txt", []byte(strings.Join(now, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range releases(t) {
		text, err := os.ReadFile(folder + "/flags.txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.FieldsFuncSeq(string(text), func(r rune) bool { return r == '\n' }) {
			words := strings.Fields(line)
			if !slices.ContainsFunc(now, func(have string) bool {
				other := strings.Fields(have)
				return slices.Equal(words[:2], other[:2]) && len(words) == len(other)
			}) {
				t.Errorf("%s had the flag %q, and this version does not have it", folder, line)
			}
		}
	}
}

// TestStableStatuses checks the exit statuses.
func TestStableStatuses(t *testing.T) {
	for _, c := range []struct {
		args string
		want int
	}{
		{"version", 0},
		{"help gen", 0},
		{"gen -type X ./no/such/folder", 1},
		{"gen -nosuchflag", 2},
		{"nosuchcommand", 2},
		{"", 2},
	} {
		if got := Main(t.Context(), strings.Fields(c.args), io.Discard, io.Discard); got != c.want {
			t.Errorf("bale %s: exit status %d, want %d", c.args, got, c.want)
		}
	}
}

// TestStableResults checks that bale report reads the results folders of earlier releases, and that results.json has all fields that it
// had.
func TestStableResults(t *testing.T) {
	for _, folder := range releases(t) {
		was := filepath.Join(folder, "run")
		if _, err := os.Stat(was); err != nil {
			continue // nothing has changed since the release before
		}
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(was)); err != nil {
			t.Fatal(err)
		}
		var stderr strings.Builder
		if got := Main(t.Context(), []string{"report", dir}, io.Discard, &stderr); got != 0 {
			t.Fatalf("bale report %s: exit status %d\n%s", was, got, stderr.String())
		}
		old, now := fieldsOf(t, filepath.Join(was, "results.json")), fieldsOf(t, filepath.Join(dir, "results.json"))
		for _, field := range slices.Sorted(maps.Keys(old)) {
			if now[field] != old[field] {
				t.Errorf("%s: %s was a %s, and is now a %q", was, field, old[field], now[field])
			}
		}
	}
}

// fieldsOf returns the kinds of all values of a JSON file, by their paths.
func fieldsOf(t *testing.T, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var top any
	if err := json.Unmarshal(data, &top); err != nil {
		t.Fatal(err)
	}
	fields := map[string]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case nil:
		case map[string]any:
			for name, x := range v {
				walk(path+"."+name, x)
			}
		case []any:
			for _, x := range v {
				walk(path+"[]", x)
			}
		default:
			fields[path] = fmt.Sprintf("%T", v)
		}
	}
	walk("", top)
	return fields
}

// TestChangelog checks that the newest release in CHANGELOG.md is this version, and that all releases are in order.
func TestChangelog(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^## (v\S+) \((\d{4}-\d\d-\d\d)\)$`).FindAllStringSubmatch(string(text), -1)
	if len(list) == 0 || list[0][1] != version.Number {
		t.Fatalf("the newest release in CHANGELOG.md is %v, want %s: see CONTRIBUTING.md", list, version.Number)
	}
	for i := range list[1:] {
		if semver.Compare(list[i][1], list[i+1][1]) <= 0 || list[i][2] < list[i+1][2] {
			t.Errorf("CHANGELOG.md has %s of %s above %s of %s: the newest comes first", list[i][1], list[i][2], list[i+1][1], list[i+1][2])
		}
	}
	if strings.LastIndex(string(text), "\n## Unreleased\n") > strings.Index(string(text), list[0][0]) {
		t.Errorf("CHANGELOG.md has the heading ## Unreleased below %s: it is the first one", list[0][1])
	}
	for heading := range strings.Lines(string(text)) {
		if strings.HasPrefix(heading, "## ") && heading != "## Unreleased\n" && !regexp.MustCompile(`^## v\S+ \(\d{4}-\d\d-\d\d\)\n$`).MatchString(heading) {
			t.Errorf("CHANGELOG.md has the heading %q, want one such as ## v0.1.0 (2026-11-25)", heading)
		}
	}
}
