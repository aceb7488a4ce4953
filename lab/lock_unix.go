//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lab

import (
	"errors"
	"os"
	"syscall"
)

// lock locks a folder for this process until unlock is called. taken means that another process holds the lock; unlock is nil then. On a
// file system without locks, lock does nothing.
//
// Package lockedfile of go-internal cannot do this. It only waits for a lock: a second comparison would hang until the first one ends instead of
// telling the user, and bale clean would wait for the comparison whose folder it has to leave alone. It also needs a file, and the folder that is
// locked here may have to stay empty.
func lock(dir string) (unlock func(), taken bool) {
	f, err := os.Open(dir)
	if err != nil {
		return func() {}, false
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		f.Close()
		return nil, true
	}
	return func() { f.Close() }, false
}
