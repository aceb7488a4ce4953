package lock

import (
	"testing"

	"bale/cmd/bale/script"
)

// TestScript runs the scripts that test bale.lock: layouts, versions and changes of types.
func TestScript(t *testing.T) { script.Run(t) }
