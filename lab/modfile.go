package lab

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"bale/schema"
)

// mergeMod returns the go.mod and go.sum of a runner: those of the user's module with the codec's requirements, mod and sum, added.
func mergeMod(m schema.Module, mod, sum string) (outMod, outSum []byte, err error) {
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
	own, err := os.ReadFile(strings.TrimSuffix(m.GoMod, ".mod") + ".sum")
	if err != nil && !os.IsNotExist(err) {
		return nil, nil, err
	}
	lines := strings.Split(string(own)+"\n"+sum, "\n")
	slices.Sort(lines)
	lines = slices.DeleteFunc(slices.Compact(lines), func(s string) bool { return s == "" })
	return outMod, []byte(strings.Join(lines, "\n") + "\n"), nil
}

// replacements returns the folders that replace modules in builds of m's module: those of its go.mod and of its workspace.
func replacements(m schema.Module) ([]string, error) {
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
		dir := filepath.FromSlash(r.New.Path)
		switch {
		case r.Old.Path == "" || r.New.Version != "": // removed, or a module of a proxy
		case filepath.IsAbs(dir):
			folders = append(folders, dir)
		default:
			folders = append(folders, filepath.Join(m.Dir, dir))
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

// raiseGo raises the go directive to the version of the codec's requirements, and to at least 1.22, which the harness needs.
func raiseGo(user, pins *modfile.File) error {
	have, want := "1.16", "1.22"
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

// addWorkspace adds replace directives for the modules of the workspace that contains m, and those of the workspace itself, since a runner
// is built without the workspace.
func addWorkspace(user *modfile.File, m schema.Module) error {
	work := os.Getenv("GOWORK")
	if work == "off" {
		return nil
	}
	for dir := m.Dir; work == "" && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			work = filepath.Join(dir, "go.work")
		}
	}
	if work == "" {
		return nil
	}
	data, err := os.ReadFile(work)
	if err != nil {
		return err
	}
	w, err := modfile.ParseWork(work, data, nil)
	if err != nil {
		return err
	}
	for _, u := range w.Use {
		dir := u.Path
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(work), dir)
		}
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err != nil {
			return fmt.Errorf("workspace %s: %w", work, err)
		}
		path := modfile.ModulePath(data)
		if path == m.Path || path == "" {
			continue
		}
		if err := user.AddReplace(path, "", dir, ""); err != nil {
			return err
		}
	}
	for _, r := range w.Replace {
		path := r.New.Path
		if r.New.Version == "" && !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(work), path)
		}
		if err := user.AddReplace(r.Old.Path, r.Old.Version, path, r.New.Version); err != nil {
			return err
		}
	}
	return nil
}
