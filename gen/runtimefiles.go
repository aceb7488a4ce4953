package gen

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bale/gen/runtime"
	"bale/gen/source"
	"bale/internal/version"
	"bale/model"
)

// A Runtime has the packages of a module that generated files import, and that bale gen writes into a folder of the module. The outputs of all packages of
// the module have the same one.
type Runtime struct {
	Dir   string // absolute
	Files []File
	Stale []string // files to delete, which an earlier version of bale has written

	module  model.Module
	folders []string // of the packages
}

// runtimeFolder returns the folder of the runtime's packages in a module.
func (r *Request) runtimeFolder() string {
	if r.Program {
		return runtime.ProgramFolder
	}
	return runtime.Folder
}

// runtimePath returns the import path of that folder.
func (r *Request) runtimePath(m model.Module) string { return path.Join(m.Path, r.runtimeFolder()) }

// addRuntimes sets the field Runtime of the outputs.
func addRuntimes(r *Request, outputs []*Output) error {
	made := map[string]*Runtime{}
	for _, out := range outputs {
		if out.Err != nil || len(out.Imports) == 0 {
			continue
		}
		dir := out.module.Dir
		if made[dir] == nil {
			made[dir] = &Runtime{Dir: filepath.Join(dir, filepath.FromSlash(r.runtimeFolder())), module: out.module}
		}
		made[dir].folders = append(made[dir].folders, out.Imports...)
		out.Runtime = made[dir]
	}
	for _, dir := range slices.Sorted(maps.Keys(made)) {
		if err := made[dir].read(r); err != nil {
			return err
		}
	}
	return nil
}

// isWhole reports whether the request is for all packages of a module.
func (r *Request) isWhole(m model.Module) bool {
	return r.Pattern == "./..." && source.SameFolder(r.Dir, m.Dir)
}

// read sets the files, from those that the module needs and has. It returns an error if files that bale did not write are in their place.
func (rt *Runtime) read(r *Request) error {
	onDisk, err := rt.onDisk()
	if err != nil {
		return err
	}
	for _, folder := range runtime.Names() { // what other packages of the module import
		if slices.ContainsFunc(slices.Collect(maps.Keys(onDisk)), func(file string) bool { return filepath.Base(filepath.Dir(file)) == folder }) {
			rt.folders = append(rt.folders, folder)
		}
	}
	list, err := runtime.Packages(r.runtimePath(rt.module), version.Number, rt.folders...)
	if err != nil {
		return err
	}
	for _, f := range list {
		file, text := filepath.Join(rt.Dir, filepath.FromSlash(f.Path)), runtime.FirstLine(version.Number)+string(f.Text)
		if string(onDisk[file]) == string(f.Text) { // it is the source itself, in the module of bale
			text = string(f.Text)
			delete(onDisk, file)
		}
		rt.Files = append(rt.Files, File{file, []byte(text)})
	}
	for _, file := range slices.Sorted(maps.Keys(onDisk)) {
		if runtime.VersionOf(onDisk[file]) == "" {
			return fmt.Errorf("%s was not written by bale, which keeps the packages that generated code imports in its folder: move the file", file)
		}
		if !slices.ContainsFunc(rt.Files, func(f File) bool { return f.Path == file }) {
			rt.Stale = append(rt.Stale, file)
		}
	}
	return rt.checkVersion(r, onDisk)
}

// onDisk returns the files of the runtime's packages on disk, without tests.
func (rt *Runtime) onDisk() (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, folder := range runtime.Names() {
		entries, err := os.ReadDir(filepath.Join(rt.Dir, folder))
		if err != nil && !os.IsNotExist(err) {
			return nil, fmt.Errorf("bale gen keeps the packages that generated code imports in %s: make it a folder that you can read and write: %w", rt.Dir, err)
		}
		for _, entry := range entries {
			if filepath.Ext(entry.Name()) != ".go" || strings.HasSuffix(entry.Name(), "_test.go") {
				continue
			}
			f := File{Path: filepath.Join(rt.Dir, folder, entry.Name())}
			if files[f.Path], err = f.OnDisk(); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// checkVersion returns an error if the runtime on disk is of another version and the request is not for all packages of the module: the generated files
// of the others would no longer compile.
func (rt *Runtime) checkVersion(r *Request, onDisk map[string][]byte) error {
	if r.isWhole(rt.module) {
		return nil
	}
	for _, text := range onDisk {
		if old := runtime.VersionOf(text); old != version.Number {
			return fmt.Errorf("%s was written by bale %s, and this is bale %s: run bale gen ./... in %s, which generates the code of all packages with one version", rt.Dir, old, version.Number, rt.module.Dir)
		}
	}
	return nil
}

// provide adds the packages, below an import path, to the listing, and their files to the overlay, so that code that imports them can be checked, unless the listing has them as they will be.
func (rt *Runtime) provide(list *model.Listing, place string, overlay map[string][]byte) {
	if !slices.ContainsFunc(rt.Files, func(f File) bool {
		return f.Differs() || !list.Has(path.Join(place, filepath.Base(filepath.Dir(f.Path))))
	}) {
		return
	}
	for _, f := range rt.Files {
		if runtime.IsUsual(f.Data) {
			overlay[f.Path] = f.Data
			list.Provide(path.Join(place, filepath.Base(filepath.Dir(f.Path))), filepath.Dir(f.Path))
		}
	}
}

// provideMissing adds packages of the runtime that code of the module imports, and that are not on disk, to the listing and the overlay.
func (t *target) provideMissing(list *model.Listing, overlay map[string][]byte) error {
	place := t.runtimePath(t.src.Module)
	var missing []string
	for _, folder := range runtime.Folders {
		if list.Missing(path.Join(place, folder)) {
			missing = append(missing, folder)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	files, err := runtime.Packages(place, version.Number, missing...)
	if err != nil {
		return err
	}
	for _, f := range files {
		if runtime.IsUsual(f.Text) {
			file := filepath.Join(t.src.Module.Dir, filepath.FromSlash(t.runtimeFolder()), filepath.FromSlash(f.Path))
			overlay[file] = f.Text
			list.Provide(path.Join(place, path.Dir(f.Path)), filepath.Dir(file))
		}
	}
	return nil
}
