package build

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bale/codec"
)

// cxxSource writes source files of a tool, and returns a build of the tool.
func cxxSource(t *testing.T, files map[string]string) *cxxBuild {
	t.Helper()
	compiler, err := cxxCompiler()
	if err != nil {
		t.Skip(err)
	}
	b := &cxxBuild{compiler: compiler, source: t.TempDir(), note: func(string) {},
		tool: &codec.CXX{Name: "greet", Sources: []string{"src/*.cpp", "more/b.cc"}, Include: []string{"include", "."}, Standard: "c++17"}}
	for name, text := range files {
		if err := WriteFiles(b.source, map[string][]byte{name: []byte(text)}); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// make builds the tool in a folder of a cache, as cxxTool does.
func (b *cxxBuild) make(ctx context.Context, dir string) error {
	return once(dir, func(tmp string) error {
		b.tmp, b.objects = tmp, filepath.Join(tmp, "objects")
		return lastingToolError(b.build(ctx))
	})
}

var greeting = map[string]string{
	"src/a.cpp":       "#include <cstdio>\n#include \"greet.h\"\n#include \"more/b.h\"\nint main() { std::puts(text()); }\n",
	"more/b.cc":       "#include \"greet.h\"\nconst char *text() { return \"hello\"; }\n",
	"more/b.h":        "",
	"include/greet.h": "const char *text();\n",
}

func TestCXX(t *testing.T) {
	b := cxxSource(t, greeting)
	var notes []string
	b.note = func(text string) { notes = append(notes, text) }
	dir := filepath.Join(t.TempDir(), "tools", "key")
	if err := b.make(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(filepath.Join(dir, "greet")).Output()
	if err != nil || string(out) != "hello\n" {
		t.Errorf("the tool printed %q: %v", out, err)
	}
	if want := "greet: 0 of 2 C++ files, greet: 1 of 2 C++ files, greet: 2 of 2 C++ files"; strings.Join(notes, ", ") != want {
		t.Errorf("progress %q, want %s", notes, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "objects")); !os.IsNotExist(err) {
		t.Errorf("the object files are left: %v", err)
	}
}

// TestCXXFails: an error of the compiler names the file and is remembered, and a missing file is reported.
func TestCXXFails(t *testing.T) {
	b := cxxSource(t, greeting)
	b.tool.Sources = []string{"src/*.cpp", "more/c*.cc"}
	err := b.make(t.Context(), filepath.Join(t.TempDir(), "key"))
	if err == nil || !strings.HasSuffix(err.Error(), "has no file more/c*.cc") {
		t.Errorf("got %v", err)
	}
	b = cxxSource(t, greeting)
	bad := filepath.Join(b.source, "more", "b.cc")
	if err := os.WriteFile(bad, []byte("char *text() { return undefined; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "tools", "key")
	var lasting *lastingError
	if err := b.make(t.Context(), dir); !errors.As(err, &lasting) || !strings.Contains(err.Error(), "b.cc:1:") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(dir + ".failed"); err != nil {
		t.Error(err)
	}
}

func TestCXXCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CXX", "")
	if _, err := cxxCompiler(); err != errNoCompiler {
		t.Errorf("got %v", err)
	}
	dir := t.TempDir()
	for _, name := range []string{"clang++", "cache"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	for named, want := range map[string]string{"": "clang++", "cache g++ -m64": "cache g++ -m64", "missing": "", " ": ""} {
		t.Setenv("CXX", named)
		got, err := cxxCompiler()
		if text := strings.TrimPrefix(strings.Join(got, " "), dir+string(filepath.Separator)); text != want || (err == nil) != (want != "") {
			t.Errorf("CXX=%q: got %q, %v; want %q", named, text, err, want)
		}
	}
}
