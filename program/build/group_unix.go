//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package build

import (
	"os/exec"
	"syscall"
)

// killGroup makes the context of cmd kill the processes that cmd has started, too.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
