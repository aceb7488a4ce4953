package inspect

import (
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
)

// homes holds the arguments of Home: package paths by type.
var homes sync.Map

// Home declares that t was named in the package with this path, which need not be the package that declares it. Types of that package's
// module are the user's own; all others belong to other modules. Without a call of Home, a type is taken to be named in its own
// package. Home must be called before any other function of the package.
func Home(t reflect.Type, path string) { homes.Store(t, path) }

// home returns the path of the module in which t was named, or of the package if the module is unknown.
func home(t reflect.Type) string {
	path := homePackage(t)
	module := ""
	for _, m := range modules() {
		if within(path, m) && len(m) > len(module) {
			module = m
		}
	}
	if module == "" {
		return path
	}
	return module
}

// homePackage returns the path of the package in which t was named. For an unnamed type it is that of its element type.
func homePackage(t reflect.Type) string {
	for {
		if path, ok := homes.Load(t); ok {
			return path.(string)
		}
		if t.PkgPath() != "" {
			return t.PkgPath()
		}
		switch t.Kind() {
		case reflect.Array, reflect.Map, reflect.Pointer, reflect.Slice:
			t = t.Elem()
		default:
			return ""
		}
	}
}

// modules returns the paths of all modules in this program.
var modules = sync.OnceValue(func() []string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	paths := []string{build.Main.Path}
	for _, m := range build.Deps {
		paths = append(paths, m.Path)
	}
	return paths
})

// within reports whether the package path is root or inside it.
func within(path, root string) bool {
	return root != "" && (path == root || strings.HasPrefix(path, root+"/"))
}
