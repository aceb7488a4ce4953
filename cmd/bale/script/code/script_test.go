package code

import (
	"testing"

	"bale/cmd/bale/script"
)

// TestScript runs the scripts that compile and run code that bale gen has written.
func TestScript(t *testing.T) { script.Run(t) }
