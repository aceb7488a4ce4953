package gen

import (
	"testing"

	"bale/cmd/bale/script"
)

// TestScript runs the scripts that test bale gen: its flags, errors and files.
func TestScript(t *testing.T) { script.Run(t) }
