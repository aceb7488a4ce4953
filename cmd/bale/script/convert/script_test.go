package convert

import (
	"testing"

	"bale/cmd/bale/script"
)

// TestScript runs the scripts that test bale convert.
func TestScript(t *testing.T) { script.Run(t) }
