package gen

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// beam is Apache Beam. Its file registers coders that call the generated methods.
var beam = &library{
	flag: "beam", module: "github.com/apache/beam/sdks/v2", oldest: "v2.76.0",
	imports: []string{beamPackage, beamPackage + "/core/graph/coder", beamPackage + "/register"},
}

const beamPackage = "github.com/apache/beam/sdks/v2/go/pkg/beam"

// A beamType is a type with a coder.
type beamType struct {
	*root
	format *emit.Format
}

// beamTypes returns the types that get coders, each with its first format. Beam encodes a slice element by element, whatever coder is
// registered, and encoding/json needs no registration.
func (t *target) beamTypes() (list []beamType) {
	seen := map[string]bool{}
	for _, r := range t.roots {
		i := slices.IndexFunc(r.formats, func(f *emit.Format) bool { return f.View.Kind != emit.LikeJSON })
		if i < 0 || seen[r.name] || t.isSlice(r.spec.Type, 0) {
			continue
		}
		seen[r.name] = true
		list = append(list, beamType{r, r.formats[i]})
	}
	return list
}

// isSlice reports whether a type expression is a slice. It does not know the types of other packages.
func (t *target) isSlice(x ast.Expr, depth int) bool {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return t.isSlice(x.X, depth)
	case *ast.ArrayType:
		return x.Len == nil
	case *ast.Ident:
		d := t.decls[x.Name]
		return d != nil && depth < len(t.decls) && t.isSlice(d.spec.Type, depth+1)
	}
	return false
}

// beamNames returns the names that the file declares.
func (t *target) beamNames() []string {
	names := []string{"baleBeamRegister"}
	for _, b := range t.beamTypes() {
		for _, name := range []string{"Encode", "Decode", "PtrEncode", "PtrDecode"} {
			names = append(names, "baleBeam"+name+b.name)
		}
	}
	return names
}

// checkBeam adds an error for each map whose entries are encoded in random order: GroupByKey compares keys by their bytes, and Beam's own
// coders sort maps. It notes which types do not get a deterministic coder, because nothing is known about their bytes.
func (t *target) checkBeam(d *plan.Directives) {
	if !slices.Contains(t.libraries(), beam) {
		return
	}
	for _, b := range t.beamTypes() {
		if b.node == nil { // the type has errors
			continue
		}
		if why := t.beamDoubt(b, d); why != "" {
			t.beamNotes = append(t.beamNotes, fmt.Sprintf("note: %s: Beam is not told that its coder is deterministic: %s. Group by %[1]s only if equal values have equal bytes", b.name, why))
		}
		t.eachPart([]*root{b.root}, func(x model.Type, path, pos string) bool {
			m, ok := model.Underlying(x).(*model.Map)
			if ok && !b.sorts(m, d) && directive.Unordered(m.Key, t.src.Package) == "" {
				t.failOnce(pos, path, "a coder for Beam sorts maps, so that GroupByKey can compare keys by their bytes: add //bale:sorted to the field or above the type of the map, or generate the code with -sorted")
			}
			return x == model.Type(b.node) || !b.root.callsMethods(x, t.src.Package)
		})
	}
}

// sorts reports whether the entries of a map are encoded in the order of their keys.
func (b beamType) sorts(m *model.Map, d *plan.Directives) bool {
	return b.format.Facts(b.node).SortsMaps || d.Sorted(m)
}

// beamDoubt returns why equal values of a type may have different bytes, or "".
func (t *target) beamDoubt(b beamType, d *plan.Directives) (why string) {
	home := t.src.Package
	t.eachPart([]*root{b.root}, func(x model.Type, path, _ string) bool {
		if x != model.Type(b.node) && b.root.callsMethods(x, home) {
			if why == "" {
				why = fmt.Sprintf("%s is encoded by its methods", path)
			}
			return false
		}
		if m, ok := model.Underlying(x).(*model.Map); ok && !b.sorts(m, d) && why == "" {
			why = fmt.Sprintf("the keys of %s have no order: %s", path, directive.Unordered(m.Key, home))
		}
		return true
	})
	return why
}

// beamText returns the file below the package clause.
func (t *target) beamText(d *plan.Directives) string {
	var lines, functions strings.Builder
	for _, b := range t.beamTypes() {
		names, data := t.methods(b.root, b.format), "b"
		if b.name == data {
			data = "data"
		}
		fill := strings.NewReplacer("TYPE", b.name, "DATA", data, "FORMAT", b.format.Name, "DETERMINISTIC", fmt.Sprint(t.beamDoubt(b, d) == ""),
			"UNMARSHAL", names.Fill("UnmarshalS", "", ""), "MARSHAL", names.Fill("MarshalS", "", ""))
		if !names.Message || b.gogo { // the messages of protoc-gen-go must not be copied
			fill.WriteString(&lines, "\tbaleBeamRegister(baleBeamEncodeTYPE, baleBeamDecodeTYPE, DETERMINISTIC)\n")
			fill.WriteString(&functions, beamValue)
		}
		fill.WriteString(&lines, "\tbaleBeamRegister(baleBeamPtrEncodeTYPE, baleBeamPtrDecodeTYPE, DETERMINISTIC)\n")
		fill.WriteString(&functions, beamPointer)
	}
	return strings.Replace(beamHead, "LINES", lines.String(), 1) + functions.String()
}

// beamHead is the beginning of the file, up to the functions for each type.
const beamHead = `import (
	"errors"
	"reflect"

	"` + beamPackage + `"
	"` + beamPackage + `/core/graph/coder"
	"` + beamPackage + `/register"
)

// Beam encodes the elements of PCollections with the coder that is registered for their type. It must be registered before beam.Init is
// called.
func init() {
LINES}

// baleBeamRegister registers encode and decode as the coder of T. Beam calls them without reflection.
func baleBeamRegister[T any](encode func(T) ([]byte, error), decode func([]byte) (T, error), deterministic bool) {
	register.Function1x2(encode)
	register.Function1x2(decode)
	t := reflect.TypeFor[T]()
	beam.RegisterCoder(t, encode, decode)
	if deterministic {
		coder.RegisterDeterministicCoder(t, encode, decode)
	}
}
`

// beamValue has the functions for a type.
const beamValue = `
// baleBeamEncodeTYPE returns v in the FORMAT format.
func baleBeamEncodeTYPE(v TYPE) ([]byte, error) {
	return v.MARSHAL()
}

// baleBeamDecodeTYPE returns the value of a message in the FORMAT format. Nothing in the value refers to DATA.
func baleBeamDecodeTYPE(DATA []byte) (v TYPE, err error) {
	err = v.UNMARSHAL(DATA)
	return v, err
}
`

// beamPointer has the functions for pointers to a type.
const beamPointer = `
// baleBeamPtrEncodeTYPE is for PCollections of pointers, which must not be nil.
func baleBeamPtrEncodeTYPE(v *TYPE) ([]byte, error) {
	if v == nil {
		return nil, errors.New("a nil *TYPE has no encoding: leave it out of the PCollection")
	}
	return v.MARSHAL()
}

// baleBeamPtrDecodeTYPE returns a pointer to the value of a message in the FORMAT format.
func baleBeamPtrDecodeTYPE(DATA []byte) (*TYPE, error) {
	v := new(TYPE)
	err := v.UNMARSHAL(DATA)
	return v, err
}
`
