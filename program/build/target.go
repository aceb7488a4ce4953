package build

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Target is the platform that runners are built for. The zero Target is this machine.
type Target struct{ GOOS, GOARCH string }

// Check returns an error if Go does not support the platform.
func (t Target) Check(ctx context.Context) error {
	out, err := Run(ctx, "", GoEnv(), nil, "go", "tool", "dist", "list")
	if err == nil && !slices.Contains(strings.Fields(string(out)), t.GOOS+"/"+t.GOARCH) {
		err = fmt.Errorf("there is no platform %s/%s: 'go tool dist list' lists the platforms of Go", t.GOOS, t.GOARCH)
	}
	return err
}

// env returns the environment variables for building for the target. Programs for packs are static.
func (t Target) env() []string {
	if t == (Target{}) {
		return nil
	}
	return []string{"GOOS=" + t.GOOS, "GOARCH=" + t.GOARCH, "CGO_ENABLED=0"}
}

// Key returns everything except sources that a program for the target depends on.
func (t Target) Key() string {
	parts := t.env()
	for _, name := range programSettings {
		parts = append(parts, fmt.Sprintf("%s=%q", name, GoSetting(name)))
	}
	return strings.Join(parts, " ")
}

// Program returns the file name of a program.
func (t Target) Program(name string) string {
	if t.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.FromSlash(name)
}
