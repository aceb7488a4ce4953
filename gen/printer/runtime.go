package printer

import (
	"maps"
	"path"
	"slices"
	"strings"

	"bale/gen/runtime"
)

// alias is the beginning of the names that a file gives to the packages of the runtime: balecore for core.
const alias = "bale"

// runtimeImports adds the packages of the runtime that the file uses to its imports. used has the names before a dot.
func (p *Printer) runtimeImports(used map[string]bool) {
	for _, folder := range runtime.Folders {
		if name := alias + folder; used[name] {
			p.imports[path.Join(p.Runtime, folder)] = name
		}
	}
}

// RuntimeFolders returns the packages of the runtime that the file imports. It is valid after File.
func (p *Printer) RuntimeFolders() []string {
	var folders []string
	for _, name := range slices.Sorted(maps.Values(p.imports)) {
		if folder, ok := strings.CutPrefix(name, alias); ok && slices.Contains(runtime.Folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}

// runtimeNames returns the names of the packages of the runtime in generated files.
func runtimeNames() []string {
	var names []string
	for _, folder := range runtime.Folders {
		names = append(names, alias+folder)
	}
	return names
}

// versionCheck returns the declaration that compiles only with a runtime that this version of bale has written.
func (p *Printer) versionCheck() string {
	return "\n// If this does not compile, another version of bale wrote the packages in internal/bale: run bale gen ./... in the folder of the module.\nconst _ = " + alias + "core." + p.Version + "\n"
}
