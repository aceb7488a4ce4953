package model

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A MarshalMethods is the pair of marshal methods by which a custom type is encoded, if a directive in the source names it:
//
//	//bale:custom k8s.io/apimachinery/pkg/api/resource.Quantity json
//
// This form, anywhere in a file of the package, applies to a type. At a field, the directive has no type and applies to the type that
// the field holds. The way skip leaves out all fields that hold the type; path/of/package.Type.Field in place of the type leaves out
// one field of another package's struct.
type MarshalMethods string

// The ways. "" means that no directive names one.
const (
	MarshalByBinary MarshalMethods = "binary" // MarshalBinary and UnmarshalBinary
	MarshalByGob    MarshalMethods = "gob"    // GobEncode and GobDecode
	MarshalByGogo   MarshalMethods = "gogo"   // Marshal and Unmarshal
	MarshalByText   MarshalMethods = "text"   // MarshalText and UnmarshalText
	MarshalByJSON   MarshalMethods = "json"   // MarshalJSON and UnmarshalJSON
	MarshalByFields MarshalMethods = "fields" // no methods: no directive says this, but package gen sets it for types that it generates code for
	skipped         MarshalMethods = "skip"   // leaves out fields that hold the type
)

var ways = []MarshalMethods{MarshalByBinary, MarshalByGob, MarshalByGogo, MarshalByText, MarshalByJSON}

// customWord is the first word of the directive.
const customWord = "custom"

// IsPackageDirective reports whether text, a directive without its //bale:, names the way of a type, or the union of an interface of another
// package. Such a directive may stand anywhere in a file, and is read with the model.
func IsPackageDirective(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return word == customWord || otherUnion.MatchString(text)
}

// customs holds the directives of a package.
type customs struct {
	types  map[*types.TypeName]MarshalMethods
	fields map[token.Pos]MarshalMethods    // by the position of the field's name
	at     map[token.Pos]string            // positions of the directives in fields
	unions map[types.Object]*declaredUnion // of interfaces and fields of other packages
	skip   map[*types.Var]bool             // fields of other packages
}

// readCustoms reads the directives of the loaded package, and records the errors in them.
func (l *loader) readCustoms() {
	l.customs = customs{map[*types.TypeName]MarshalMethods{}, map[token.Pos]MarshalMethods{}, map[token.Pos]string{}, map[types.Object]*declaredUnion{}, map[*types.Var]bool{}}
	for _, file := range l.pkg.Syntax {
		fields := fieldComments(file)
		for _, group := range file.Comments {
			for _, c := range group.List {
				text, ok := strings.CutPrefix(c.Text, "//bale:")
				if !ok || !IsPackageDirective(text) {
					continue
				}
				text, _, _ = strings.Cut(text, " //")
				if u := otherUnion.FindStringSubmatch(text); u != nil {
					l.otherUnion(u[1], u[2], file, l.places.at(c.Pos()))
					continue
				}
				l.custom(strings.Fields(text)[1:], fields[c], l.places.at(c.Pos()))
			}
		}
	}
}

// fieldComments returns the comments at fields, each with the positions of the field names that it applies to.
func fieldComments(file *ast.File) map[*ast.Comment][]token.Pos {
	at := map[*ast.Comment][]token.Pos{}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		for _, f := range s.Fields.List {
			for _, group := range []*ast.CommentGroup{f.Doc, f.Comment} {
				for i := 0; group != nil && i < len(group.List); i++ {
					for _, id := range FieldNames(f) {
						at[group.List[i]] = append(at[group.List[i]], id.Pos())
					}
				}
			}
		}
		return true
	})
	return at
}

// FieldNames returns the names of a field. The name of an embedded field is that of its type.
func FieldNames(f *ast.Field) []*ast.Ident {
	if len(f.Names) > 0 {
		return f.Names
	}
	x := f.Type
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.ParenExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.SelectorExpr:
			return []*ast.Ident{t.Sel}
		case *ast.Ident:
			return []*ast.Ident{t}
		default:
			return nil
		}
	}
}

