package gen

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // a quarter of the time would be the collector's
	}
	os.Exit(m.Run())
}
