package directives

import (
	"testing"

	"bale/cmd/bale/script"
)

// TestScript runs the scripts that test directives: they generate code, compile it and run it.
func TestScript(t *testing.T) { script.Run(t) }
