package lab

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"bale/result"
)

// digestTree returns a hash of the sources in a module's folder: all files that a build may read, without hidden folders and test data.
// Files of other kinds count only if a source file has an embed directive, since they may be output of comparisons.
func digestTree(dir string) (string, error) {
	parts, others, embeds := map[string][]byte{}, map[string][]byte{}, false
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if path != dir && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || isResults(path)) {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(path) {
		case ".go", ".mod", ".sum", ".s", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".syso":
			parts[path], err = os.ReadFile(path)
			embeds = embeds || bytes.Contains(parts[path], []byte("//go:embed"))
		default:
			info, err := d.Info()
			if err != nil {
				return err
			}
			others[path] = []byte(info.ModTime().String())
		}
		return err
	})
	if embeds {
		maps.Copy(parts, others)
	}
	return digest(parts), err
}

// isResults reports whether dir is a results folder, which is not an input of builds.
func isResults(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, result.RoundsFile))
	return err == nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
