package gen

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

	"bale/gen/emit"
	"bale/model"
)

// binaryCallers are packages that call MarshalBinary of the values that they encode, and that encode the fields of values without this method.
// The packages below them count, too, for the versions of their modules. go-redis is not one of them: it cannot encode such values.
var binaryCallers = []string{
	"encoding/gob", "net/rpc", "github.com/vmihailenco/msgpack", "github.com/fxamacker/cbor", "github.com/ugorji/go/codec",
	"github.com/hashicorp/go-msgpack", "github.com/gorilla/securecookie", "github.com/gorilla/sessions",
}

// A binaryImport is an import of one of binaryCallers.
type binaryImport struct{ pos, path string }

// maxImports is the number of imports that a message lists.
const maxImports = 3

// askBinary returns an error if the module imports a package that calls MarshalBinary, and the user has not decided whether it should call the
// generated methods of types, which are those that newBinary returns.
func (t *target) askBinary(types []BinaryType) error {
	var commented, named []*root // types with a comment, and types that the command names
	for _, r := range t.roots {
		switch {
		case r.ending == emit.StandardSuffix || t.wasStored[r.name] || !slices.ContainsFunc(types, func(x BinaryType) bool { return x.Name == r.name }):
		case r.uses.Has("gen"):
			commented = append(commented, r)
		default:
			named = append(named, r)
		}
	}
	if len(commented)+len(named) == 0 {
		return nil
	}
	imports := t.binaryImports()
	if len(imports) == 0 {
		return nil
	}
	var errs model.Errors
	ask := func(list []*root, how string) {
		var names []string
		for _, r := range list {
			names = append(names, r.name)
		}
		if len(list) > 0 {
			errs = append(errs, &model.Error{Pos: list[0].pos, Path: strings.Join(names, ", "), Msg: askText(imports, how)})
		}
	}
	ask(commented, "//bale:gen methods=")
	ask(named, "-methods ")
	return errs.InOrder()
}

// storedBefore returns the names of the types of whose messages in the format with the standard methods the lock file has a layout. Their methods were generated
// before, even if the generated file is not kept with the source.
func (t *target) storedBefore(l *lock) map[string]bool {
	names := map[string]bool{}
	for _, f := range t.Known {
		for _, x := range l.linesOf(f.Name) {
			if f.Standard() && x.Head && strings.HasPrefix(x.Form, "root ") {
				names[x.Owner] = true
			}
		}
	}
	return names
}

// askText returns the message about types. how is the directive or flag with the ending of method names.
func askText(imports []binaryImport, how string) string {
	var paths, places []string
	for _, im := range imports {
		if !slices.Contains(paths, im.path) {
			paths = append(paths, im.path)
		}
		if len(places) < maxImports {
			places = append(places, im.pos)
		}
	}
	more := ""
	if n := len(imports) - len(places); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%s (%s%s) calls MarshalBinary of types that have it: values that are encoded there get other bytes, and old bytes cannot be decoded. %[4]sCompact gives the methods other names. %[4]sBinary keeps them without this question",
		strings.Join(paths, " and "), strings.Join(places, ", "), more, how)
}

// binaryImports returns the imports of binaryCallers in the files of the target's module.
func (t *target) binaryImports() (list []binaryImport) {
	eachImport(t.src.Module.Dir, binaryCallers, func(fset *token.FileSet, im *ast.ImportSpec, path string) {
		list = append(list, binaryImport{t.importPlace(fset, im), path})
	})
	return list
}

// eachImport calls visit for each import of a package in callers, or of one below such a package, in the files of the module in the folder root. It
// leaves out tests and the files of other modules.
func eachImport(root string, callers []string, visit func(fset *token.FileSet, im *ast.ImportSpec, path string)) {
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
func (t *target) importPlace(fset *token.FileSet, im *ast.ImportSpec) string {
	at := fset.Position(im.Pos())
	return fmt.Sprintf("%s:%d", t.notes.ShortPath(at.Filename), at.Line)
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
