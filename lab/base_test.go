package lab

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bale/measure"
	"bale/result"
)

// TestSideBySide checks that cells that are compared with each other become neighbours, and that their order among themselves stays random.
func TestSideBySide(t *testing.T) {
	var cells []*planned
	for _, codec := range []string{"a", "b", "c"} {
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			for _, suffix := range []string{"", baseSuffix, controlSuffix} {
				cells = append(cells, &planned{Cell: measure.Cell{Shape: "s", Codec: codec + suffix, Op: op}, base: codec})
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	first := map[string]int{} // number of times that each of the three comes first
	for range 300 {
		r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		sideBySide(cells)
		for i := 0; i < len(cells); i += 3 {
			for _, c := range cells[i : i+3] {
				if c.base != cells[i].base || c.Op != cells[i].Op {
					t.Fatalf("%v is next to %v", cells[i].Cell, c.Cell)
				}
			}
			first[strings.TrimPrefix(cells[i].Codec, cells[i].base)]++
		}
	}
	for suffix, n := range first {
		if n < 500 || n > 700 { // of 1,800
			t.Errorf("%q comes first %d times, want about 600", suffix, n)
		}
	}
}

// TestPaired checks that an epoch has four rounds, and that there is at least one epoch.
func TestPaired(t *testing.T) {
	for _, c := range []struct {
		effort                result.Effort
		rounds                int
		wantRounds, wantEpoch int
	}{{Default, 0, 240, 60}, {Quick, 0, 80, 20}, {Thorough, 0, 480, 120}, {Default, 10, 10, 2}, {Default, 1, 1, 1}} {
		if e := Paired(c.effort, c.rounds); e.Rounds != c.wantRounds || e.Epochs != c.wantEpoch || e.BlockMillis != c.effort.BlockMillis {
			t.Errorf("%s, %d rounds: %+v", c.effort.Name, c.rounds, e)
		}
	}
}

// TestCheckOut checks that a commit's files are written into the cache once, and that the repository and its index do not change.
func TestCheckOut(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	repo, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l := &Builder{Cache: t.TempDir()}
	do := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		cmd.Dir = repo
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := writeFiles(repo, map[string][]byte{name: []byte(text)}); err != nil {
			t.Fatal(err)
		}
	}
	do("init", "-q")
	write("sub/a.go", "one")
	write(".gitattributes", "sub export-ignore\n")
	do("add", ".")
	do("commit", "-q", "-m", "one")
	write("sub/a.go", "two")
	do("add", ".") // staged, and then changed again
	write("sub/a.go", "three")
	index, err := os.ReadFile(filepath.Join(repo, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}

	tree, err := l.checkOut(t.Context(), filepath.Join(repo, "sub"), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(tree.dir(), "a.go")); string(text) != "one" || err != nil {
		t.Errorf("a.go of the commit is %q, %v", text, err)
	}
	if now, err := os.ReadFile(filepath.Join(repo, ".git", "index")); string(now) != string(index) || err != nil {
		t.Errorf("the index has changed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(tree.tree, ".bale-index")); err == nil {
		t.Error("the index of the checkout is left over")
	}
	if again, err := l.checkOut(t.Context(), repo, tree.commit); err != nil || again.tree != tree.tree || again.dir() != tree.tree {
		t.Errorf("again: %+v, %v", again, err)
	}
	for pattern, want := range map[string]string{"./x": "./x", "example.com/x": "example.com/x", repo + "/sub": tree.tree + "/sub", "/elsewhere": ""} {
		if got, err := tree.pattern(pattern); got != want || (err == nil) != (want != "") {
			t.Errorf("pattern %s is %s, %v, want %s", pattern, got, err, want)
		}
	}
	if tree.has(repo) || !tree.has(tree.dir()) {
		t.Error("has is wrong")
	}
	if _, err := l.checkOut(t.Context(), repo, "nowhere"); err == nil || !strings.Contains(err.Error(), "name a commit") {
		t.Errorf("an unknown commit: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Builder{Cache: t.TempDir()}).checkOut(ctx, repo, "HEAD"); err == nil {
		t.Error("no error after cancelling")
	}
}

// TestBase checks that codecs whose programs differ are measured from both commits, equally often, and that an interrupted comparison can be
// resumed.
func TestBase(t *testing.T) {
	dir := t.TempDir()
	comparison := func(run *result.Run) *Comparison {
		c := &Comparison{Dir: dir, Run: run, old: fakes(t, "s", "a", "json", "error.prove")}
		program, err := os.ReadFile(c.old[0].Runner.Path)
		if err != nil {
			t.Fatal(err)
		}
		other := filepath.Join(t.TempDir(), "other") // the same program with an unused byte at the end
		if err := os.WriteFile(other, append(program, 0), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, 2} {
			c.old[i].Runner.Path, c.old[i].Runner.Hash = other, c.old[i].Codec.Name+" of the commit"
		}
		return c
	}
	built := func() []*Built { return fakes(t, "s", "a", "json", "good") }
	run := NewRun(result.Config{Effort: result.Effort{Rounds: 12, Epochs: 3}, Modes: []measure.Mode{measure.DefaultMode}}, 1)
	run.Base = &result.Base{Ref: "main", Commit: "c0ffee"}
	ctx, cancel := context.WithCancel(t.Context())
	l := &Lab{Cache: t.TempDir(), Progress: &canceller{at: "round 5 of 12", cancel: cancel}}
	c := comparison(run)
	if err := measureFakes(ctx, c, l, built()); err == nil {
		t.Fatal("not interrupted")
	}
	if err := c.save(); err != nil {
		t.Fatal(err)
	}
	c = comparison(loaded(t, dir).Run)
	if err := measureFakes(t.Context(), c, &Lab{Cache: l.Cache}, built()); err != nil {
		t.Fatal(err)
	}
	_, rounds, err := result.LoadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for codec, want := range map[string]int{"a": 12, "a@base": 12, "json": 12, "json@control": 12, "json@base": 0, "good": 6, "error.prove@base": 0} {
		for _, op := range []measure.Op{measure.Encode, measure.Decode} {
			if n := len(rounds.Blocks[measure.Cell{Shape: "s", Codec: codec, Op: op, Mode: measure.DefaultMode}]); n != want {
				t.Errorf("%d rounds of %s %s, want %d", n, codec, op, want)
			}
		}
	}
	b := c.Run.Base
	if strings.Join(b.Same, " ") != "json" || strings.Join(b.Gone, " ") != "s error.prove" || strings.Join(b.New, " ") != "s good" || len(b.Changed) > 0 {
		t.Errorf("%+v", b)
	}
}
