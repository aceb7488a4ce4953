package json_test

import "testing"

// TestDelayed runs the tests of package delayed, with unsafe code and without.
func TestDelayed(t *testing.T) { runBoth(t, "delayed", "unions.go", "unions_test.go") }
