//go:build unix

package wholefile

import (
	"io/fs"
	"os"
	"syscall"
)

// chown gives w the owner and the group of the old file. It ignores an error: only root may give a file away.
func chown(w *os.File, old fs.FileInfo) {
	if stat, ok := old.Sys().(*syscall.Stat_t); ok {
		_ = w.Chown(int(stat.Uid), int(stat.Gid))
	}
}
