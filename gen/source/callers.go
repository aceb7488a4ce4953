package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// binaryCallers are packages that call MarshalBinary of the values that they encode, and that encode the fields of values without this method.
// The packages below them count, too, for the versions of their modules. go-redis is not one of them: it cannot encode such values.
var binaryCallers = []string{
	"encoding/gob", "net/rpc", "github.com/vmihailenco/msgpack", "github.com/fxamacker/cbor", "github.com/ugorji/go/codec",
	"github.com/hashicorp/go-msgpack", "github.com/gorilla/securecookie", "github.com/gorilla/sessions",
}

// A BinaryImport is an import of one of binaryCallers.
type BinaryImport struct{ Pos, Path string }

// BinaryImports returns the imports of binaryCallers in the files of the package's module.
func (p *Package) BinaryImports() (list []BinaryImport) {
	EachImport(p.Module.Dir, binaryCallers, func(fset *token.FileSet, im *ast.ImportSpec, path string) {
		list = append(list, BinaryImport{p.importPlace(fset, im), path})
	})
	return list
}

// EachImport calls visit for each import of a package in callers, or of one below such a package, in the files of the module in the folder root. It
// leaves out tests and the files of other modules.
func EachImport(root string, callers []string, visit func(fset *token.FileSet, im *ast.ImportSpec, path string)) {
	fset := token.NewFileSet()
	walk := func(path string, d fs.DirEntry, err error) error {
		switch name := ""; {
		case err != nil:
			return nil // what cannot be read is not built either
		case d.IsDir():
			if name = d.Name(); path != root && (name == "vendor" || name == "testdata" || name[0] == '.' || name[0] == '_' || isModule(path)) {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, _ := os.ReadFile(path)
		if !slices.ContainsFunc(callers, func(c string) bool { return strings.Contains(string(text), `"`+c) }) {
			return nil
		}
		file, _ := parser.ParseFile(fset, path, text, parser.ImportsOnly)
		if file == nil {
			return nil
		}
		for _, im := range file.Imports {
			if called, _ := strconv.Unquote(im.Path.Value); isBelow(called, callers) {
				visit(fset, im, called)
			}
		}
		return nil
	}
	_ = filepath.WalkDir(root, walk) // walk returns no other errors than SkipDir
}

// importPlace returns the file and the line of an import, relative to the working folder.
func (p *Package) importPlace(fset *token.FileSet, im *ast.ImportSpec) string {
	at := fset.Position(im.Pos())
	return fmt.Sprintf("%s:%d", p.Notes.ShortPath(at.Filename), at.Line)
}

// isBelow reports whether a package is one of packages, or below one.
func isBelow(path string, packages []string) bool {
	return slices.ContainsFunc(packages, func(c string) bool { return path == c || strings.HasPrefix(path, c+"/") })
}

// isModule reports whether a folder has a go.mod file.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
