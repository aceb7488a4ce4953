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
