package command

import (
	"testing"

	"bale/cmd/bale/script"
)

// TestScript runs the scripts that test the commands list, model, report, pack, clean and help, and errors of all commands.
func TestScript(t *testing.T) { script.Run(t) }
