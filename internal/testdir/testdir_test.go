package testdir

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNew checks that a test gets the same empty folders each time, and different ones while it runs.
func TestNew(t *testing.T) {
	var dirs [2][2]string
	for i := range dirs {
		t.Run("of a/test", func(t *testing.T) {
			for j := range dirs[i] {
				dir := New(t)
				if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
					t.Fatalf("it has files: %v, error %v", files, err)
				}
				if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
					t.Fatal(err)
				}
				dirs[i][j] = dir
			}
		})
		for _, dir := range dirs[i] {
			if _, err := os.Stat(dir); !os.IsNotExist(err) {
				t.Errorf("%s is left: %v", dir, err)
			}
		}
	}
	if dirs[0][0] == dirs[0][1] {
		t.Error("two folders of one test have the same path")
	}
}

// TestNewAgain checks that a folder has the path of one that a killed process has left, without its files.
func TestNewAgain(t *testing.T) {
	dir := New(t)
	left := filepath.Join(dir, "left")
	if err := os.WriteFile(left, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	release(dir)
	if again := New(t); again != dir {
		t.Errorf("got %s, then %s", dir, again)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("a file is left: %v", err)
	}
}

// TestLockedFolder checks that nobody waits for another process.
func TestLockedFolder(t *testing.T) {
	root := filepath.Join(t.TempDir(), "tests")
	first, err := lockedFolder(root)
	if err != nil || first != root {
		t.Fatalf("got %s, %v, want %s", first, err, root)
	}
	second, err := lockedFolder(root)
	if err != nil || second == root || filepath.Dir(second) != filepath.Dir(root) {
		t.Errorf("with a locked folder: got %s, %v", second, err)
	}
}