// custom records one directive: the way of the fields, or a type and its way.
func (l *loader) custom(words []string, fields []token.Pos, pos string) {
	wrong := func(format string, args ...any) { l.fail(pos, "", customWord+": "+format, args...) }
	switch {
	case len(fields) > 0 && len(words) != 1:
		wrong("write one encoding at a field: //bale:custom json, or binary, gob, gogo, text")
		return
	case len(fields) == 0 && len(words) != 2:
		wrong("write a type with its package path, and an encoding, as in //bale:custom k8s.io/apimachinery/pkg/api/resource.Quantity json")
		return
	}
	way := MarshalMethods(words[len(words)-1])
	switch {
	case way == skipped && len(fields) > 0:
		wrong("mark the field `bale:\"skip\"` instead")
		return
	case way != skipped && !slices.Contains(ways, way):
		wrong("%q is not a known encoding: write binary, gob, gogo, text, json or skip", string(way))
		return
	}
	for _, f := range fields {
		l.customs.fields[f], l.customs.at[f] = way, pos
	}
	if len(fields) > 0 {
		return
	}
	name, why := l.typeName(words[0])
	if name == nil {
		if why := l.customField(words[0], way, why); why != "" {
			wrong("%s", why)
		}
		return
	}
	if why := l.missingMethods(name.Type(), way); way != skipped && why != "" {
		wrong("%s", why)
		return
	}
	if previous, ok := l.customs.types[name]; ok && previous != way {
		wrong("%s is encoded with %s already: write one directive", words[0], previous)
	}
	l.customs.types[name] = way
}

// customField records a directive that leaves out a field of another package's struct, or returns an error text. noType is the error
// text for a text that names no type.
func (l *loader) customField(text string, way MarshalMethods, noType string) string {
	f, why := l.structField(text, noType)
	switch {
	case f == nil:
		return why
	case way != skipped:
		return text + " is a field, which only skip applies to: name its type to choose an encoding"
	case f.Pkg() == l.pkg.Types:
		return "mark the field `bale:\"skip\"` instead"
	}
	l.customs.skip[f] = true
	return ""
}

// structField finds the struct field that text names as path/of/package.Type.Field, or returns an error text. noType is the error text
// for a text that names no type.
func (l *loader) structField(text, noType string) (*types.Var, string) {
	dot := strings.LastIndexByte(text, '.')
	if dot < 0 {
		return nil, noType
	}
	holder, noHolder := l.typeName(text[:dot])
	if holder == nil && l.namesType(text[:dot]) {
		return nil, noHolder
	} else if holder == nil {
		return nil, noType
	}
	s, _ := holder.Type().Underlying().(*types.Struct)
	for i := 0; s != nil && i < s.NumFields(); i++ {
		if f := s.Field(i); f.Name() == text[dot+1:] {
			return f.Origin(), ""
		}
	}
	return nil, text[:dot] + " has no field " + text[dot+1:] + ": check the name"
}

// namesType reports whether a text is rather the name of a type, although there is no such type, than the path of a package: its last part
// begins with an upper-case letter, as the names of exported types do, or has a known package before it.
func (l *loader) namesType(text string) bool {
	path, name := cutPackage(text)
	return token.IsExported(name) || path != "" && findImport(l.pkg.Types, path, map[*types.Package]bool{}) != nil
}

// cutPackage cuts the name of a type with the path of its package before it into these two. The path is "" if there is none.
func cutPackage(text string) (path, name string) {
	if dot := strings.LastIndexByte(text, '.'); dot > strings.LastIndexByte(text, '/') {
		return text[:dot], text[dot+1:]
	}
	return "", text
}

// typeName finds a type by the path of its package and its name, or returns an error text.
func (l *loader) typeName(text string) (*types.TypeName, string) {
	if generic, _, ok := strings.Cut(text, "["); ok {
		return nil, "name the type without type arguments, for all its instances: " + generic
	}
	path, name := cutPackage(text)
	if path == "" {
		path = l.pkg.PkgPath
	}
	p := findImport(l.pkg.Types, path, map[*types.Package]bool{})
	if p == nil {
		return nil, "package " + path + " is imported neither by this package nor by those that it imports: check the path"
	}
	obj, ok := p.Scope().Lookup(name).(*types.TypeName)
	if !ok && text == "error" {
		obj, ok = types.Universe.Lookup(text).(*types.TypeName)
	}
	if !ok {
		return nil, "package " + path + " has no type " + name + ": check the name"
	}
	if n, ok := types.Unalias(obj.Type()).(*types.Named); ok {
		return n.Obj(), ""
	}
	return obj, ""
}

// findImport returns the package with the path among p and all packages that it imports directly or indirectly, as far as they are
// known, or nil.
func findImport(p *types.Package, path string, seen map[*types.Package]bool) *types.Package {
	if p.Path() == path {
		return p
	}
	seen[p] = true
	for _, im := range p.Imports() {
		if seen[im] {
			continue
		}
		if found := findImport(im, path, seen); found != nil {
			return found
		}
	}
	return nil
}

// missingMethods returns an error text if t does not have the methods of a way, and "" if it has them.
func (l *loader) missingMethods(t types.Type, way MarshalMethods) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return l.spell(t) + " has no methods, so custom does not apply to it: remove the directive"
	}
	m := methodsOf(n.Origin(), l.handwritten)
	var has []string
	for _, w := range ways {
		if m.Has(w) {
			has = append(has, string(w))
		}
	}
	switch {
	case m.Has(way):
		return ""
	case len(has) == 0:
		return l.spell(t) + " has no marshal methods that were written by hand: write them, or remove the directive"
	}
	return l.spell(t) + " has no methods for " + string(way) + ": name one that it has, " + strings.Join(has, " or ")
}

