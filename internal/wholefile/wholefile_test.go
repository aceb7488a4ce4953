package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// full is a file at path whose disk is full after a part of it has been written.
func full(path string) File {
	return File{path, 0o644, func(w io.Writer) error {
		_, err := io.WriteString(w, "torn")
		return errors.Join(err, syscall.ENOSPC)
	}}
}

func set(t *testing.T, path, text string, perm fs.FileMode) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, perm)); err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, path, text string, perm fs.FileMode) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != text {
		t.Errorf("%s holds %q, %v: want %q", filepath.Base(path), got, err, text)
	}
	if info, err := os.Lstat(path); err == nil && info.Mode() != perm && runtime.GOOS != "windows" {
		t.Errorf("%s has mode %v, want %v", filepath.Base(path), info.Mode(), perm)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// TestFullDisk checks that a disk that is full while any of several files is written leaves all files as they were, and no other files.
func TestFullDisk(t *testing.T) {
	for at := range 3 {
		dir := t.TempDir()
		old, other, missing := filepath.Join(dir, "old"), filepath.Join(dir, "other"), filepath.Join(dir, "missing")
		set(t, old, "old", 0o644)
		set(t, other, "other", 0o644)
		files := []File{Text(old, []byte("new"), 0o644), Text(missing, []byte("new"), 0o644), Text(other, []byte("new"), 0o644)}
		files[at] = full(files[at].Path)
		if err := Write(files...); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("full at file %d: got error %v", at, err)
		}
		want(t, old, "old", 0o644)
		want(t, other, "other", 0o644)
		if got := names(t, dir); !slices.Equal(got, []string{"old", "other"}) {
			t.Errorf("full at file %d: the folder holds %q", at, got)
		}
	}
}

// TestPermissions checks that an existing file keeps its permissions, and that a new file gets those that are asked for.
func TestPermissions(t *testing.T) {
	dir := t.TempDir()
	script, fresh := filepath.Join(dir, "script"), filepath.Join(dir, "fresh")
	set(t, script, "old", 0o751)
	if err := Write(Text(script, []byte("new"), 0o644), Text(fresh, []byte("new"), 0o600)); err != nil {
		t.Fatal(err)
	}
	want(t, script, "new", 0o751)
	want(t, fresh, "new", 0o600)
}

// TestReadOnly checks that a file that must not be written is not replaced.
func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	set(t, path, "old", 0o444)
	if writable(path) == nil {
		t.Skip("this user may write all files")
	}
	if err := Write(Text(path, []byte("new"), 0o644)); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got error %v", err)
	}
	want(t, path, "old", 0o444)
}

// TestLinks checks that symbolic links remain, and that what they lead to is written.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside")
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Mkdir(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"first": "second", "second": filepath.Join("inside", "file"), "dangling": filepath.Join("inside", "fresh"), "loop": "loop"} {
		if err := os.Symlink(to, path(from)); err != nil {
			t.Skip(err)
		}
	}
	set(t, filepath.Join(inside, "file"), "old", 0o640)
	if err := Write(Text(path("first"), []byte("new"), 0o644), Text(path("dangling"), []byte("new"), 0o644)); err != nil {
		t.Fatal(err)
	}
	want(t, filepath.Join(inside, "file"), "new", 0o640)
	want(t, filepath.Join(inside, "fresh"), "new", 0o644)
	if got := names(t, dir); !slices.Equal(got, []string{"dangling", "first", "inside", "loop", "second"}) {
		t.Errorf("the folder holds %q", got)
	}
	for _, name := range []string{"first", "second", "dangling"} {
		if info, err := os.Lstat(path(name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no longer a symbolic link: %v %v", name, info, err)
		}
	}
	if err := Write(Text(path("loop"), nil, 0o644)); err == nil {
		t.Error("a link to itself was written")
	}
}

// TestNotRegular checks that a pipe is written directly, and that a folder is not written.
func TestNotRegular(t *testing.T) {
	if _, err := os.Stat("/dev/fd"); err != nil {
		t.Skip(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(Text(fmt.Sprintf("/dev/fd/%d", w.Fd()), []byte("new"), 0o644)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if got, err := io.ReadAll(r); err != nil || string(got) != "new" {
		t.Errorf("got %q, %v", got, err)
	}
	if err := Write(Text(t.TempDir(), nil, 0o644)); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("for a folder, got %v", err)
	}
}

// TestLongName checks that a file may have the longest name that the file system allows.
func TestLongName(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("n", 255))
	if err := Write(Text(path, []byte("new"), 0o644)); err != nil {
		t.Fatal(err)
	}
	want(t, path, "new", 0o644)
}

// TestInterrupted checks that the files of an interrupted write are recognized.
func TestInterrupted(t *testing.T) {
	f, err := create(filepath.Join(t.TempDir(), "run.json"), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if name := filepath.Base(f.Name()); !Interrupted(name, "run.json") || Interrupted(name, "report.md") || Interrupted("run.json", "run.json") {
		t.Errorf("%s is taken for a file of another write", name)
	}
}
