package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bale/cmd/bale/script"
	"bale/internal/testdir"
	"bale/result"
)

// interrupter is a standard error stream that cancels the run when the text at is written.
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

// writeAlways makes progress write every step to a pipe.
func writeAlways(t *testing.T) {
	every := pipeEvery
	pipeEvery = 0
	t.Cleanup(func() { pipeEvery = every })
}

// bale runs the command in this process, and interrupts it when it writes the text at to standard error. If at is "", it does not interrupt.
func bale(t *testing.T, at string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out bytes.Buffer
	errs := &interrupter{at: at, cancel: cancel}
	status = Main(ctx, args, &out, errs)
	return status, out.String(), errs.String()
}

// ownCache gives the test its own cache folder of bale, below dir. It keeps the caches of the go command, whose programs are not optimized.
func ownCache(t *testing.T, dir string) {
	t.Helper()
	for name, value := range script.GoCaches(t) {
		t.Setenv(name, value)
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	testdir.Unoptimized(t)
}

// interruptedEarly is the message of a run that was interrupted before the first round.
const interruptedEarly = "bale compare: interrupted before the first round: there are no results; the programs that were built are kept for the next run\n"

// TestResume interrupts a run at several stages, cuts its rounds.txt, and resumes the run each time. TestWriterResumesAtEachByte of package result cuts
// such a file behind each of its bytes.
func TestResume(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles much code")
	}
	dir := t.TempDir()
	ownCache(t, dir)
	t.Chdir(dir)
	writeAlways(t)
	compare := []string{"compare", "-quick", "-rounds", "4", "-shape", "small", "-codecs", "json,gob", "-o"}
	resume := func(t *testing.T, out string) {
		t.Helper()
		if status, stdout, stderr := bale(t, "", "compare", "-resume", out); status != exitDone || !strings.Contains(stdout, "small") {
			t.Errorf("resume of %s: status %d\n%s", out, status, stderr)
		}
		if wrong := script.Incomplete(out, "4"); wrong != "" {
			t.Error(wrong)
		}
	}
	for _, at := range []string{"build", "calibrate"} {
		status, _, stderr := bale(t, at, append(compare, "none/"+at)...)
		if status != exitFailed || !strings.HasSuffix(stderr, interruptedEarly) {
			t.Errorf("interrupted at %s: status %d\n%s", at, status, stderr)
		}
		if _, err := os.Stat("none"); err == nil {
			t.Errorf("interrupted at %s: the run leaves a folder", at)
		}
	}
	status, _, stderr := bale(t, "round 3 of 4", append(compare, "rounds")...)
	if status != exitFailed || !strings.HasSuffix(stderr, "bale compare: interrupted: resume with 'bale compare -resume rounds'\n") {
		t.Fatalf("interrupted: status %d\n%s", status, stderr)
	}
	if run, err := result.Load("rounds/run.json"); err != nil || run.Complete {
		t.Errorf("interrupted: complete %v, %v", run != nil && run.Complete, err)
	}
	if _, err := os.Stat("rounds/results.json"); err != nil {
		t.Errorf("interrupted: %v", err)
	}
	if ignored, err := os.ReadFile("rounds/.gitignore"); string(ignored) != "*\n" {
		t.Errorf("interrupted: .gitignore has %q, %v", ignored, err)
	}
	resume(t, "rounds")

	complete, err := os.ReadFile("rounds/rounds.txt")
	if err != nil {
		t.Fatal(err)
	}
	find := func(s string) int { return bytes.Index(complete, []byte(s)) }
	first, last := find("\nBenchmark")+1, bytes.LastIndex(complete, []byte("\nBenchmark"))+1
	for _, c := range []struct {
		name string
		at   int
	}{
		{"in the configuration", find("goos:") + 3},
		{"in the figures of a block", first + bytes.Index(complete[first:], []byte(" ns/op")) - 1},
		{"before the last line", last},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile("rounds/rounds.txt", complete[:c.at], 0o644); err != nil {
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
			if kept := complete[:bytes.LastIndexByte(complete[:c.at], '\n')+1]; !bytes.HasPrefix(got, kept) {
				t.Errorf("complete lines\n%s\nare lost in\n%s", kept, got)
			}
		})
	}
}

func TestInterruptedAtOnce(t *testing.T) {
	dir := t.TempDir()
	ownCache(t, dir)
	t.Chdir(dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	if status := Main(ctx, []string{"compare", "-shape", "small"}, &out, &errs); status != exitFailed {
		t.Errorf("status %d", status)
	}
	if got := errs.String(); !strings.HasSuffix(got, interruptedEarly) {
		t.Errorf("standard error is %q", got)
	}
	if _, err := os.Stat("bale-results"); err == nil {
		t.Error("the run leaves a folder")
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
