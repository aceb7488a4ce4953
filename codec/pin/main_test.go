package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"bale/codec"
)

// TestUpdate brings pins to the newest versions that a proxy in a folder serves. Module lib has a newer version, which requires another module. The
// newer version of broken does not compile, and kept has a reason to stay.
func TestUpdate(t *testing.T) {
	proxy(t, map[string]string{
		"example.org/lib@v1.0.0":    "",
		"example.org/lib@v1.1.0":    `import _ "example.org/below"`,
		"example.org/below@v0.1.0":  "",
		"example.org/broken@v1.0.0": "",
		"example.org/broken@v1.1.0": "var n int = true",
		"example.org/kept@v1.0.0":   "",
		"example.org/kept@v1.1.0":   "",
	})
	const mod = `module balepins

go 1.22

require (
	example.org/broken v1.0.0
	example.org/kept v1.0.0 // kept: the rows need it
	example.org/lib v1.0.0
)
`
	variants := func(names ...string) (list []*codec.Variant) {
		for _, name := range names {
			list = append(list, &codec.Variant{Name: name})
		}
		return list
	}
	paths := []string{"example.org/broken", "example.org/kept", "example.org/lib"}
	codecs := []*codec.Codec{
		{Name: "one", Folder: "shared", Mod: mod, Packages: paths, Variants: variants("fast", "safe")},
		{Name: "two", Folder: "shared", Mod: mod, Packages: paths, Variants: variants("")},
		{Name: "std", Variants: variants("")},
	}
	top := t.TempDir()
	folder := filepath.Join(top, "codec", "shared")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}

	var out strings.Builder
	p := &pinner{top: top, out: &out}
	if err := p.pinAll(codecs, nil); err != nil {
		t.Fatal(err)
	}
	if got := read(t, folder, "pins.mod"); got != mod || out.Len() > 0 {
		t.Errorf("without an update, pins.mod is\n%s\nand the output %q", got, out.String())
	}

	p.update = true
	if err := p.pinAll(codecs, []string{"two"}); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(mod, "lib v1.0.0", "lib v1.1.0", 1) + "\nrequire example.org/below v0.1.0 // indirect\n"
	if got := read(t, folder, "pins.mod"); got != want {
		t.Errorf("pins.mod is\n%s\nwant\n%s", got, want)
	}
	sums := read(t, folder, "pins.sum")
	for _, pinned := range []string{"lib v1.1.0 h1:", "below v0.1.0 h1:", "broken v1.0.0 h1:", "kept v1.0.0 h1:"} {
		if !strings.Contains(sums, "example.org/"+pinned) {
			t.Errorf("pins.sum has no sum of %s:\n%s", pinned, sums)
		}
	}
	for _, line := range []string{
		"example.org/lib v1.0.0 -> v1.1.0 (rows one/fast,one/safe,two)\n",
		"example.org/broken stays at v1.0.0 (rows one/fast,one/safe,two): go build",
	} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("the output has no line %q:\n%s", line, out.String())
		}
	}
	if lines := strings.Count(out.String(), "\n"); lines != 2 {
		t.Errorf("%d lines of output, want 2:\n%s", lines, out.String())
	}

	if err := p.pinAll(codecs, []string{"three"}); err == nil || !strings.Contains(err.Error(), "three") {
		t.Errorf("for a name that is none of a codec: %v", err)
	}
}

// proxy makes the go command take modules from a folder. modules maps each version to the declarations of its only package.
func proxy(t *testing.T, modules map[string]string) {
	t.Helper()
	root := t.TempDir()
	for version, code := range modules {
		path, number, _ := strings.Cut(version, "@")
		source := t.TempDir()
		mod := "module " + path + "\n\ngo 1.22\n"
		if strings.Contains(code, "example.org/below") {
			mod += "\nrequire example.org/below v0.1.0\n"
		}
		write(t, source, "go.mod", mod)
		write(t, source, "code.go", "package "+filepath.Base(path)+"\n\n"+code+"\n")
		dir := filepath.Join(root, filepath.FromSlash(path), "@v")
		write(t, dir, number+".mod", mod)
		write(t, dir, number+".info", `{"Version":"`+number+`"}`)
		packed, err := os.Create(filepath.Join(dir, number+".zip"))
		if err != nil {
			t.Fatal(err)
		}
		if err := zip.CreateFromDir(packed, module.Version{Path: path, Version: number}, source); err != nil {
			t.Fatal(err)
		}
		if err := packed.Close(); err != nil {
			t.Fatal(err)
		}
		list, err := os.OpenFile(filepath.Join(dir, "list"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := list.WriteString(number + "\n"); err != nil {
			t.Fatal(err)
		}
		if err := list.Close(); err != nil {
			t.Fatal(err)
		}
	}
	cache := t.TempDir()
	t.Cleanup(func() { // the go command makes the folders of modules read-only
		err := filepath.WalkDir(cache, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				err = os.Chmod(path, 0o777)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(root))
	t.Setenv("GOMODCACHE", cache)
	t.Setenv("GONOPROXY", "none")
	t.Setenv("GOSUMDB", "off")
	t.Setenv("GOTOOLCHAIN", "local")
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
