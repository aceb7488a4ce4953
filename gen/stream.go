package gen

import (
	"fmt"
	"go/ast"
	"slices"

	"bale/gen/emit"
	"bale/model"
)

// streams reports whether the root has readers and writers of streams.
func (t *target) streams(r *root) bool { return t.flags["stream"] || r.Uses.Has("stream") }

// elements returns the root that the elements of a root are, if streams can have them one at a time in a format: structs whose bytes in a list
// are those of a message. It returns nil if they cannot.
func (t *target) elements(r *root, f *emit.Format) *root {
	list, ok := r.Spec.Type.(*ast.ArrayType)
	if !ok || list.Len != nil || f.Methods.Elements.Helper == "" || r.Uses.Has("stamp") {
		return nil
	}
	x := list.Elt
	if p, ok := x.(*ast.StarExpr); ok && f.Methods.Elements.Framed { // a list has no nil elements
		x = p.X
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		return nil
	}
	i := slices.IndexFunc(t.roots, func(e *root) bool { return e.Name == id.Name && slices.Contains(e.Formats, f) })
	if i < 0 || t.roots[i].Uses.Has("stamp") {
		return nil
	}
	elem := t.roots[i]
	if r.Node == nil { // the model is not loaded yet, so the stubs may have a function more
		return elem
	}
	of := r.Node.Underlying.(*model.Slice).Elem
	if p, ok := of.(*model.Pointer); ok {
		of = p.Elem
	}
	if _, ok := model.Underlying(of).(*model.Struct); !ok || r.CallsMethods(of, t.src.Package) || !f.Methods.Elements.Framed && f.Facts(elem.Node).Unterminated {
		return nil
	}
	return elem
}

// printStreams prints the functions for streams of a root in a format.
func (t *target) printStreams(p *emit.Printer, r *root, f *emit.Format) {
	if !t.streams(r) {
		return
	}
	p.Stream(t.methods(r, f), r.Node)
	if elem := t.elements(r, f); elem != nil {
		p.Elements(t.methods(r, f), r.Node, t.methods(elem, f), elem.Node)
	}
}

// checkStreams returns an error for each name that the code of streams needs and that the package declares, or that two types need.
func (t *target) checkStreams() (errs model.Errors) {
	seen := map[string]string{}
	check := func(r *root, name string) {
		if pos := t.src.Taken[name]; pos != "" && seen[name] == "" {
			errs = append(errs, &model.Error{Pos: pos, Path: name, Msg: fmt.Sprintf("the code for streams of %s declares this name, too: rename it, or leave out streams of the type", r.Name)})
		}
		seen[name] = r.Name
	}
	for _, r := range t.roots {
		if !t.streams(r) {
			continue
		}
		for _, name := range emit.StreamTypes {
			check(r, name)
		}
		for _, f := range r.Formats {
			reader, writer := t.methods(r, f).StreamNames(r.Name)
			if other := seen[reader]; other != "" {
				errs = append(errs, &model.Error{Pos: r.Pos, Path: r.Name, Msg: fmt.Sprintf("%s would be for streams of %s and of %s: rename one of the types, or give the methods of one another ending, as in //bale:gen methods=Compact", reader, other, r.Name)})
			}
			check(r, reader)
			check(r, writer)
			if t.elements(r, f) != nil {
				check(r, t.methods(r, f).ElementsName(r.Name))
			}
		}
	}
	return errs
}

// streamStubs returns what the package may use of streams, for type checking it before code is generated.
func (t *target) streamStubs() (head, text string) {
	for _, r := range t.roots {
		if !t.streams(r) {
			continue
		}
		if text == "" {
			head, text = "import baleio \"io\"\n", emit.StreamTypeStubs
		}
		for _, f := range r.Formats {
			text += t.methods(r, f).StreamStubs(r.Name, "baleio")
			if elem := t.elements(r, f); elem != nil {
				text += t.methods(r, f).ElementsStub(r.Name, elem.Name, "baleio")
			}
		}
	}
	return head, text
}
