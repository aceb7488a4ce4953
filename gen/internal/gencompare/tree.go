package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// command runs a program and returns its standard output without the last newline.
func command(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.String())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// baseCommit returns the commit to compare with: the one that the user names, else the merge base of HEAD and main, else, on main,
// the commit before HEAD.
func baseCommit(ctx context.Context, root, asked string) (string, error) {
	if asked == "" {
		branch, err := command(ctx, root, "git", "rev-parse", "--abbrev-ref", "HEAD")
		if err != nil {
			return "", err
		}
		if branch != "main" {
			return command(ctx, root, "git", "merge-base", "HEAD", "main")
		}
		asked = "HEAD~1"
	}
	return command(ctx, root, "git", "rev-parse", "--verify", "--quiet", "--end-of-options", asked+"^{commit}")
}

// buildCommit builds the bale command of a commit, in a temporary worktree.
func buildCommit(ctx context.Context, root, base, bin string) (err error) {
	commit, err := baseCommit(ctx, root, base)
	if err != nil {
		return fmt.Errorf("finding the commit to compare with; name one with -base: %w", err)
	}
	tree := bin + "-tree"
	defer func() {
		// Remove the worktree even if ctx was cancelled. prune removes an incomplete one.
		ctx := context.WithoutCancel(ctx)
		command(ctx, root, "git", "worktree", "remove", "--force", tree)
		os.RemoveAll(tree)
		command(ctx, root, "git", "worktree", "prune")
	}()
	if _, err := command(ctx, root, "git", "worktree", "add", "--quiet", "--detach", tree, commit); err != nil {
		return err
	}
	return build(ctx, tree, bin)
}

// build builds the bale command of a tree. With -trimpath, the build cache does not depend on the path of the tree.
func build(ctx context.Context, tree, bin string) error {
	_, err := command(ctx, tree, "go", "build", "-trimpath", "-buildvcs=false", "-o", bin, "./cmd/bale")
	return err
}
