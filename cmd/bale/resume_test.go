package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/result"
)

// interrupter is a standard error that cancels the run when it is told of a certain step.
type interrupter struct {
	bytes.Buffer
	at     string
	cancel func()
}

func (w *interrupter) Write(b []byte) (int, error) {
	if w.at != "" && strings.Contains(string(b), w.at) {
		w.cancel()
	}
	return w.Buffer.Write(b)
}

// bale runs the command in process, and interrupts it at a step; "" is never.
func bale(t *testing.T, at string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out bytes.Buffer
	errs := &interrupter{at: at, cancel: cancel}
	status = Main(ctx, args, &out, errs)
	return status, out.String(), errs.String()
}

// TestResume interrupts a run at each of its stages and at every kind of byte of its rounds, and goes on.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Chdir(dir)
	compare := []string{"compare", "-quick", "-rounds", "4", "-shape", "small", "-codecs", "json,gob", "-o"}
	resume := func(t *testing.T, out string) {
		t.Helper()
		if status, stdout, stderr := bale(t, "", "compare", "-resume", out); status != exitDone || !strings.Contains(stdout, "small") {
			t.Errorf("resume of %s: status %d\n%s", out, status, stderr)
		}
		if wrong := incomplete(out, "4"); wrong != "" {
			t.Error(wrong)
		}
	}
	for _, c := range []struct{ at, want string }{
		{"build", "interrupted before the first round: start again with 'bale compare -resume build'"},
		{"calibrate", "interrupted before the first round: start again with 'bale compare -resume calibrate'"},
		{"round 3 of 4", "interrupted: resume with 'bale compare -resume rounds'"},
	} {
		name, _, _ := strings.Cut(c.at, " ")
		name = strings.Replace(name, "round", "rounds", 1)
		status, _, stderr := bale(t, c.at, append(compare, name)...)
		if status != exitFailed || !strings.Contains(stderr, "bale compare: "+c.want+"\n") {
			t.Fatalf("interrupted at %s: status %d\n%s", c.at, status, stderr)
		}
		if run, err := result.Load(filepath.Join(name, "run.json")); err != nil || run.Complete {
			t.Errorf("interrupted at %s: complete %v, %v", c.at, run != nil && run.Complete, err)
		}
		if _, err := os.Stat(filepath.Join(name, "results.json")); (err == nil) != (name == "rounds") {
			t.Errorf("interrupted at %s: results.json: %v", c.at, err)
		}
		resume(t, name)
	}

	whole, err := os.ReadFile("rounds/rounds.txt")
	if err != nil {
		t.Fatal(err)
	}
	find := func(s string) int { return bytes.Index(whole, []byte(s)) }
	first, last := find("\nBenchmark")+1, bytes.LastIndex(whole, []byte("\nBenchmark"))+1
	for _, c := range []struct {
		name string
		at   int
	}{
		{"nothing", 0},
		{"in the configuration", find("goos:") + 3},
		{"in a comment", find("# round 2") + 4},
		{"in the name of the first block", first + 9},
		{"in the figures of a block", first + bytes.Index(whole[first:], []byte(" ns/op")) - 1},
		{"before a line's end", find("# round 2") - 1},
		{"after a line's end", find("# round 2")},
		{"in the last unit", len(whole) - 3},
		{"before the last line's end", len(whole) - 1},
		{"before the last line", last},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile("rounds/rounds.txt", whole[:c.at], 0o644); err != nil {
				t.Fatal(err)
			}
			if status, _, stderr := bale(t, "", "report", "rounds"); status != exitDone {
				t.Errorf("report: status %d\n%s", status, stderr)
			}
			resume(t, "rounds")
			got, err := os.ReadFile("rounds/rounds.txt")
			if err != nil {
				t.Fatal(err)
			}
			if kept := whole[:bytes.LastIndexByte(whole[:c.at], '\n')+1]; !bytes.HasPrefix(got, kept) {
				t.Errorf("some of\n%s\nis lost in\n%s", kept, got)
			}
		})
	}
}

func TestInterruptedAtOnce(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Chdir(dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	if status := Main(ctx, []string{"compare", "-shape", "small"}, &out, &errs); status != exitFailed {
		t.Errorf("status %d", status)
	}
	if got := errs.String(); !strings.HasSuffix(got, "bale compare: interrupted before anything was done\n") {
		t.Errorf("it says %q", got)
	}
}

func TestSplitTypes(t *testing.T) {
	for _, c := range []struct{ list, want string }{
		{"", ""},
		{"T", "T"},
		{"T,U", "T|U"},
		{" T , ,U,", "T|U"},
		{"Pair[int,string],U", "Pair[int,string]|U"},
		{"map[string]Pair[A,B],[]T", "map[string]Pair[A,B]|[]T"},
		{"struct{ A, B int },func(a, b int)", "struct{ A, B int }|func(a, b int)"},
		{"T,Pair[int", "T|Pair[int"},
		{"T],U", "T],U"},
		{"é,ü", "é|ü"},
	} {
		if got := strings.Join(splitTypes(c.list), "|"); got != c.want {
			t.Errorf("splitTypes(%q) = %s, want %s", c.list, got, c.want)
		}
	}
}
