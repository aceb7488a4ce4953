package build

import (
	"fmt"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"bale/model"
)

// An omission makes an overlay of the files that change when the code that bale gen generated is left out. Functions that need this code
// panic when they are called. A comparison calls no functions of the package but BaleSamples and marshal methods.
type omission struct {
	*model.LeftOut
	overlay map[string][]byte
	checked map[string]*types.Package // type-checked with the overlay, by import path
	broken  map[types.Object]bool     // functions that panic
}

// leaveOut changes a model's Overlay so that programs do not have the code that bale gen generated.
func leaveOut(m *model.Model) error {
	if m.LeftOut == nil {
		return nil
	}
	o := &omission{LeftOut: m.LeftOut, overlay: map[string][]byte{}, checked: map[string]*types.Package{}, broken: map[types.Object]bool{}}
	for _, pkg := range o.Packages {
		if err := o.mend(pkg); err != nil {
			return err
		}
	}
	var errs model.Errors
	for _, r := range m.Roots {
		if r.Samples == nil {
			continue
		}
		if fn := o.checked[m.Package].Scope().Lookup(r.Samples.Func); o.broken[fn] {
			errs = append(errs, &model.Error{Pos: o.Place(r.Samples.Func), Msg: r.Samples.Func +
				" calls code that bale gen generated, which a comparison leaves out: make the values without it"})
		}
	}
	if len(errs) > 0 {
		return errs
	}
	m.Replace(o.overlay)
	m.LeftOut.Replaced = slices.Collect(maps.Keys(o.overlay))
	return nil
}

// Import implements types.Importer.
func (o *omission) Import(path string) (*types.Package, error) {
	if p := o.checked[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("package %s is not among the imports", path)
}

// imports adds the imports of pkg to the checked packages, unless they are there already.
func (o *omission) imports(pkg *packages.Package) {
	o.checked["unsafe"] = types.Unsafe
	for _, p := range pkg.Types.Imports() {
		if o.checked[p.Path()] == nil {
			o.checked[p.Path()] = p
		}
	}
}
