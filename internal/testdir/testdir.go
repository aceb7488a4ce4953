// Package testdir gives tests folders that have the same paths in each run, so that the go command finds in its cache what it compiled there.
package testdir

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// New returns an empty folder for a test, which is removed at the end of the test. Its path is determined by the folder of the test's package, the
// test's name, and how many folders the test has already. Only a second process that tests the same package at the same time gets other paths.
//
// The go command's cache depends on the paths of sources. With the flag -trimpath it does not, but then the standard library is compiled a second
// time, which takes 50 to 70 s of processor time.
func New(t testing.TB) string {
	t.Helper()
	root, err := lock()
	if err != nil {
		t.Fatal(err)
	}
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|= `, r) {
			return '_'
		}
		return r
	}, t.Name())
	dir := numbered(filepath.Join(root, name))
	if err := os.RemoveAll(dir); err != nil { // a test that was killed has left it
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		release(dir)
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// Unoptimized makes the go commands of the test compile the packages of the current module without optimization, which takes half of the time.
// Programs that run longer than that are better off without it.
func Unoptimized(t testing.TB) {
	t.Helper()
	const flag = "'-gcflags=./...=-N -l'"
	if flags := os.Getenv("GOFLAGS"); !strings.Contains(flags, flag) {
		t.Setenv("GOFLAGS", strings.TrimSpace(flags+" "+flag))
	}
}

// lock returns the parent of the folders for the package under test, which no other process uses.
var lock = sync.OnceValues(func() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(dir))
	return lockedFolder(filepath.Join(os.TempDir(), fmt.Sprintf("bale-test-%d", os.Getuid()), fmt.Sprintf("%s-%x", filepath.Base(dir), sum[:4])))
})

// maxWait is how long to wait for the lock. Another process may hold it for hours, if its tests search for so long.
const maxWait = time.Second

// lockedFolder makes the folder root and locks it until the process ends. If another process has locked it, lockedFolder returns a new folder beside it.
func lockedFolder(root string) (string, error) {
	if err := os.MkdirAll(root, 0o777); err != nil {
		return "", err
	}
	locked := make(chan error, 1)
	go func() {
		unlock, err := lockedfile.MutexAt(filepath.Join(root, "lock")).Lock()
		unlocks.Store(root, unlock)
		locked <- err
	}()
	select {
	case err := <-locked:
		return root, err
	case <-time.After(maxWait):
		return os.MkdirTemp(filepath.Dir(root), filepath.Base(root)+"-")
	}
}

// unlocks keeps the locks, which the end of the process releases.
var unlocks sync.Map

// used has the folders of running tests.
var used = struct {
	sync.Mutex
	dirs map[string]bool
}{dirs: map[string]bool{}}

// numbered returns the path of a folder below dir that no running test has.
func numbered(dir string) string {
	used.Lock()
	defer used.Unlock()
	for i := 1; ; i++ {
		one := filepath.Join(dir, fmt.Sprintf("%03d", i))
		if !used.dirs[one] {
			used.dirs[one] = true
			return one
		}
	}
}

func release(dir string) {
	used.Lock()
	defer used.Unlock()
	delete(used.dirs, dir)
}
