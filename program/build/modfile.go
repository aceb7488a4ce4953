package build

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"bale/model"
)

// mergeMod returns the go.mod and go.sum of a runner: those of the user's module and its workspace, with the codec's requirements, mod and
// sum, added.
func mergeMod(m model.Module, mod, sum string) (outMod, outSum []byte, err error) {
	data, err := os.ReadFile(m.GoMod)
	if err != nil {
		return nil, nil, err
	}
	user, err := modfile.Parse(m.GoMod, data, nil)
	if err != nil {
		return nil, nil, err
	}
	pins, err := modfile.Parse("pins.mod", []byte(mod), nil)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range pins.Require {
		if have := required(user, r.Mod.Path); semver.Compare(have, r.Mod.Version) < 0 {
			if err := user.AddRequire(r.Mod.Path, r.Mod.Version); err != nil {
				return nil, nil, err
			}
		}
	}
	if err := raiseGo(user, pins); err != nil {
		return nil, nil, err
	}
	if err := addWorkspace(user, m); err != nil {
		return nil, nil, err
	}
	user.Cleanup()
	if outMod, err = user.Format(); err != nil {
		return nil, nil, err
	}
	lines, err := readSums(m)
	if err != nil {
		return nil, nil, err
	}
	lines = append(lines, strings.Split(sum, "\n")...)
	slices.Sort(lines)
	lines = slices.DeleteFunc(slices.Compact(lines), func(s string) bool { return s == "" })
	return outMod, []byte(strings.Join(lines, "\n") + "\n"), nil
}

// replacements returns the folders that replace modules in builds of m's module: those of its go.mod and of its workspace.
func replacements(m model.Module) ([]string, error) {
	data, err := os.ReadFile(m.GoMod)
	if err != nil {
		return nil, err
	}
	user, err := modfile.Parse(m.GoMod, data, nil)
	if err != nil {
		return nil, err
	}
	if err := addWorkspace(user, m); err != nil {
		return nil, err
	}
	var folders []string
	for _, r := range user.Replace {
		if r.Old.Path != "" && r.New.Version == "" { // not removed, and not a module of a proxy
			folders = append(folders, from(m.Dir, r.New.Path))
		}
	}
	return folders, nil
}

// required returns the version of a module that f requires, or "" if it does not.
func required(f *modfile.File, path string) string {
	for _, r := range f.Require {
		if r.Mod.Path == path {
			return r.Mod.Version
		}
	}
	return ""
}

// harnessGo is the version of Go that the harness needs.
const harnessGo = "1.22"

// raiseGo raises the go directive to the version of the codec's requirements, and to at least harnessGo.
func raiseGo(user, pins *modfile.File) error {
	have, want := "1.16", harnessGo
	if user.Go != nil {
		have = user.Go.Version
	}
	if pins.Go != nil && semver.Compare("v"+pins.Go.Version, "v"+want) > 0 {
		want = pins.Go.Version
	}
	if semver.Compare("v"+have, "v"+want) >= 0 {
		return nil
	}
	return user.AddGoStmt(want)
}

// A workspace is the content of a go.work file.
type workspace struct {
	path    string
	version string          // of Go, or ""
	modules []*modfile.File // the modules in it; the name of each file is its path
	replace []*modfile.Replace
}

// findWorkspace returns the workspace that contains m, or nil.
func findWorkspace(m model.Module) (*workspace, error) {
	path := os.Getenv("GOWORK")
	for dir := m.Dir; path == "" && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			path = filepath.Join(dir, "go.work")
		}
	}
	if path == "" || path == "off" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	file, err := modfile.ParseWork(path, data, nil)
	if err != nil {
		return nil, err
	}
	w := &workspace{path: path, replace: file.Replace}
	if file.Go != nil {
		w.version = file.Go.Version
	}
	for _, u := range file.Use {
		name := filepath.Join(from(filepath.Dir(path), u.Path), "go.mod")
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("workspace %s: %w", path, err)
		}
		module, err := modfile.Parse(name, data, nil)
		if err != nil {
			return nil, fmt.Errorf("workspace %s: %w", path, err)
		}
		if module.Module != nil {
			w.modules = append(w.modules, module)
		}
	}
	return w, nil
}

// from returns a path that is relative to dir or absolute.
func from(dir, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// addWorkspace adds replace directives for the modules of the workspace that contains m, those of their go.mod files, and those of the
// workspace itself, since a runner is built without the workspace. The later ones take precedence.
func addWorkspace(user *modfile.File, m model.Module) error {
	w, err := findWorkspace(m)
	if w == nil || err != nil {
		return err
	}
	for _, module := range w.modules {
		if module.Module.Mod.Path == m.Path {
			continue
		}
		if err := addReplacements(user, module.Replace, filepath.Dir(module.Syntax.Name), m.Path); err != nil {
			return err
		}
	}
	for _, module := range w.modules {
		if path := module.Module.Mod.Path; path != m.Path {
			if err := user.AddReplace(path, "", filepath.Dir(module.Syntax.Name), ""); err != nil {
				return err
			}
		}
	}
	return addReplacements(user, w.replace, filepath.Dir(w.path), m.Path)
}

// addReplacements adds the directives of a file in dir, except those for the module main.
func addReplacements(user *modfile.File, list []*modfile.Replace, dir, main string) error {
	for _, r := range list {
		path := r.New.Path
		if r.New.Version == "" {
			path = from(dir, path)
		}
		if r.Old.Path == main {
			continue
		}
		if err := user.AddReplace(r.Old.Path, r.Old.Version, path, r.New.Version); err != nil {
			return err
		}
	}
	return nil
}

// readSums returns the lines of the checksum files of m and of the workspace that contains it.
func readSums(m model.Module) ([]string, error) {
	names := []string{strings.TrimSuffix(m.GoMod, ".mod") + ".sum"}
	w, err := findWorkspace(m)
	if err != nil {
		return nil, err
	}
	if w != nil {
		names = append(names, w.path+".sum")
		for _, module := range w.modules {
			names = append(names, strings.TrimSuffix(module.Syntax.Name, ".mod")+".sum")
		}
	}
	var lines []string
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		lines = append(lines, strings.Split(string(data), "\n")...)
	}
	return lines, nil
}
