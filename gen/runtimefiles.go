package gen

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"bale/gen/runtime"
	"bale/gen/source"
	"bale/internal/version"
	"bale/model"
)

// A Runtime has the packages in runtime.Folder of a module that generated files import. The outputs of all packages of the module have the same one.
type Runtime struct {
	Dir   string // absolute
	Files []File
	Stale []string // files to delete, which an earlier version of bale has written
}

// addRuntimes sets the field Runtime of the outputs with generated tests.
func addRuntimes(r *Request, targets []*target, outputs []*Output) error {
	made := map[string]*Runtime{}
	for i, t := range targets {
		if outputs[i].Err != nil || !t.writesTests() {
			continue
		}
		dir := t.src.Module.Dir
		if made[dir] == nil {
			rt, err := newRuntime(dir)
			if err != nil {
				return err
			}
			if err := rt.checkVersion(r, dir); err != nil {
				return err
			}
			made[dir] = rt
		}
		outputs[i].Runtime = made[dir]
	}
	return nil
}

// runtimePath returns the import path of a package of the runtime in a module.
func runtimePath(m model.Module, folder string) string {
	return path.Join(m.Path, runtime.Folder, folder)
}

// newRuntime returns the runtime of the module in a folder. It returns an error if files that bale did not write are in its place.
func newRuntime(module string) (*Runtime, error) {
	rt := &Runtime{Dir: filepath.Join(module, filepath.FromSlash(runtime.Folder))}
	list, err := runtime.Packages(version.Number, runtime.Tests)
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		rt.Files = append(rt.Files, File{filepath.Join(rt.Dir, filepath.FromSlash(f.Path)), f.Text})
	}
	folder := filepath.Join(rt.Dir, runtime.Tests)
	onDisk, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	for _, entry := range onDisk {
		if filepath.Ext(entry.Name()) != ".go" {
			continue
		}
		file := filepath.Join(folder, entry.Name())
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if runtime.VersionOf(text) == "" {
			return nil, fmt.Errorf("%s was not written by bale, which keeps the package that generated tests import in its folder: move the file", file)
		}
		if !slices.ContainsFunc(rt.Files, func(f File) bool { return f.Path == file }) {
			rt.Stale = append(rt.Stale, file)
		}
	}
	return rt, nil
}

// checkVersion returns an error if the runtime on disk is of another version and the request is not for all packages of the module: the generated files
// of the others would no longer compile.
func (rt *Runtime) checkVersion(r *Request, module string) error {
	all := r.Pattern == "./..." && source.SameFolder(r.Dir, module)
	for _, f := range rt.Files {
		text, err := os.ReadFile(f.Path)
		if old := runtime.VersionOf(text); err == nil && old != version.Number && !all {
			return fmt.Errorf("%s was written by bale %s, and this is bale %s: run bale gen ./... in %s, which generates the code of all packages with one version", rt.Dir, old, version.Number, module)
		}
	}
	return nil
}
