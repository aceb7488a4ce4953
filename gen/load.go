package gen

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/version"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
	comments "bale/model/directive"
)

// A target is a package that code is generated for.
type target struct {
	*Request
	src          *model.UnreadPackage
	out          string          // absolute
	flags        map[string]bool // those that hold for the whole package, by word: of the request, and of the package's directive
	oldHeader    *header         // of the generated file on disk; empty if there is none
	outExists    bool            // there is a generated file on disk
	excluded     bool            // the build constraint of the generated file does not hold, so its types are not built either
	newHeader    *header         // of the file that will be written
	fset         *token.FileSet
	files        []*ast.File // the source files without the generated one
	notes        *comments.Directives
	decls        map[string]*decl // types that the package declares
	taken        map[string]string
	unions       map[string]string         // generated names of unions, by the positions of their directives
	genFormats   map[string][]*emit.Format // by type name: the formats that its //bale:gen names
	newFixed     []FixedType
	wasStored    map[string]bool                      // names of roots of whose messages the lock file has a layout
	lockLost     []string                             // types with generated code of which the lock file has no line
	unlocked     map[string]bool                      // names of types with lock=off, which have no layout in the lock file
	genEndings   map[string]string                    // by type name: the ending of method names that its //bale:gen gives
	staleSamples []string                             // files of sample messages whose layouts are no longer supported
	jsonUnions   map[*model.Interface]*plan.JSONUnion // the forms of unions in json
	roots        []*root                              // those with other formats than json
	jsonRoots    []*root                              // those with the format json, with no other formats and nodes of a model of their own
	// constraint is the build constraint of the generated files, or "".
	constraint string
	errs       model.Errors
	accepted   []loss          // that the request accepts
	renames    []*rename       // of fields and members of unions, since the lock file was written
	acceptUsed map[string]bool // names in the request's AcceptNames of which something was accepted
	newLock    []byte          // the content that the lock file will have
	// comparesBase means that the target is compared with the lock file of another commit. reached has the types with numbers or names in
	// messages, by numbering or format and type.
	comparesBase bool
	reached      map[[2]string]bool
	beamNotes    []string     // about types without a deterministic coder for Beam
	unnamed      model.Errors // types that the package cannot name; the code of some formats does not need their names
	typeNames    []string     // names to load: the roots, and requested names that the package does not declare
	model        *model.Model
	constants    map[*model.Named][]*model.Constant // of the types that messages hold
}

// A decl is the declaration of a type.
type decl struct {
	spec  *ast.TypeSpec
	pos   string
	uses  directive.Uses
	order int
	// constraint is the build constraint of the file, or "". cgo reports whether the file imports "C".
	constraint string
	cgo        bool
	gogo       bool // gogo has generated methods for the struct
}

// A root is a type that gets methods: it is encoded as a message of its own.
type root struct {
	*decl
	name    string
	formats []*emit.Format
	// ending is the ending of the names of the default format's methods; "" stands for the format's suffix.
	ending     string
	collisions map[string]bool // names of hand-written methods and of fields that generated methods would have, too
	node       *model.Named
	function   string // the type's name in the names of functions
}