// Has reports whether the type has the methods of a way.
func (m Methods) Has(way MarshalMethods) bool {
	switch way {
	case MarshalByBinary:
		return m.Binary
	case MarshalByGob:
		return m.Gob
	case MarshalByGogo:
		return m.Gogo
	case MarshalByText:
		return m.Text
	case MarshalByJSON:
		return m.JSON
	}
	return false
}

// LosesText reports whether n is math/big.Float, whose MarshalText rounds to 64 bits. GobEncode keeps all of a value: its precision, its
// rounding mode and the sign of a zero.
func (n *Named) LosesText() bool { return n.Package == "math/big" && n.Name == "Float" }

// withWay returns t with the way set on the custom type that t is, or that its lists, maps and pointers finally hold. t must be
// complete, because types with names are copied.
func withWay(t Type, way MarshalMethods) Type {
	switch t := t.(type) {
	case *Named:
		n := *t
		if n.Methods.any() {
			n.Marshal = way
		} else {
			n.Underlying, n.held = withWay(n.Underlying, way), way
		}
		return &n
	case *Pointer:
		return &Pointer{Elem: withWay(t.Elem, way)}
	case *Slice:
		return &Slice{Elem: withWay(t.Elem, way)}
	case *Array:
		return &Array{Len: t.Len, Elem: withWay(t.Elem, way)}
	case *Map:
		return &Map{Key: t.Key, Elem: withWay(t.Elem, way)}
	}
	return t
}

// ChosenWay returns the way that a directive chooses for t, or for the type that its lists, maps and pointers finally hold, or "".
func ChosenWay(t Type) string {
	switch t := t.(type) {
	case *Named:
		if t.held != "" {
			return string(t.held)
		}
		if t.Marshal != MarshalByFields {
			return string(t.Marshal)
		}
	case *Pointer:
		return ChosenWay(t.Elem)
	case *Slice:
		return ChosenWay(t.Elem)
	case *Array:
		return ChosenWay(t.Elem)
	case *Map:
		return ChosenWay(t.Elem)
	}
	return ""
}

// fieldWay returns the way that a directive at a field names, or "". It records an error if the type that the field holds lacks the
// methods.
func (l *loader) fieldWay(f *types.Var) MarshalMethods {
	way := l.customs.fields[f.Pos()]
	if way == "" {
		return ""
	}
	if why := l.missingMethods(l.innermost(f.Type()), way); why != "" {
		l.fail(l.customs.at[f.Pos()], f.Name(), customWord+": %s", why)
		return ""
	}
	return way
}

// innermost returns t, or the type that its pointers, lists and maps finally hold. They may have names, if they have no marshal methods.
func (l *loader) innermost(t types.Type) types.Type {
	seen := map[types.Type]bool{}
	for {
		t = types.Unalias(t)
		n, named := t.(*types.Named)
		held := elem(t.Underlying())
		if held == nil || named && (seen[n] || l.marshalsItself(n)) {
			return t
		}
		seen[t] = true
		t = held
	}
}

// elem returns the type that t, a pointer, list or map, holds, or nil.
func elem(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Pointer:
		return t.Elem()
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	}
	return nil
}

// skips reports whether a directive leaves a field out: one at the field, or one for the type that it holds. A union at the field
// overrides the directive for the type.
func (l *loader) skips(f *types.Var, tag string) bool {
	if l.customs.skip[f.Origin()] {
		return true
	}
	if l.holdsSkipped(f.Type(), map[types.Type]bool{}) {
		return l.fieldUnion(f, tag, f.Name()) == nil
	}
	return l.options.skips(l.places, f, tag)
}

// holdsSkipped reports whether a directive skips t, or a type that its pointers, lists and maps hold. They may have names, unless a
// directive or MarshalBinary encodes them. seen has the types with names that contain t.
func (l *loader) holdsSkipped(t types.Type, seen map[types.Type]bool) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		way, ok := l.customs.types[t.Obj()]
		if ok || seen[t] || methodsOf(t, l.handwritten).Binary {
			return way == skipped
		}
		seen[t] = true
		if _, ok := t.Underlying().(*types.Basic); !ok {
			return l.holdsSkipped(t.Underlying(), seen)
		}
	case *types.Map:
		return l.holdsSkipped(t.Key(), seen) || l.holdsSkipped(t.Elem(), seen)
	case interface{ Elem() types.Type }:
		return l.holdsSkipped(t.Elem(), seen)
	}
	return false
}
