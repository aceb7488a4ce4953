package build

import (
	"context"
	"path"
	"strings"
)

// FileAt returns the content of the file name in dir at a commit of dir's repository, or nil if the commit does not have it. ref and flag are as for
// [Builder.CheckOut].
func FileAt(ctx context.Context, flag, dir, ref, name string) ([]byte, error) {
	r, err := findCommit(ctx, flag, dir, ref)
	if err != nil {
		return nil, err
	}
	file := path.Join(r.inside, name)
	if list, err := filesBelow(ctx, r, file); err != nil || len(list) == 0 {
		return nil, err
	}
	return Run(ctx, r.Top, nil, nil, "git", "cat-file", "blob", r.Commit+":"+file)
}

// FoldersWith returns the folders at and below dir that have the file name at a commit of dir's repository, relative to dir.
func FoldersWith(ctx context.Context, flag, dir, ref, name string) ([]string, error) {
	r, err := findCommit(ctx, flag, dir, ref)
	if err != nil {
		return nil, err
	}
	files, err := filesBelow(ctx, r, r.inside)
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, file := range files {
		if path.Base(file) == name {
			inside := strings.TrimPrefix(path.Dir(file), strings.TrimSuffix(r.inside, "/"))
			folders = append(folders, path.Clean(strings.TrimPrefix(inside, "/")))
		}
	}
	return folders, nil
}

// filesBelow returns the files of a commit at and below a path, relative to the top folder of the repository.
func filesBelow(ctx context.Context, r *commit, path string) ([]string, error) {
	args := []string{"--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", "--name-only", r.Commit}
	if path != "" {
		args = append(args, "--", path)
	}
	out, err := git(ctx, r.Top, withoutLocks, args...)
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 }), err
}
