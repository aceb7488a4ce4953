//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd

package lab

// lock does nothing: the syscall package of this system has no locks.
func lock(dir string) (unlock func(), taken bool) { return func() {}, false }
