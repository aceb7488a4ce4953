package model

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// goTemp returns the folder in which the go command makes its folders of temporary files, or "" for that of the system. Package packages kills the go
// command one second after an interrupt, so that it cannot always remove them.
var goTemp = sync.OnceValue(func() string {
	out, _ := exec.Command("go", "env", "GOTMPDIR").Output()
	return strings.TrimSpace(string(out))
})

// interruptDelay is the time that a program has to end after an interrupt, before it is killed. The go command waits for the compilers that it has
// started, and then removes its temporary files.
const interruptDelay = 10 * time.Second

// Interrupted makes the end of cmd's context interrupt the program, so that it can remove its temporary files, and returns cmd. Without this, the end of
// the context kills it.
func Interrupted(cmd *exec.Cmd) *exec.Cmd {
	cmd.WaitDelay = interruptDelay
	cmd.Cancel = func() error {
		if cmd.Process.Signal(os.Interrupt) == nil {
			return nil
		}
		return cmd.Process.Kill() // this system has no interrupts
	}
	return cmd
}
