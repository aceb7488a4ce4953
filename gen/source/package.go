// Package source is what the source of a package says before it is type-checked: its declarations with their directives, the names that are taken,
// build constraints, where generated files are, and who calls generated methods.
package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/model"
	"bale/model/directive"
)

// A Package is a package whose types may get methods.
type Package struct {
	*model.UnreadPackage
	Out    string         // the generated file with the methods, absolute
	Fset   *token.FileSet // of Syntax
	Syntax []*ast.File    // the source files without the generated ones
	Notes  *directive.Directives
	Types  []*Decl           // the types that the package declares, in the order of the source
	Decls  map[string]*Decl  // Types by name
	Taken  map[string]string // the names that the package declares, with their positions

	unions map[string]string // generated names of unions, by the positions of their directives
}

// New returns a package that has not been parsed. Positions are relative to dir.
func New(src *model.UnreadPackage, dir string) *Package {
	return &Package{UnreadPackage: src, Fset: token.NewFileSet(), Notes: directive.New(dir), Decls: map[string]*Decl{}, Taken: map[string]string{}, unions: map[string]string{}}
}

// A Decl is the declaration of a type.
type Decl struct {
	Spec  *ast.TypeSpec
	At    string // position
	Notes []directive.Directive
	Order int
	// Constraint is the build constraint of the file, or "". Cgo reports whether the file imports "C".
	Constraint string
	Cgo        bool
	Gogo       bool // gogo has generated methods for the struct
}

// maxSyntaxErrors is the number of syntax errors that are shown.
const maxSyntaxErrors = 10

// Parse parses the package's files, without the generated ones, and the text of a file with further types, which may be "".
func (p *Package) Parse(generated []string, declared string) model.Errors {
	var errs model.Errors
	for _, name := range p.Files {
		if slices.Contains(generated, name) {
			continue
		}
		file, err := parser.ParseFile(p.Fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if list, ok := err.(scanner.ErrorList); ok {
			for _, e := range list {
				errs = append(errs, &model.Error{Pos: fmt.Sprintf("%s:%d:%d", p.Notes.ShortPath(e.Pos.Filename), e.Pos.Line, e.Pos.Column), Msg: e.Msg})
			}
			continue
		} else if err != nil {
			return OneError("%v", err)
		}
		if text, err := os.ReadFile(name); err == nil && (model.Generated(text) || model.Codec(text) != "") {
			msg := "this is a second file of bale gen, and a package can have only one: delete this file, or name it with -o"
			switch flag := model.Codec(text); flag {
			case "":
			case model.Old:
				msg = "this file decodes messages of earlier layouts for another name of the file with the methods: delete it"
			default:
				msg = fmt.Sprintf("this file is of -%s for another name of the file with the methods: delete it", flag)
			}
			return model.Errors{{Pos: p.Notes.Position(p.Fset, file.FileStart), Msg: msg}}
		}
		p.add(file)
	}
	if len(errs) > 0 {
		return errs[:min(len(errs), maxSyntaxErrors)]
	}
	if declared != "" {
		file, err := parser.ParseFile(p.Fset, p.DeclareFile(), declared, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return OneError("%v", err)
		}
		p.add(file)
	}
	p.collectDeclarations()
	p.collectGogo()
	return nil
}

// add adds a file.
func (p *Package) add(file *ast.File) {
	p.Syntax = append(p.Syntax, file)
	p.Notes.Add(p.Fset, file)
}

// DeclareFile returns the path of the file with the further types that Parse takes.
func (p *Package) DeclareFile() string { return filepath.Join(p.Dir, "bale_declared.go") }

// collectDeclarations collects the types and names that the package declares. Test files share the names of the package, so their
// names are included.
func (p *Package) collectDeclarations() {
	for _, file := range p.Syntax {
		p.takeNames(file)
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, s := range d.Specs {
					p.addType(file, s.(*ast.TypeSpec))
				}
			}
		}
	}
	for _, file := range p.TestSyntax() {
		p.takeNames(file)
	}
}

// takeNames adds the package-level names that a file declares to Taken.
func (p *Package) takeNames(file *ast.File) {
	take := func(id *ast.Ident) { p.Taken[id.Name] = p.Notes.Position(p.Fset, id.Pos()) }
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" {
				take(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, id := range s.Names {
						take(id)
					}
				case *ast.TypeSpec:
					take(s.Name)
				}
			}
		}
	}
}

// TestSyntax parses the test files of the package itself, without the generated one. It ignores syntax errors, which the go command
// reports.
func (p *Package) TestSyntax() []*ast.File {
	var files []*ast.File
	entries, _ := os.ReadDir(p.Dir) // the go command has read the folder, so there is no error
	for _, e := range entries {
		name := filepath.Join(p.Dir, e.Name())
		if !strings.HasSuffix(name, "_test.go") || name == p.TestFile() {
			continue
		}
		file, _ := parser.ParseFile(p.Fset, name, nil, parser.SkipObjectResolution)
		if file != nil && file.Name.Name == p.Name {
			files = append(files, file)
		}
	}
	return files
}

// addType adds the declaration of a type.
func (p *Package) addType(file *ast.File, s *ast.TypeSpec) {
	d := &Decl{Spec: s, At: p.Notes.Position(p.Fset, s.Name.Pos()), Order: len(p.Decls)}
	d.Constraint, d.Cgo = ConstraintOf(directive.FileName(p.Fset, file), file), importsC(file)
	d.Notes = p.Notes.Type(d.At, s.Name.Name)
	p.Types = append(p.Types, d)
	p.Decls[s.Name.Name] = d
}

// InTests returns the position at which a test file of the package declares a type, or "".
func (p *Package) InTests(name string) string {
	for _, file := range p.TestSyntax() {
		for _, d := range file.Decls {
			d, ok := d.(*ast.GenDecl)
			for i := 0; ok && d.Tok == token.TYPE && i < len(d.Specs); i++ {
				if id := d.Specs[i].(*ast.TypeSpec).Name; id.Name == name {
					return p.Notes.Position(p.Fset, id.Pos())
				}
			}
		}
	}
	return ""
}

// InModule reports whether another package is in the module of this one.
func (p *Package) InModule(path string) bool {
	return path == p.Module.Path || strings.HasPrefix(path, p.Module.Path+"/")
}

// OneError returns a list with one error, which has no position.
func OneError(format string, args ...any) model.Errors {
	return model.Errors{{Msg: fmt.Sprintf(format, args...)}}
}

// Errors returns err as a list of errors.
func Errors(err error) model.Errors {
	if list, ok := err.(model.Errors); ok {
		return list
	}
	return OneError("%v", err)
}
