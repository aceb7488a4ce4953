//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package memory

import "syscall"

func mapMemory(n int) (mem []byte, release func()) {
	mem, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	return mem, func() { _ = syscall.Munmap(mem) }
}
