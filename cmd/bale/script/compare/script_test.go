package compare

import (
	"testing"

	"bale/cmd/bale/script"
)

// TestScript runs the scripts that test bale compare.
func TestScript(t *testing.T) { script.Run(t) }
