package runtime

import (
	"bytes"
	"fmt"
	"go/build"
	"go/build/constraint"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bale/internal/bale"
)

// Folder is the folder of a module in which bale gen writes the packages that generated files import, relative to the folder of the module.
const Folder = "internal/bale"

// ProgramFolder is the folder of a module in which a program that bale builds has these packages. They are not on the disk, so that they can be of
// another version than those of the module.
const ProgramFolder = "internal/balerunner"

// Tests is the package that generated tests import. It is a folder of the source and of Folder.
const Tests = "baletest"

// sourcePath is the import path of the folder with the source.
const sourcePath = "bale/internal/bale"

// A Written is a source file that bale gen writes into the user's module.
type Written struct {
	Path string // relative to Folder, with slashes
	Text []byte // without the first line
}

// Packages returns the files of packages of the runtime, given by their folders, and of all packages that they import. They import each other below the
// import path place. If version is not "", they have a constant that names it.
func Packages(place, version string, folders ...string) ([]Written, error) {
	var list []Written
	folders, err := withImports(folders)
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		names, err := sources(folder)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := textAt(name, place)
			if err != nil {
				return nil, err
			}
			list = append(list, Written{name, text})
		}
		if version != "" && (folder == Core || folder == Tests) {
			list = append(list, Written{path.Join(folder, versionFile), []byte(versionText(folder, version))})
		}
	}
	return list, nil
}

// Names returns the folders of all packages.
func Names() []string { return append(slices.Clone(Folders), Tests) }

// Core is the package that all generated code imports.
const Core = "core"

// sources returns the names of the files of a package, without tests.
func sources(folder string) ([]string, error) {
	names, err := fs.Glob(bale.Source, folder+"/*.go")
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("there is no package %s in the runtime", folder)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return strings.HasSuffix(name, "_test.go") || path.Base(name) == versionFile
	}), err
}

// textAt returns the text of a file whose package is below the import path place.
func textAt(name, place string) ([]byte, error) {
	text, err := bale.Source.ReadFile(name)
	if err != nil || place == sourcePath {
		return text, err
	}
	text = []byte(strings.ReplaceAll(string(text), sourcePath+"/", place+"/"))
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil || len(file.Decls) == 0 {
		return text, err
	}
	// Only the order of the imports changes. Formatting whole files took half of the time of bale gen.
	end := int(file.Decls[len(file.Decls)-1].End() - file.FileStart)
	head, err := format.Source(text[:end])
	return append(bytes.TrimRight(head, "\n"), text[end:]...), err
}

// withImports returns packages and all packages of the runtime that they import, in order.
func withImports(folders []string) ([]string, error) {
	todo, all := slices.Clone(folders), []string{}
	for len(todo) > 0 {
		folder := todo[0]
		todo = todo[1:]
		if slices.Contains(all, folder) {
			continue
		}
		all = append(all, folder)
		imports, err := importsOf(folder)
		if err != nil {
			return nil, err
		}
		for _, p := range imports {
			if other, ok := strings.CutPrefix(p, sourcePath+"/"); ok {
				todo = append(todo, other)
			}
		}
	}
	slices.Sort(all)
	return all, nil
}

// importsOf returns the import paths in the files of a package.
func importsOf(folder string) (paths []string, err error) {
	names, err := sources(folder)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := bale.Source.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, im := range file.Imports {
			p, err := strconv.Unquote(im.Path.Value)
			if err != nil {
				return nil, err
			}
			paths = append(paths, p)
		}
	}
	return paths, nil
}

// Standard returns the packages of the standard library that generated code imports by way of the runtime.
func Standard() []string {
	var all []string
	for _, folder := range Folders {
		paths, err := importsOf(folder)
		if err != nil {
			panic(err) // the source is embedded in the program, so it is a bug
		}
		for _, p := range paths {
			if !strings.HasPrefix(p, sourcePath+"/") && p != "encoding/json/v2" && p != "encoding/json/jsontext" {
				all = append(all, p)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// IsUsual reports whether a file is a part of its package without build tags, on a usual processor.
func IsUsual(text []byte) bool {
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "package ") {
			break
		}
		if expr, err := constraint.Parse(strings.TrimSpace(line)); err == nil {
			return expr.Eval(func(tag string) bool { return slices.Contains(build.Default.ReleaseTags, tag) })
		}
	}
	return true
}

// versionFile is the file of a written package with the constant that names the version of bale.
const versionFile = "version.go"

// Constant returns the name of the constant that the packages written by a version of bale have, and that files generated by this version refer to.
func Constant(version string) string {
	return "WrittenBy" + regexp.MustCompile(`[^0-9A-Za-z]`).ReplaceAllString(strings.ToUpper(version[:1])+version[1:], "_")
}

// FirstLine returns the beginning of a file that a version of bale writes.
func FirstLine(version string) string {
	return fmt.Sprintf("// Code generated by bale %s; DO NOT EDIT.\n\n", version)
}

func versionText(folder, version string) string {
	return fmt.Sprintf(`package %s

// %s stands for the version of bale that wrote this package. A file that another version has generated does not compile with it:
// run bale gen ./... in the folder of the module, which writes all with one version.
const %[2]s = true
`, folder, Constant(version))
}

var written = regexp.MustCompile(`(?m)^// Code generated by bale (v\S+); DO NOT EDIT\.\r?$`)

// VersionOf returns the version of bale that wrote a file of a written package, or "" if bale did not write it.
func VersionOf(text []byte) string {
	if m := written.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return ""
}
