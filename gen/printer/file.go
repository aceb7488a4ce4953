package printer

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// File returns the complete file, formatted, with only the imports and helpers that it needs.
func (p *Printer) File(name string) ([]byte, error) {
	p.AddRuntime("core")
	parts := []string{"package p\n" + p.body.String()}
	var runtime []string
	for _, key := range slices.Sorted(maps.Keys(p.helpers)) {
		if p.runtime[key] { // it refers to no types or packages of the user
			runtime = append(runtime, p.helpers[key])
		} else {
			parts = append(parts, p.helpers[key])
		}
	}
	if p.Reserve && CheckLocals {
		if err := p.checkLocals(strings.Join(parts, "\n")); err != nil {
			return []byte(strings.Join(parts, "\n")), err
		}
	}
	parts = append(parts, runtime...)
	text, err := p.rename(strings.Join(parts, "\n"))
	if err != nil {
		return []byte(text), err
	}
	if text, err = fold(text, p.Facts); err != nil {
		return []byte(text), err
	}
	if text, err = prune(text); err != nil {
		return []byte(text), err
	}
	if text, err = pruneMembers(text); err != nil {
		return []byte(text), err
	}
	if text, err = prune(text); err != nil { // types that only unused fields had
		return []byte(text), err
	}
	if text, err = dropRepeatedComments(text); err != nil {
		return []byte(text), err
	}
	file, text, err := tidy(text)
	if err != nil {
		return []byte(text), err
	}
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	text = "package " + name + "\n\n" + p.importLines(used) + strings.TrimPrefix(text, "package p\n")
	return format.Source([]byte(text))
}

// tidy removes what is unused or has no effect from the functions of a file.
func tidy(text string) (*ast.File, string, error) {
	for {
		file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments)
		if err != nil {
			return nil, text, fmt.Errorf("generated code: %w", err)
		}
		edits := unused(text, file)
		if len(edits) == 0 {
			edits = simplify(text, file)
		}
		if len(edits) == 0 {
			return file, text, nil
		}
		text = applyEdits(text, edits)
	}
}

// A declaration is a top-level declaration of the file, with the names that it mentions.
type declaration struct {
	from, to int      // offsets of the declaration with its comment
	receiver string   // of a method: its type, if the file declares it
	mentions []string // as mentionedNames returns them
}

// mentionedNames returns the names in a declaration. Names after a dot, of fields and methods, include the dot: ".size".
func mentionedNames(d ast.Decl) []string {
	var list []string
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			list = append(list, "."+n.Sel.Name)
			ast.Inspect(n.X, visit)
			return false
		case *ast.Ident:
			list = append(list, n.Name)
		}
		return true
	}
	ast.Inspect(d, visit)
	return list
}

// prune removes unused declarations, which linters complain about. It keeps the declarations that other code calls, and everything
// that these mention: exported functions, methods of types that are declared elsewhere, and what Format.Print prints for roots.
func prune(text string) (string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return text, fmt.Errorf("generated code: %w", err)
	}
	own := map[string]bool{} // types that the file declares
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			names, _ := declared(d)
			for _, name := range names {
				own[name] = true
			}
		}
	}
	decls := map[string][]*declaration{} // methods of several types may have the same name
	methods := map[string][]string{}     // names of methods, by type
	queue := []string{"." + stringer, "." + isZero}
	for _, d := range file.Decls {
		names, doc := declared(d)
		if doc == nil {
			doc = &ast.CommentGroup{List: []*ast.Comment{{Slash: d.Pos()}}}
		}
		one := &declaration{from: fset.Position(doc.Pos()).Offset, to: fset.Position(d.End()).Offset, mentions: mentionedNames(d)}
		t := receiver(d)
		if own[t] {
			one.receiver = t
		}
		for _, name := range names {
			exported := isEntryPoint(name)
			if t != "" {
				name = "." + name
				methods[t] = append(methods[t], name)
			}
			decls[name] = append(decls[name], one)
			if one.receiver == "" && exported {
				queue = append(queue, name)
			}
		}
	}
	live, seen := map[*declaration]bool{}, map[string]bool{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		for _, d := range decls[name] {
			if !live[d] && (d.receiver == "" || seen[d.receiver]) {
				live[d] = true
				queue = append(queue, d.mentions...)
			}
		}
		if !seen[name] {
			seen[name] = true
			for _, m := range methods[name] { // methods that were mentioned before their type
				if seen[m] {
					queue = append(queue, m)
				}
			}
		}
	}
	dead := map[*declaration]bool{} // a declaration of several names is in decls for each
	var edits []edit
	for _, list := range decls {
		for _, d := range list {
			if !live[d] && !dead[d] {
				dead[d] = true
				edits = append(edits, edit{start: d.from, end: d.to})
			}
		}
	}
	return applyEdits(text, edits), nil
}

// dropRepeatedComments removes the comments of functions that do for one type what an earlier function does for another: those whose names differ
// only in the part for the type.
func dropRepeatedComments(text string) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return text, fmt.Errorf("generated code: %w", err)
	}
	s := &simplifier{text: text, file: file}
	seen := map[string]bool{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Doc == nil || f.Recv != nil || ast.IsExported(f.Name.Name) {
			continue
		}
		verb, _, ok := strings.Cut(f.Name.Name, "_")
		if ok && seen[verb] && !hasDirective(f.Doc) {
			s.cut(f.Doc.Pos(), f.Pos(), "")
		}
		seen[verb] = true
	}
	return applyEdits(text, s.edits), nil
}

// hasDirective reports whether a comment has directives, such as //go:noinline.
func hasDirective(doc *ast.CommentGroup) bool {
	return slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:") })
}

// receiver returns the name of the type that a declaration is a method of, or "".
func receiver(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok || f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// declared returns the names that a declaration declares, and its comment. The name of a method has no receiver type.
func declared(d ast.Decl) (names []string, doc *ast.CommentGroup) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []string{d.Name.Name}, d.Doc
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
		return names, d.Doc
	}
	return nil, nil
}

// isEntryPoint reports whether code outside the file calls a function: an exported function, or one that Format.Print prints for a
// root. Declarations of _ count, too, since they are checks by the compiler.
func isEntryPoint(name string) bool {
	if name == "_" {
		return true
	}
	verb, _, ok := strings.Cut(name, "_")
	return ast.IsExported(name) || ok && (strings.HasSuffix(verb, "Append") || strings.HasSuffix(verb, "Decode") || strings.HasSuffix(verb, "Clear"))
}
