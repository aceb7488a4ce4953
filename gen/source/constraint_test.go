package source

import (
	"go/parser"
	"go/token"
	"testing"
)

// TestConstraintOf checks that a file's constraint combines its name and its //go:build line.
func TestConstraintOf(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"order.go", "package p", ""},
		{"linux.go", "package p", ""},
		{"order_linux.go", "package p", "linux"},
		{"order_unix.go", "package p", ""},
		{"order_arm64.go", "package p", "arm64"},
		{"order_linux_arm64.go", "package p", "linux && arm64"},
		{"order_arm64_linux.go", "package p", "linux"},
		{"order.go", "//go:build unix\n\npackage p", "unix"},
		{"order_amd64.go", "// A comment.\n\n//go:build linux || darwin\n\n// Package p.\npackage p", "(linux || darwin) && amd64"},
		{"order_amd64.go", "//go:build !cgo\n\npackage p", "!cgo && amd64"},
		{"order.go", "package p\n\n//go:build unix\n", ""},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), c.name, c.text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := ConstraintOf("/folder_linux/"+c.name, file); got != c.want {
			t.Errorf("%s with %q: got %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// TestAtLeast checks that a constraint never selects an older language version than the generated code needs.
func TestAtLeast(t *testing.T) {
	for text, want := range map[string]string{
		"linux":                  "linux",
		"go1.18":                 "go1.18 && go1.22",
		"go1.18 || go1.19":       "(go1.18 || go1.19) && go1.22",
		"linux && go1.9":         "linux && go1.9 && go1.22",
		"linux || go1.18":        "linux || go1.18",
		"go1.22":                 "go1.22",
		"go1.25 && !go1.18":      "go1.25 && !go1.18",
		"(linux && cgo) || unix": "(linux && cgo) || unix",
	} {
		if got := AtLeast(text, "go1.22"); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
