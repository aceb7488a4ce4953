package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var baseRuns = flag.Int("baseruns", 0, "number of comparisons to measure with equal and with changed code; 30 take 5 to 30 minutes")

// workSource is the source of a package whose methods run a loop of work iterations.
const workSource = `package work

import "errors"

const work = %d

// Order is encoded as 8 bytes.
type Order struct{ ID uint64 }

func mix(id uint64) []byte {
	h := id
	for range work {
		h = (h ^ id>>3) * 1099511628211
	}
	b := make([]byte, 0, 16)
	for i := range 8 {
		b = append(b, byte(id>>(8*i)))
	}
	for i := range 8 {
		b = append(b, byte(h>>(8*i)))
	}
	return b
}

func (o *Order) MarshalBinary() ([]byte, error) { return mix(o.ID), nil }

func (o *Order) UnmarshalBinary(b []byte) error {
	o.ID = 0
	for i := range 8 {
		o.ID |= uint64(b[i]) << (8 * i)
	}
	if string(mix(o.ID)) != string(b) {
		return errors.New("broken")
	}
	return nil
}
`

// TestBaseRuns measures how often "bale compare -base -fail 3%" is right. It compares a commit with a copy of itself that differs in a
// comment, so that the programs differ, and with a copy that takes 5 % longer. It fails if equal code is reported as worse, or if less than
// 90 % of the 5 % changes are found.
func TestBaseRuns(t *testing.T) {
	if *baseRuns == 0 {
		t.Skip("it takes long: use -baseruns 30")
	}
	repo, out := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(repo, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/work\n\ngo 1.24\n")
	before := fmt.Sprintf(workSource, 1000)
	write("order.go", before)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = repo
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, text)
		}
	}
	t.Chdir(repo)
	alarms := map[string]int{}
	for run := range *baseRuns {
		for kind, text := range map[string]string{"equal": strings.Replace(before, "const work", "// A comment.\n\nconst work", 1), "changed": fmt.Sprintf(workSource, 1050)} {
			write("order.go", text)
			var stdout, stderr bytes.Buffer
			args := []string{"compare", "-base", "HEAD", "-fail", "3%", "-codecs", "own", "-seed", fmt.Sprint(run), "-o", filepath.Join(out, fmt.Sprint(kind, run)), "."}
			status := Main(t.Context(), args, &stdout, &stderr)
			t.Logf("%s %d: exit status %d\n%s", kind, run, status, stdout.String())
			switch {
			case status == exitFailed && strings.Contains(stderr.String(), "worse than HEAD by more than 3%"):
				alarms[kind]++
			case status != exitDone:
				t.Fatalf("exit status %d\n%s", status, stderr.String())
			}
		}
	}
	t.Logf("reported as worse: %d of %d comparisons of equal code, %d of %d of a 5 %% change", alarms["equal"], *baseRuns, alarms["changed"], *baseRuns)
	if alarms["equal"] > 0 || alarms["changed"] < (*baseRuns*9+9)/10 {
		t.Errorf("want none of the equal and 90 %% of the changed")
	}
}
