package build

import (
	"path"
	"path/filepath"

	"bale/gen/runtime"
	"bale/model"
)

// runtimePath returns the import path of the folder with the packages of bale's runtime in a program for types of a module.
func runtimePath(m model.Module) string { return path.Join(m.Path, runtime.ProgramFolder) }

// runtime adds packages of bale's runtime to the program, and what they import. They are in the module of the types, since the code that imports them
// is.
func (p *Program) runtime(m model.Module, folders []string) error {
	list, err := runtime.Packages(runtimePath(m), "", folders...)
	for _, f := range list {
		p.files[filepath.Join(m.Dir, filepath.FromSlash(runtime.ProgramFolder), filepath.FromSlash(f.Path))] = f.Text
	}
	return err
}
