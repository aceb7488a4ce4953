package version

import (
	"runtime/debug"
	"testing"

	"golang.org/x/mod/semver"
)

// TestString checks that the version is one that the go command accepts, with and without a commit.
func TestString(t *testing.T) {
	for _, c := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, Number},
		{[]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}, {Key: "vcs.revision", Value: "370ade1b3c4d5e6f708192a3b4c5d6e7f8091a2b"}}, Number + "+370ade1b3c4d"},
	} {
		if got := withCommit(c.settings); got != c.want || !semver.IsValid(got) {
			t.Errorf("%v: got %s, want %s", c.settings, got, c.want)
		}
	}
	if got := String(); !semver.IsValid(got) {
		t.Errorf("String returned %q", got)
	}
}
