package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A checkout is a copy of a commit's files in the cache. Its path and its files are the same in every run, so that runners built from it
// are found in the cache. The repository is only read: no worktree is registered in it.
type checkout struct {
	*commit
	tree string // folder with the commit's files
}

// A commit is a commit of the repository that a folder is in.
type commit struct {
	Top    string // top folder of the repository
	inside string // the folder, relative to top, with slashes
	Commit string // full hash
	flag   string // that asked for it
}

// CheckOut copies a commit into the cache. dir is a folder in the repository, and ref is any name that git accepts for the commit. The flag is for
// errors.
func (b *Builder) CheckOut(ctx context.Context, flag, dir, ref string) (*checkout, error) {
	r, err := findCommit(ctx, flag, dir, ref)
	if err != nil {
		return nil, err
	}
	c := &checkout{r, filepath.Join(b.Cache, "trees", digest(map[string][]byte{"commit": []byte(r.Commit)}))}
	return c, once(c.tree, func(tmp string) error {
		index := filepath.Join(tmp, ".bale-index") // so that the repository's index does not change
		defer os.Remove(index)
		env := "GIT_INDEX_FILE=" + index
		if _, err := git(ctx, r.Top, env, "read-tree", r.Commit); err != nil {
			return err
		}
		_, err := git(ctx, r.Top, env, "checkout-index", "--all", "--prefix="+tmp+string(filepath.Separator))
		return err
	})
}

// findCommit returns a commit of the repository that the folder dir is in. ref and flag are as for [Builder.CheckOut].
func findCommit(ctx context.Context, flag, dir, ref string) (*commit, error) {
	out, err := git(ctx, dir, withoutLocks, "rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		return nil, fmt.Errorf("%s needs a git repository: %w", flag, err)
	}
	top, inside, _ := strings.Cut(out, "\n")
	hash, err := git(ctx, dir, withoutLocks, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%s: the repository in %s has no commit %q: name a commit, branch or tag%s", flag, top, ref, shallowHint(ctx, dir))
	}
	return &commit{top, inside, hash, flag}, nil
}

// shallowHint returns what to do if the repository in dir has only a part of its commits.
func shallowHint(ctx context.Context, dir string) string {
	if out, err := git(ctx, dir, withoutLocks, "rev-parse", "--is-shallow-repository"); err != nil || out != "true" {
		return ""
	}
	return "; the repository is a shallow clone, and 'git fetch --unshallow --tags' adds earlier commits"
}

// Dir returns the folder of the checkout that corresponds to the working folder.
func (c *checkout) Dir() string { return filepath.Join(c.tree, filepath.FromSlash(c.inside)) }

// Pattern returns the package pattern for the checkout. It converts an absolute path, which is in the working tree, to one in the checkout.
func (c *checkout) Pattern(pattern string) (string, error) {
	if !filepath.IsAbs(pattern) {
		return pattern, nil
	}
	rel, err := filepath.Rel(c.Top, pattern)
	if err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s: %s is not in the repository in %s", c.flag, pattern, c.Top)
	}
	return filepath.Join(c.tree, rel), nil
}

// Has reports whether a folder is in the checkout.
func (c *checkout) Has(dir string) bool {
	rel, err := filepath.Rel(c.tree, dir)
	return err == nil && filepath.IsLocal(rel)
}

// withoutLocks is an environment variable for git commands that only read.
const withoutLocks = "GIT_OPTIONAL_LOCKS=0"

// git runs git in dir, with an additional environment variable, and returns its output without the final newline.
func git(ctx context.Context, dir, env string, args ...string) (string, error) {
	out, err := Run(ctx, dir, append(os.Environ(), env), nil, "git", args...)
	return strings.TrimSuffix(string(out), "\n"), err
}
