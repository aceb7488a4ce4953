package build

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"bale/gen/emit"
	"bale/model"
)

// maxMends is the maximum number of passes over a package. Each pass may reveal further errors: unused imports, and callers of
// functions that panic, are known only when the rest compiles.
const maxMends = 8

// A mender changes the files of one package until they compile without the code that bale gen generated.
type mender struct {
	*omission
	pkg      *packages.Package
	text     map[string][]byte // the source of the files that remain, by name
	names    []string          // the names of these files
	replaced map[string]bool   // functions whose body was replaced, by funcKey

	fset       *token.FileSet
	files      []*ast.File
	info       *types.Info
	edits      map[string][]edit // by file
	unrepaired *model.Error      // the first error that cannot be repaired
}

// An edit replaces a part of a file.
type edit struct {
	from, to int
	text     string
}

// mend adds the changed files of pkg to the overlay.
func (o *omission) mend(pkg *packages.Package) error {
	m := &mender{omission: o, pkg: pkg, text: map[string][]byte{}, replaced: map[string]bool{}}
	for _, name := range pkg.GoFiles {
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("leaving out code that bale gen generated: %w", err)
		}
		if o.File(pkg, name) {
			o.overlay[name] = []byte("package " + pkg.Name + "\n")
			if !bytes.Contains(text, []byte("\ntype BaleReader[")) {
				continue
			}
			// Types and the results of functions may have these types, and a mender changes only bodies.
			text = append(o.overlay[name], emit.StreamTypeStubs...)
			o.overlay[name] = text
		}
		m.names, m.text[name] = append(m.names, name), text
	}
	o.imports(pkg)
	for range maxMends {
		wrong, err := m.check()
		if err != nil {
			return err
		}
		for _, e := range wrong {
			m.repair(e)
		}
		if len(wrong) == 0 {
			m.breakInit()
		}
		switch {
		case m.unrepaired != nil:
			return model.Errors{m.unrepaired}
		case len(m.edits) == 0:
			return nil
		}
		m.apply()
	}
	return model.Errors{{Msg: "package " + pkg.PkgPath + " needs code that bale gen generated, which a comparison leaves out: move the code that needs it into functions"}}
}

// check parses the files and returns their type errors.
func (m *mender) check() ([]types.Error, error) {
	m.fset, m.files, m.edits = token.NewFileSet(), nil, map[string][]edit{}
	for _, name := range m.names {
		file, err := parser.ParseFile(m.fset, name, m.text[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("leaving out code that bale gen generated: %w", err)
		}
		m.files = append(m.files, file)
	}
	m.info = &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	var wrong []types.Error
	conf := types.Config{Importer: m.omission, Sizes: model.Sizes, FakeImportC: true, Error: func(err error) {
		wrong = append(wrong, err.(types.Error))
	}}
	if m.pkg.Module != nil && m.pkg.Module.GoVersion != "" {
		conf.GoVersion = "go" + m.pkg.Module.GoVersion
	}
	m.checked[m.pkg.PkgPath], _ = conf.Check(m.pkg.PkgPath, m.fset, m.files, m.info) // the returned error is the first of wrong
	return wrong, nil
}

// repair changes the declaration that contains the error.
func (m *mender) repair(e types.Error) {
	for _, file := range m.files {
		if e.Pos < file.FileStart || e.Pos > file.FileEnd {
			continue
		}
		for _, d := range file.Decls {
			if d.Pos() <= e.Pos && e.Pos < d.End() && m.repairDecl(file, d, e.Pos) {
				return
			}
		}
	}
	if m.unrepaired == nil {
		pos := m.fset.Position(e.Pos)
		m.unrepaired = &model.Error{Pos: fmt.Sprintf("%s:%d:%d", m.Relative(pos.Filename), pos.Line, pos.Column),
			Msg: "this needs code that bale gen generated, which a comparison leaves out (" + strings.Join(strings.Fields(e.Msg), " ") + "): move it into a function"}
	}
}

func (m *mender) repairDecl(file *ast.File, d ast.Decl, pos token.Pos) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Body == nil || pos < d.Body.Pos() {
			return false
		}
		m.breakFunc(d)
		return true
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if pos < s.Pos() || pos >= s.End() {
				continue
			}
			switch s := s.(type) {
			case *ast.ImportSpec: // unused
				m.edit(s.Pos(), s.Path.Pos(), "_ ")
				return true
			case *ast.ValueSpec:
				return d.Tok == token.VAR && m.repairValue(file, s, pos)
			}
		}
	}
	return false
}

