package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

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
		if err := WriteFiles(repo, map[string][]byte{name: []byte(text)}); err != nil {
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

	tree, err := l.CheckOut(t.Context(), "-base", filepath.Join(repo, "sub"), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(tree.Dir(), "a.go")); string(text) != "one" || err != nil {
		t.Errorf("a.go of the commit is %q, %v", text, err)
	}
	if now, err := os.ReadFile(filepath.Join(repo, ".git", "index")); string(now) != string(index) || err != nil {
		t.Errorf("the index has changed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(tree.tree, ".bale-index")); err == nil {
		t.Error("the index of the checkout is left over")
	}
	if again, err := l.CheckOut(t.Context(), "-base", repo, tree.Commit); err != nil || again.tree != tree.tree || again.Dir() != tree.tree {
		t.Errorf("again: %+v, %v", again, err)
	}
	for pattern, want := range map[string]string{"./x": "./x", "example.com/x": "example.com/x", repo + "/sub": tree.tree + "/sub", "/elsewhere": ""} {
		if got, err := tree.Pattern(pattern); got != want || (err == nil) != (want != "") {
			t.Errorf("pattern %s is %s, %v, want %s", pattern, got, err, want)
		}
	}
	if tree.Has(repo) || !tree.Has(tree.Dir()) {
		t.Error("has is wrong")
	}
	if _, err := l.CheckOut(t.Context(), "-base", repo, "nowhere"); err == nil || !strings.Contains(err.Error(), "name a commit") {
		t.Errorf("an unknown commit: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Builder{Cache: t.TempDir()}).CheckOut(ctx, "-base", repo, "HEAD"); err == nil {
		t.Error("no error after cancelling")
	}
}
