// Package slow is for tests that take long. They run only with BALE_TEST=slow in the environment: BALE_TEST=slow go test ./... runs all tests.
//
// It is a variable and not a flag, because go test fails with a flag in each package whose tests do not define it.
package slow

import (
	"fmt"
	"os"
	"testing"
)

// Enabled reports whether tests do what takes long, too. It reads the environment at each call: go test then knows that the result of a test depends on
// the variable, and does not take another one from its cache.
func Enabled() bool {
	switch value := os.Getenv("BALE_TEST"); value {
	case "":
		return false
	case "slow":
		return true
	default:
		panic(fmt.Sprintf("BALE_TEST=%s: the only value is slow", value))
	}
}

// Only skips a test, or a part of one, unless slow tests are enabled. why says what takes long.
func Only(t testing.TB, why string) {
	t.Helper()
	if !Enabled() {
		t.Skip(why + ": run it with BALE_TEST=slow")
	}
}