// panics is the new body of a function that needs generated code.
const panics = `{ panic("this function needs code that bale gen generated, which bale compare leaves out") }`

// breakFunc replaces the body of a function with one that panics, and that of an init function with an empty one.
func (m *mender) breakFunc(d *ast.FuncDecl) {
	text := panics
	if isInit(d) {
		text = "{}"
	}
	m.edit(d.Body.Pos(), d.Body.End(), text)
	m.replaced[funcKey(d)] = true
}

func isInit(d *ast.FuncDecl) bool { return d.Recv == nil && d.Name.Name == "init" }

// funcKey returns the name of a function, preceded by its receiver type.
func funcKey(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	return types.ExprString(d.Recv.List[0].Type) + "." + d.Name.Name
}

// repairValue replaces the initial values of variables with zero values. If the error is inside a function literal, it replaces the
// body of the literal with one that panics instead.
func (m *mender) repairValue(file *ast.File, s *ast.ValueSpec, pos token.Pos) bool {
	var inner *ast.FuncLit
	for _, v := range s.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncLit); ok && f.Body.Pos() <= pos && pos < f.Body.End() && inner == nil {
				inner = f
			}
			return inner == nil
		})
	}
	switch {
	case inner != nil:
		m.edit(inner.Body.Pos(), inner.Body.End(), panics)
		return true
	case len(s.Values) == 0 || pos < s.Values[0].Pos():
		return false
	}
	return m.clear(file, s)
}

// clear replaces the initial values of s with zero values. It reports whether the file can express the types of the variables.
func (m *mender) clear(file *ast.File, s *ast.ValueSpec) bool {
	zeros := make([]string, len(s.Names))
	for i, id := range s.Names {
		obj := m.pkg.Types.Scope().Lookup(id.Name)
		switch {
		case s.Type != nil:
			zeros[i] = "*new(" + types.ExprString(s.Type) + ")"
		case id.Name == "_":
			zeros[i] = "0"
		case obj == nil:
			return false
		default:
			text, ok := m.typeIn(file, obj.Type())
			if !ok {
				return false
			}
			zeros[i] = "*new(" + text + ")"
		}
	}
	m.edit(s.Values[0].Pos(), s.Values[len(s.Values)-1].End(), strings.Join(zeros, ", "))
	return true
}

// typeIn returns t as written in the file. ok is false if the file does not import all packages of t.
func (m *mender) typeIn(file *ast.File, t types.Type) (string, bool) {
	ok := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p.Path() == m.pkg.PkgPath {
			return ""
		}
		for _, im := range file.Imports {
			switch {
			case strings.Trim(im.Path.Value, "\"`") != p.Path():
			case im.Name == nil:
				return p.Name()
			case im.Name.Name != "_" && im.Name.Name != ".":
				return im.Name.Name
			}
		}
		ok = false
		return p.Name()
	})
	return text, ok
}

// edit replaces the text between two positions, unless it overlaps a recorded edit. Line numbers do not change.
func (m *mender) edit(from, to token.Pos, text string) {
	name := m.fset.PositionFor(from, false).Filename
	e := edit{m.fset.PositionFor(from, false).Offset, m.fset.PositionFor(to, false).Offset, text}
	e.text += strings.Repeat("\n", bytes.Count(m.text[name][e.from:e.to], []byte("\n")))
	if !slices.ContainsFunc(m.edits[name], func(x edit) bool { return x.from < e.to && e.from < x.to || x.from == e.from }) {
		m.edits[name] = append(m.edits[name], e)
	}
}

// apply makes the edits of each file from the last to the first.
func (m *mender) apply() {
	for name, edits := range m.edits {
		slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
		text := m.text[name]
		for _, e := range edits {
			text = slices.Concat(text[:e.from], []byte(e.text), text[e.to:])
		}
		m.text[name], m.overlay[name] = text, bytes.Clone(text)
	}
}
