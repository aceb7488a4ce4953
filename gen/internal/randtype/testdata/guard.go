//go:build linux

package PACKAGE_test

import "syscall"

// init sets guarded.
func init() {
	page := syscall.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, 66*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	for _, at := range []int{0, 65 * page} {
		if err := syscall.Mprotect(memory[at:at+page], syscall.PROT_NONE); err != nil {
			panic(err)
		}
	}
	guarded = memory[page : 65*page]
}
