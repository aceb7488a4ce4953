package gen

import (
	"testing"

	"bale/cmd/bale/script"
)

// TestScript runs the scripts that test bale gen: its flags, errors, files and lock file.
func TestScript(t *testing.T) { script.Run(t) }