// fail adds an error.
func (t *target) fail(pos, path, format string, args ...any) {
	t.errs = append(t.errs, &model.Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

// minGo is the language version of the generated code, which ranges over integers.
const minGo = "go1.22"

// load finds the packages of the request and loads the models of their types. Source files may call methods that have not been
// generated yet, so load parses the files first, and type-checks them with stubs of these methods in place of the generated files.
// Errors in a package are in its target's errs; such a target may have no model. If the request may be for several packages,
// packages without anything to generate are left out. The go command runs for the listing only.
func load(ctx context.Context, r *Request) ([]*target, *model.Listing, error) {
	list := r.Found
	if list == nil {
		var err error
		if list, err = r.Find(ctx); err != nil {
			return nil, nil, err
		}
	}
	var targets []*target
	var paths []string
	stubs := map[string][]byte{}
	for _, src := range list.Found {
		t := &target{Request: r, src: src, fset: token.NewFileSet(), notes: comments.New(r.Dir), decls: map[string]*decl{}, taken: map[string]string{}, unions: map[string]string{}, acceptUsed: map[string]bool{}}
		if err := t.prepare(list); err != nil {
			t.errs = append(t.errs, err...)
		} else if len(t.typeNames) > 0 {
			paths = append(paths, src.Package)
			stubs[t.out] = t.stubs()
			if r.Declare != "" {
				stubs[t.declareFile()] = []byte(r.Declare)
			}
			for _, x := range t.libraries() {
				file := t.libraryStub(x)
				stubs[file.Path] = file.Data
			}
		} else if r.keepsFlags() && len(t.errs) == 0 {
			continue
		}
		targets = append(targets, t)
	}
	set, err := list.Load(ctx, paths, stubs)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range targets {
		if len(t.typeNames) > 0 {
			t.setModel(set)
		}
	}
	loadConstants(set, targets)
	return targets, list, nil
}

// prepare finds the file to write and the types that get methods. After an error, the other fields are not set.
func (t *target) prepare(list *model.Listing) model.Errors {
	misplaced := t.findOutput()
	if misplaced != nil && !t.several() {
		return misplaced
	}
	if err := t.parse(); err != nil {
		return err
	}
	t.collectDeclarations()
	t.collectGogo()
	t.checkStrayDirectives()
	ofPackage := t.packageFlags()
	t.setFlags(ofPackage)
	names := t.chooseRoots(ofPackage)
	switch {
	case len(names) == 0 && len(t.errs) == 0 && t.outExists && !t.excluded:
		return oneError("%s holds the code of types that are not declared or not named any more: delete it", t.notes.ShortPath(t.out))
	case len(names) == 0 && len(t.errs) == 0 && t.several() && t.strayLibrary() != nil:
		x := t.strayLibrary()
		return oneError("%s is a file of -%s, and no type of the package has methods: delete it", t.notes.ShortPath(t.libraryFile(x)), x.flag)
	case len(names) == 0:
		return nil
	case misplaced != nil:
		return misplaced
	case t.excluded:
		return oneError("%s is for types with a build constraint that does not hold, and would be overwritten: move the other types to another package, or delete the file if these types no longer have the constraint", t.notes.ShortPath(t.out))
	case version.Compare("go"+t.src.Module.Go, minGo) < 0:
		return oneError("go.mod of module %s has Go %s, but generated code needs 1.22: run `go mod edit -go=1.22`", t.src.Module.Path, t.src.Module.Go)
	}
	if errs := t.checkLibraries(list); len(errs) > 0 {
		return errs
	}
	if errs := t.checkStreams(); len(errs) > 0 {
		return errs
	}
	t.typeNames = names
	return nil
}

// setModel sets the model of the target's types from the loaded set.
func (t *target) setModel(set *model.Set) {
	t.splitRoots()
	if !t.setJSON(set) {
		return
	}
	m, err := set.Model(t.src.Package, t.namesOf(t.roots), model.Options{
		Advice: "mark the field `bale:\"skip\"`",
		Skip:   t.skips, Custom: t.encodesItself, FieldUnion: t.fieldUnion, TypeUnion: t.typeUnion, UnionName: t.unionName,
	})
	if err != nil && !t.failReceivers(set) {
		t.errs = append(t.errs, asErrors(err)...)
	}
	setNodes(t.roots, m)
	if m != nil {
		t.encodeByFields(m)
	}
	t.model = m
}

// failReceivers reports whether a package does not compile because types of other packages that are pointers or interfaces got methods, as
// in type Attr types.AttributeValue. It adds an error for each such type, in place of the compiler's errors for each method.
func (t *target) failReceivers(set *model.Set) bool {
	failed := false
	for _, r := range t.roots {
		if set.Reference(t.src.Package, r.name) {
			t.failKind(r, "a pointer or an interface")
			failed = true
		}
	}
	return failed
}

// encodesItself reports whether a type of the package is encoded by its own methods. Roots are not, even if they have such methods.
func (t *target) encodesItself(name string, m model.Methods) bool {
	return m.Binary && !m.Partial && !slices.Contains(t.typeNames, name)
}

// asErrors returns err as a list of errors.
func asErrors(err error) model.Errors {
	if list, ok := err.(model.Errors); ok {
		return list
	}
	return oneError("%v", err)
}

// skips reports whether a field is left out. The checker does not see such fields, so skips reports what is wrong with their
// directives.
func (t *target) skips(f *model.Field) bool {
	a := directive.ParseField(t.notes.Field(f), f)
	skip := a.Has("skip")
	for i := 0; skip && i < len(a.Problems); i++ {
		t.fail(a.Problems[i].Pos, f.Name, "%s", a.Problems[i].Text)
	}
	return skip || t.leavesOut(f)
}

// leavesOut reports whether the tag of a field leaves it out in all formats of the package. Its type does not matter then.
func (t *target) leavesOut(f *model.Field) bool {
	formats := 0
	for _, r := range t.roots {
		for _, format := range r.formats {
			if formats++; format.MaxLen(f) >= 0 {
				return false
			}
		}
	}
	return formats > 0
}

// maxSyntaxErrors is the number of syntax errors that are shown.
const maxSyntaxErrors = 10

// parse parses the package's files, without the generated one.
func (t *target) parse() model.Errors {
	var errs model.Errors
	for _, name := range t.src.Files {
		if name == t.out || slices.ContainsFunc(libraries, func(x *library) bool { return name == t.libraryFile(x) }) {
			continue
		}
		file, err := parser.ParseFile(t.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if list, ok := err.(scanner.ErrorList); ok {
			for _, e := range list {
				errs = append(errs, &model.Error{Pos: fmt.Sprintf("%s:%d:%d", t.notes.ShortPath(e.Pos.Filename), e.Pos.Line, e.Pos.Column), Msg: e.Msg})
			}
			continue
		} else if err != nil {
			return oneError("%v", err)
		}
		if text, err := os.ReadFile(name); err == nil && (model.Generated(text) || libraryOf(text) != nil) {
			msg := "this is a second file of bale gen, and a package can have only one: delete this file, or name it with -o"
			if x := libraryOf(text); x != nil {
				msg = fmt.Sprintf("this file is of -%s for another name of the file with the methods: delete it", x.flag)
			}
			return model.Errors{{Pos: t.notes.Position(t.fset, file.FileStart), Msg: msg}}
		}
		t.files = append(t.files, file)
		t.notes.Add(t.fset, file)
	}
	if len(errs) > 0 {
		return errs[:min(len(errs), maxSyntaxErrors)]
	}
	return t.parseDeclared()
}

// declareFile returns the path of the file with Request.Declare.
func (t *target) declareFile() string { return filepath.Join(t.src.Dir, "bale_declared.go") }

// parseDeclared parses the types that the request declares.
func (t *target) parseDeclared() model.Errors {
	if t.Declare == "" {
		return nil
	}
	file, err := parser.ParseFile(t.fset, t.declareFile(), t.Declare, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return oneError("%v", err)
	}
	t.files = append(t.files, file)
	t.notes.Add(t.fset, file)
	return nil
}

// collectDeclarations collects the types and names that the package declares. Test files share the names of the package, so their
// names are included.
func (t *target) collectDeclarations() {
	for _, file := range t.files {
		t.takeNames(file)
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, s := range d.Specs {
					t.addType(file, s.(*ast.TypeSpec))
				}
			}
		}
	}
	for _, file := range t.testFiles() {
		t.takeNames(file)
	}
}

// takeNames adds the package-level names that a file declares to t.taken.
func (t *target) takeNames(file *ast.File) {
	take := func(id *ast.Ident) { t.taken[id.Name] = t.notes.Position(t.fset, id.Pos()) }
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

// testFiles parses the test files of the package itself, without the generated one. It ignores syntax errors, which the go command
// reports.
func (t *target) testFiles() []*ast.File {
	var files []*ast.File
	entries, _ := os.ReadDir(t.src.Dir) // the go command has read the folder, so there is no error
	for _, e := range entries {
		name := filepath.Join(t.src.Dir, e.Name())
		if !strings.HasSuffix(name, "_test.go") || name == t.testFile() {
			continue
		}
		file, _ := parser.ParseFile(t.fset, name, nil, parser.SkipObjectResolution)
		if file != nil && file.Name.Name == t.src.Name {
			files = append(files, file)
		}
	}
	return files
}

// addType adds the declaration of a type to t.decls, and checks the directives above it.
func (t *target) addType(file *ast.File, s *ast.TypeSpec) {
	d := &decl{spec: s, pos: t.notes.Position(t.fset, s.Name.Pos()), order: len(t.decls)}
	d.constraint, d.cgo = constraintOf(comments.FileName(t.fset, file), file), importsC(file)
	uses, problems := directive.ParseType(t.notes.Type(d.pos, s.Name.Name), s.Assign.IsValid())
	for _, p := range problems {
		t.fail(p.Pos, s.Name.Name, "%s", p.Text)
	}
	d.uses = uses
	t.decls[s.Name.Name] = d
}

// checkStrayDirectives reports directives that are not at a type or a field, and comments that look like directives.
func (t *target) checkStrayDirectives() {
	for _, file := range t.files {
		notes := t.notes.Of(comments.FileName(t.fset, file))
		for _, n := range notes.Misplaced {
			if model.IsPackageDirective(n.Text) {
				continue
			}
			t.fail(n.Pos, "", "//bale:%s is not at a type or a field: put it right above a type's declaration, or at a field", n.Text)
		}
		for _, n := range notes.Spaced {
			t.fail(n.Pos, "", "// bale:%s is an ordinary comment: a directive has no space, //bale:%s", n.Text, n.Text)
		}
	}
}
