package build

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"bale/model"
)

// unpack writes the files of an archive to a new folder, and returns the folder.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestMergeMod(t *testing.T) {
	for _, c := range []struct {
		name      string
		user, sum string
		mod, pins string
		want      string
		wantSum   string
	}{
		{
			name: "nothing in common",
			user: "module m\n\ngo 1.24\n",
			mod:  "module balepins\n\ngo 1.22\n\nrequire example.com/a v1.0.0\n", pins: "a v1 h1:x=\n",
			want: "module m\n\ngo 1.24\n\nrequire example.com/a v1.0.0\n", wantSum: "a v1 h1:x=\n",
		}, {
			name: "the newer version of each module, releases before pre-releases",
			user: "module m\n\ngo 1.24\n\nrequire (\n\texample.com/a v1.2.0\n\texample.com/b v1.10.0\n\texample.com/c v1.0.0-rc1\n)\n",
			mod:  "module p\n\nrequire (\n\texample.com/a v1.10.0\n\texample.com/b v1.9.0\n\texample.com/c v1.0.0\n)\n",
			want: "module m\n\ngo 1.24\n\nrequire (\n\texample.com/a v1.10.0\n\texample.com/b v1.10.0\n\texample.com/c v1.0.0\n)\n",
		}, {
			name: "the go version of the pins",
			user: "module m\n\ngo 1.21\n",
			mod:  "module p\n\ngo 1.25.3\n",
			want: "module m\n\ngo 1.25.3\n",
		}, {
			name: "the go version of the harness",
			user: "module m\n\ngo 1.16\n",
			mod:  "module p\n\ngo 1.18\n",
			want: "module m\n\ngo 1.22\n",
		}, {
			name: "no go directive",
			user: "module m\n",
			mod:  "module p\n",
			want: "module m\n\ngo 1.22\n",
		}, {
			name: "sums of both, each once",
			user: "module m\n\ngo 1.24\n", sum: "b v1 h1:b=\na v1 h1:a=\n",
			mod: "module p\n", pins: "c v1 h1:c=\na v1 h1:a=\n",
			want: "module m\n\ngo 1.24\n", wantSum: "a v1 h1:a=\nb v1 h1:b=\nc v1 h1:c=\n",
		}, {
			name: "the user's replacements stay",
			user: "module m\n\ngo 1.24\n\nrequire example.com/a v1.0.0\n\nreplace example.com/a => /elsewhere\n",
			mod:  "module p\n\nrequire example.com/a v1.1.0\n",
			want: "module m\n\ngo 1.24\n\nrequire example.com/a v1.1.0\n\nreplace example.com/a => /elsewhere\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("GOWORK", "off")
			dir := unpack(t, "-- go.mod --\n"+c.user+"-- go.sum --\n"+c.sum)
			mod, sum, err := mergeMod(model.Module{Path: "m", Dir: dir, GoMod: filepath.Join(dir, "go.mod")}, c.mod, c.pins)
			if err != nil {
				t.Fatal(err)
			}
			if string(mod) != c.want {
				t.Errorf("go.mod is\n%s\nwant\n%s", mod, c.want)
			}
			if want := c.wantSum; string(sum) != want && !(want == "" && string(sum) == "\n") {
				t.Errorf("go.sum is\n%s\nwant\n%s", sum, want)
			}
		})
	}
}

func TestMergeModWorkspace(t *testing.T) {
	dir := unpack(t, `
-- go.work --
go 1.24

use (
	./a
	./sub/b
)

replace example.com/c => ./c
-- go.work.sum --
e v1 h1:e=
-- a/go.mod --
module example.com/a

go 1.24

require example.com/b v1.0.0
-- a/go.sum --
a v1 h1:a=
-- sub/b/go.mod --
module example.com/b

go 1.24

require example.com/d v1.0.0

replace (
	example.com/a => ../../old/a
	example.com/c => ../../old/c
	example.com/d => ../d
)
-- sub/b/go.sum --
b v1 h1:b=
a v1 h1:a=
`)
	module := model.Module{Path: "example.com/a", Dir: filepath.Join(dir, "a"), GoMod: filepath.Join(dir, "a", "go.mod")}
	plain := "module example.com/a\n\ngo 1.24\n\nrequire example.com/b v1.0.0\n"
	replaced := plain + "\nreplace example.com/c => " + filepath.Join(dir, "c") + "\n\nreplace example.com/d => " + filepath.Join(dir, "sub", "d") +
		"\n\nreplace example.com/b => " + filepath.Join(dir, "sub", "b") + "\n"
	for _, c := range []struct{ gowork, want, sum string }{
		{"", replaced, "a v1 h1:a=\nb v1 h1:b=\ne v1 h1:e=\n"},
		{filepath.Join(dir, "go.work"), replaced, "a v1 h1:a=\nb v1 h1:b=\ne v1 h1:e=\n"},
		{"off", plain, "a v1 h1:a=\n"},
	} {
		t.Setenv("GOWORK", c.gowork)
		mod, sum, err := mergeMod(module, "module p\n", "")
		if err != nil || string(mod) != c.want || string(sum) != c.sum {
			t.Errorf("GOWORK=%s: go.mod is\n%s\n%v, want\n%s\ngo.sum is\n%s", c.gowork, mod, err, c.want, sum)
		}
	}
}

// TestReplacements checks that the folders that replace modules are those of go.mod and of the workspace.
func TestReplacements(t *testing.T) {
	t.Setenv("GOWORK", "")
	dir := unpack(t, `
-- go.work --
go 1.24

use (
	./app
	./lib
)

replace example.com/e => ./e
-- app/go.mod --
module m

go 1.24

require example.com/a v1.0.0

replace example.com/a => ../a

replace example.com/b => example.com/c v1.2.0
-- lib/go.mod --
module lib
`)
	got, err := replacements(model.Module{Path: "m", Dir: filepath.Join(dir, "app"), GoMod: filepath.Join(dir, "app", "go.mod")})
	want := []string{filepath.Join(dir, "a"), filepath.Join(dir, "lib"), filepath.Join(dir, "e")}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
}
