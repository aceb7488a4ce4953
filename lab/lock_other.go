//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd

package lab

// lock does nothing: the syscall package has no file locks on this system.
func lock(dir string) (unlock func(), taken bool) { return func() {}, false }
