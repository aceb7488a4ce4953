package gen

import (
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// A Program describes the code of a package for a program that reads and writes its messages.
type Program struct {
	Model *model.Model  // of the package; the roots are the types, and only the package itself is described
	Types []ProgramType // each type in each of its formats
}

// A ProgramType is a type in one format.
type ProgramType struct {
	Root    int // index of the type in the model
	Methods emit.MethodSet
	// Function is the name of the type as a part of the names of functions.
	Function string
	Facts    emit.Facts
	// Earlier has the names of the layouts in bale.lock of earlier versions of the types, such as Line@1. The code does not decode them.
	Earlier []string
	// Stamped means that a message begins with a stamp, of [emit.StampSize] bytes.
	Stamped bool
}

// program returns the target's types. Their code need not have been generated.
func (t *target) program(d *plan.Directives) *Program {
	p := &Program{Model: &model.Model{Package: t.src.Package, Name: t.src.Name, Dir: t.src.Dir, Module: t.src.Module, Overlay: map[string][]byte{}}}
	old := t.readLock()
	for _, r := range t.all() {
		p.Model.Roots = append(p.Model.Roots, &model.Root{Expr: r.Name, Type: r.Node, Pos: r.Pos})
		for _, f := range r.Formats {
			if !t.isPrinted(&r.Root, f) {
				continue
			}
			one := ProgramType{Root: len(p.Model.Roots) - 1, Methods: r.Methods(f), Function: r.Function, Facts: f.Facts(r.Node), Earlier: old.Earlier(f.Name)}
			_, one.Stamped = d.Stamp(f.Prefix(), r.Node)
			p.Types = append(p.Types, one)
		}
	}
	return p
}
