package lab

import (
	"strings"
	"testing"

	"bale/program/build"
	"bale/result"
)

func TestSlowFlag(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"", ""},
		{"-mod=mod -trimpath -tags=race -gcflags=-m", ""},
		{"-tags=x -race", "-race"},
		{"--race=true", "--race=true"},
		{"-race=false -asan=0", ""},
		{"-race=false -cover", "-cover"},
		{"-gcflags=all=-N", "-gcflags=all=-N"},
		{"-gcflags=-l", "-gcflags=-l"},
	} {
		if got := slowFlag(c.flags); got != c.want {
			t.Errorf("slowFlag(%q) = %q, want %q", c.flags, got, c.want)
		}
	}
}

func runnersOf(versions ...string) []*build.Built {
	list := []*build.Built{{}} // one that could not be built
	for _, v := range versions {
		list = append(list, &build.Built{Runner: &build.Runner{Go: v, GOOS: "linux", GOARCH: "386"}})
	}
	return list
}

// TestSetProgram checks that results have the Go version and the platform of the runners.
func TestSetProgram(t *testing.T) {
	for _, c := range []struct {
		versions []string
		want     string
	}{
		{nil, "go1.2 other/arch"},
		{[]string{"go1.27.3"}, "go1.27.3 linux/386"},
		{[]string{"go1.27.3", "go1.27.3-X:jsonv2"}, "go1.27.3 linux/386"},
		{[]string{"go1.27.3-X:jsonv2"}, "go1.27.3-X:jsonv2 linux/386"},
		{[]string{"go1.27.3-X:a,b", "go1.27.3-X:a,b,jsonv2"}, "go1.27.3-X:a,b linux/386"},
		{[]string{"go1.27.3", "go1.26.8", "go1.27.3"}, "go1.26.8, go1.27.3 linux/386"},
	} {
		env := result.Environment{Go: "go1.2", GOOS: "other", GOARCH: "arch"}
		setProgram(&env, runnersOf(c.versions...))
		if got := env.Go + " " + env.GOOS + "/" + env.GOARCH; got != c.want {
			t.Errorf("for %q, got %s, want %s", c.versions, got, c.want)
		}
	}
}

// TestCheckProgram checks that a run is not resumed with another Go or on another platform.
func TestCheckProgram(t *testing.T) {
	run := &result.Run{Environment: result.Environment{Go: "go1.27.3", GOOS: "linux", GOARCH: "386"}}
	if err := checkProgram(run, runnersOf("go1.27.3")); err != nil {
		t.Error(err)
	}
	if err := checkProgram(run, runnersOf("go1.26.8")); err == nil || !strings.Contains(err.Error(), "built with go1.27.3 for linux/386, and are built with go1.26.8") {
		t.Errorf("another Go: %v", err)
	}
	run.Environment.GOARCH = "amd64"
	if checkProgram(run, runnersOf("go1.27.3")) == nil {
		t.Error("another processor is no error")
	}
}
