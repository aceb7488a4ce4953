package root

import (
	"fmt"
	"go/ast"
	"slices"

	"bale/gen/emit"
	"bale/model"
)

// elements returns the root that the elements of r are, if streams can have them one at a time in a format: structs whose bytes in a list
// are those of a message. It returns nil if they cannot.
func (list List) elements(r *Root, f *emit.Format) *Root {
	slice, ok := r.Spec.Type.(*ast.ArrayType)
	if !ok || slice.Len != nil || f.Methods.Elements.Func == "" || r.Uses.Has("stamp") {
		return nil
	}
	x := slice.Elt
	if p, ok := x.(*ast.StarExpr); ok && f.Methods.Elements.Framed { // a list has no nil elements
		x = p.X
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		return nil
	}
	i := slices.IndexFunc(list, func(e *Root) bool { return e.Name == id.Name && slices.Contains(e.Formats, f) })
	if i < 0 || list[i].Uses.Has("stamp") {
		return nil
	}
	elem := list[i]
	if r.Node == nil { // the model is not loaded yet, so the stubs may have a function more
		return elem
	}
	of := r.Node.Underlying.(*model.Slice).Elem
	if p, ok := of.(*model.Pointer); ok {
		of = p.Elem
	}
	if _, ok := model.Underlying(of).(*model.Struct); !ok || r.CallsMethods(of, r.Source.Package) || !f.Methods.Elements.Framed && f.Facts(elem.Node).Unterminated {
		return nil
	}
	return elem
}

// PrintStreams prints the functions for streams of r, a root of the list, in a format.
func (list List) PrintStreams(p *emit.Printer, r *Root, f *emit.Format) {
	if !r.Streams {
		return
	}
	p.Stream(r.Methods(f), r.Node)
	if elem := list.elements(r, f); elem != nil {
		p.Elements(r.Methods(f), r.Node, elem.Methods(f), elem.Node)
	}
}

// CheckStreams returns an error for each name that the code of streams needs and that the package declares, or that two types need.
func (list List) CheckStreams() (errs model.Errors) {
	seen := map[string]string{}
	check := func(r *Root, name string) {
		if pos := r.Source.Taken[name]; pos != "" && seen[name] == "" {
			errs = append(errs, &model.Error{Pos: pos, Path: name, Msg: fmt.Sprintf("the code for streams of %s declares this name, too: rename it, or leave out streams of the type", r.Name)})
		}
		seen[name] = r.Name
	}
	for _, r := range list {
		if !r.Streams {
			continue
		}
		for _, name := range emit.StreamTypes {
			check(r, name)
		}
		for _, f := range r.Formats {
			reader, writer := r.Methods(f).StreamNames(r.Name)
			if other := seen[reader]; other != "" {
				errs = append(errs, &model.Error{Pos: r.Pos, Path: r.Name, Msg: fmt.Sprintf("%s would be for streams of %s and of %s: rename one of the types, or give the methods of one another ending, as in //bale:gen methods=Compact", reader, other, r.Name)})
			}
			check(r, reader)
			check(r, writer)
			if list.elements(r, f) != nil {
				check(r, r.Methods(f).ElementsName(r.Name))
			}
		}
	}
	return errs
}

// streamStubs returns what the package may use of streams, for type checking it before code is generated.
func (list List) streamStubs() (head, text string) {
	for _, r := range list {
		if !r.Streams {
			continue
		}
		if text == "" {
			head, text = "import baleio \"io\"\n", emit.StreamTypeStubs
		}
		for _, f := range r.Formats {
			text += r.Methods(f).StreamStubs(r.Name, "baleio")
			if elem := list.elements(r, f); elem != nil {
				text += r.Methods(f).ElementsStub(r.Name, elem.Name, "baleio")
			}
		}
	}
	return head, text
}
