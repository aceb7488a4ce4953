package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bale/internal/slow"
)

// compareTest compares the output of two commands for a few packages.
func compareTest(t *testing.T, old, new string, o *options) (string, counts, error) {
	t.Helper()
	root, err := command(t.Context(), "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		t.Skip("it needs a git repository:", err)
	}
	o.formats, o.types = []string{"compact", "xdr"}, 1
	if o.only == nil {
		o.only = regexp.MustCompile(`^types/(shape/small|testdata/internal/gencompare/hard)$`)
	}
	modules, err := inputs(root, o)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c := &comparison{options: o, tmp: t.TempDir(), out: &out, log: io.Discard, old: old, new: new}
	err = c.compare(t.Context(), modules)
	return out.String(), c.count, err
}

// commands returns the working tree's bale command, and one that writes other code and other errors.
func commands(t *testing.T) (bale, doctored string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds the bale command")
	}
	dir := t.TempDir()
	bale, doctored = filepath.Join(dir, "bale"), filepath.Join(dir, "doctored")
	// Without -trimpath, it consists of the packages that go test has compiled.
	if _, err := command(t.Context(), "../../..", "go", "build", "-buildvcs=false", "-o", bale, "./cmd/bale"); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\n'" + bale + "' \"$@\" | sed 's/: offset %d: /: place %d: /; s/Small is the/Small was the/'\n"
	if err := os.WriteFile(doctored, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	return bale, doctored
}

// TestCompare checks that a command does not differ from itself, and that differences in text and in behaviour are found.
func TestCompare(t *testing.T) {
	slow.Only(t, "it takes a minute of processor time")
	bale, doctored := commands(t)
	out, n, err := compareTest(t, bale, bale, &options{behaviour: true})
	if err != nil || n.differentFiles+n.differentRefusals > 0 || n.files < 4 || n.refusals == 0 || strings.Count(out, "\n") != 1 {
		t.Errorf("%v\n%s", err, out)
	}
	t.Log(n)
	only := regexp.MustCompile(`^types/shape/small$`)
	out, n, err = compareTest(t, bale, doctored, &options{only: only})
	if !errors.Is(err, errDiffers) || n.differentFiles < 4 || !strings.Contains(out, "place %") {
		t.Errorf("%v\n%s", err, out)
	}
	out, n, err = compareTest(t, bale, doctored, &options{only: only, behaviour: true})
	if !errors.Is(err, errDiffers) || n.compared < 4 || n.differentBehaviour != n.compared || !strings.Contains(out, "place ") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestBuildCommit checks that the worktree is removed afterwards, even after an error.
func TestBuildCommit(t *testing.T) {
	root, err := command(t.Context(), "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		t.Skip("it needs a git repository:", err)
	}
	// A commit with no file in it cannot be built.
	const empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
	commit, err := command(t.Context(), root, "git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit-tree", "-m", "empty", empty)
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "bale")
	if err := buildCommit(t.Context(), root, commit, bin); err == nil || !strings.Contains(err.Error(), "go build") {
		t.Errorf("an empty commit: %v", err)
	}
	if list, err := command(t.Context(), root, "git", "worktree", "list"); err != nil || strings.Contains(list, bin) {
		t.Errorf("the worktree is still there: %s %v", list, err)
	}
	if err := buildCommit(t.Context(), root, "nosuchcommit", bin); err == nil || !strings.Contains(err.Error(), "-base") {
		t.Errorf("no commit: %v", err)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"-nosuch"}, {"./gen"}, {"-only", "("}, {"-types", "many"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); !errors.Is(err, errUsage) {
			t.Errorf("%v: %v", args, err)
		}
	}
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-h"}, &out, io.Discard); err != nil || out.String() != usage {
		t.Errorf("%v %s", err, out.String())
	}
	if _, err := parse([]string{"-h"}); err != flag.ErrHelp {
		t.Error(err)
	}
}
