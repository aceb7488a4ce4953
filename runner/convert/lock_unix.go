//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package convert

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks a file until it is closed. It is an error if another process has locked it. On a file system without locks, it does nothing.
func lockFile(f *os.File) error {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return errors.New("another process is at work on the conversion: wait until it ends")
	}
	return nil
}
