package model

import (
	"slices"
	"testing"
)

// TestCompilerEnv checks that the user's GOGC is kept.
func TestCompilerEnv(t *testing.T) {
	t.Setenv("GOGC", "")
	if env := CompilerEnv([]string{"A=1"}); !slices.Equal(env, []string{"A=1", compilerGOGC}) {
		t.Errorf("without a setting: %q", env)
	}
	t.Setenv("GOGC", "50")
	if env := CompilerEnv([]string{"GOGC=50"}); !slices.Equal(env, []string{"GOGC=50"}) {
		t.Errorf("with a setting: %q", env)
	}
}
