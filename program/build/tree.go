package build

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"bale/result"
)

// A tree collects the inputs of builds in a module's folder.
type tree struct {
	parts  map[string][]byte // contents of source files
	others map[string][]byte // times of files of other kinds, which a directive may embed
	embeds []byte            // arguments of embed directives
	aside  []string          // folders without packages of the module: hidden ones, test data, and node_modules
}

// digestTree returns a hash of the sources in a module's folder: all files that a build may read. Files of other kinds count only if a source
// file has an embed directive, since they may be output of comparisons. Then test data counts, too, and folders that a directive names.
// Files that cannot be read count as empty: if the build needs them, it fails.
func digestTree(dir string) (string, error) {
	t := &tree{parts: map[string][]byte{}, others: map[string][]byte{}}
	if err := t.walk(dir); err != nil {
		return "", err
	}
	if len(t.embeds) == 0 {
		return digest(t.parts), nil
	}
	for _, folder := range t.aside {
		if name := filepath.Base(folder); name == testdata || bytes.Contains(t.embeds, []byte(name)) {
			if err := t.walkEmbedded(folder); err != nil {
				return "", err
			}
		}
	}
	maps.Copy(t.parts, t.others)
	return digest(t.parts), nil
}

const testdata = "testdata"

// embedded matches embed directives.
var embedded = regexp.MustCompile(`(?m)^//go:embed[ \t].*`)

// walk collects the files in the folder of a module.
func (t *tree) walk(dir string) error {
	return walkReadable(dir, func(path string, d fs.DirEntry) error {
		name := d.Name()
		if d.IsDir() {
			switch {
			case path == dir:
			case isResults(path):
				return filepath.SkipDir
			case strings.HasPrefix(name, ".") || name == testdata || name == "node_modules":
				t.aside = append(t.aside, path)
				return filepath.SkipDir
			}
			return nil
		}
		if isSource(name) {
			data, _ := os.ReadFile(path)
			t.parts[path] = data
			t.embeds = append(t.embeds, bytes.Join(embedded.FindAll(data, -1), nil)...)
			return nil
		}
		return t.other(path, d)
	})
}

// walkEmbedded collects the files in a folder without packages.
func (t *tree) walkEmbedded(dir string) error {
	return walkReadable(dir, func(path string, d fs.DirEntry) error {
		if d.IsDir() {
			return nil
		}
		return t.other(path, d)
	})
}

// other collects a file that is not a source file.
func (t *tree) other(path string, d fs.DirEntry) error {
	info, err := d.Info()
	if err == nil {
		t.others[path] = []byte(info.ModTime().String())
	}
	return unlessUnreadable(err)
}

// isSource reports whether the go command reads a file of this name as source.
func isSource(name string) bool {
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return false // such as the lock files of Emacs
	}
	switch filepath.Ext(name) {
	case ".go", ".mod", ".sum", ".s", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".syso":
		return true
	}
	return false
}

// walkReadable is filepath.WalkDir without the folders that this process cannot read.
func walkReadable(dir string, found func(path string, d fs.DirEntry) error) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return unlessUnreadable(err)
		}
		return found(path, d)
	})
}

// unlessUnreadable returns err, or nil if it says that a file does not exist or must not be read.
func unlessUnreadable(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// isResults reports whether dir is a results folder, which is not an input of builds.
func isResults(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, result.RoundsFile))
	return err == nil
}
