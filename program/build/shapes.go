package build

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"bale/model"
	"bale/model/directive"
	"bale/program/datafile"
	"bale/runner/measure"
	"bale/shape"
)

// defaultLengths are the default lengths of a slice type of the user.
var defaultLengths = []int{1, 100, 10000}

// A Shape is a Go type with its sample values.
type Shape struct {
	Name   string // name in results: "nested-100"
	Base   string // name without the length: "nested"
	Model  *model.Model
	Root   int    // index of the root in Model
	Length int    // length of a slice type; 0 for other types
	Data   string // absolute path of a file of sample values; "" for generated values

	Hiding *model.Hiding // fields that tags hide from serializers; nil if there are none

	Given bool // the sample values are the user's own: from a file, or from the package's function
}

// OwnSamples reports whether the sample values come from a function of the user's package, which may read files. It is false for the
// shapes of a pack.
func (s *Shape) OwnSamples() bool {
	return s.Given && s.Data == "" && s.Model != nil
}

// Builtin loads built-in shapes. It writes their source into the cache as a module, and loads them like other types. A name may have a length, such
// as nested-100. Slice shapes without one have the given lengths, or their own ones if there are none.
func (b *Builder) Builtin(ctx context.Context, names []string, lengths []int) ([]*Shape, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(shape.Source, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files["shape/"+path], err = shape.Source.ReadFile(path)
		return err
	})
	if err != nil {
		return nil, err
	}
	dir, err := b.WriteModule(files)
	if err != nil {
		return nil, err
	}
	var wanted []shape.Shape // with the lengths to measure
	for _, s := range shape.All {
		var all []int
		found := false
		for _, n := range names {
			named, length, ok := shape.Find(n)
			switch {
			case !ok:
				return nil, fmt.Errorf("no built-in shape is called %q", n)
			case named.Name != s.Name:
				continue
			case length > 0:
				all = append(all, length)
			case len(lengths) > 0:
				all = append(all, lengths...)
			default:
				all = append(all, s.Lengths...)
			}
			found = true
		}
		if found {
			slices.Sort(all)
			s.Lengths = slices.Compact(all)
			wanted = append(wanted, s)
		}
	}
	models, errs := make([]*model.Model, len(wanted)), make([]error, len(wanted))
	InParallel(ctx, len(wanted), func(i int) {
		models[i], errs[i] = directive.Load(ctx, dir, "./shape/"+wanted[i].Name, []string{wanted[i].Type})
	})
	var list []*Shape
	for i, s := range wanted {
		if errs[i] != nil {
			return nil, errs[i]
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		list = append(list, withLengths(&Shape{Name: s.Name, Base: s.Name, Model: models[i], Hiding: model.NewHiding(models[i].Roots[0].Type)}, s.Lengths)...)
	}
	return list, nil
}

// ownModule is the path of the module with the built-in shapes.
const ownModule = "bale"

// WriteModule writes files into the cache as a module named bale, and returns its folder.
func (b *Builder) WriteModule(files map[string][]byte) (dir string, err error) {
	files["go.mod"] = []byte("module " + ownModule + "\n\ngo 1.22\n")
	dir = filepath.Join(b.Cache, "shapes", digest(files))
	return dir, once(dir, func(tmp string) error { return WriteFiles(tmp, files) })
}

// Load loads the types of a package as shapes. It checks the values in the file data, unless data is "".
func Load(ctx context.Context, dir, pattern string, types []string, data string, lengths []int) ([]*Shape, error) {
	m, err := directive.Load(ctx, dir, pattern, types)
	if err == nil {
		err = leaveOut(m)
	}
	if err != nil {
		return nil, err
	}
	if data != "" && len(m.Roots) != 1 {
		return nil, fmt.Errorf("-data holds values of one type, and -type names %d", len(m.Roots))
	}
	if data != "" {
		if err := datafile.Check(data, dir, m.Roots[0]); err != nil {
			return nil, err
		}
	}
	var list []*Shape
	byType, names := map[string]string{}, map[string]bool{}
	for i, r := range m.Roots {
		key := model.GoType(r.Type, func(importPath string) string { return importPath })
		if other, ok := byType[key]; ok {
			return nil, fmt.Errorf("%s and %s are the same type: leave out one of them", other, r.Expr)
		}
		name := measure.ShapeName(r.Expr)
		if names[name] { // such as that of Pair[*T,U] after Pair[T,U]
			name = r.Expr
		}
		byType[key], names[name] = r.Expr, true
		s := &Shape{Name: name, Base: name, Model: m, Root: i, Data: data, Hiding: model.NewHiding(r.Type), Given: data != "" || r.Samples != nil}
		list = append(list, withLengths(s, lengths)...)
	}
	return list, nil
}

// withLengths returns a shape for each length if the type is a slice type with generated values. Otherwise it returns s.
func withLengths(s *Shape, lengths []int) []*Shape {
	if !hasLengths(s.Model.Roots[s.Root], s.Data) {
		return []*Shape{s}
	}
	if len(lengths) == 0 {
		lengths = defaultLengths
	}
	var list []*Shape
	for _, n := range lengths {
		one := *s
		one.Name, one.Length = fmt.Sprintf("%s-%d", s.Base, n), n
		list = append(list, &one)
	}
	return list
}

// hasLengths reports whether the sample values of a type can be made with a given length.
func hasLengths(r *model.Root, data string) bool {
	t, isSlice := model.Underlying(r.Type).(*model.Slice)
	return isSlice && !model.IsKind(t.Elem, model.Uint8) && data == "" && (r.Samples == nil || r.Samples.Elements)
}
