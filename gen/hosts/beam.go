package hosts

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

const beamPackage = "github.com/apache/beam/sdks/v2/go/pkg/beam"

// A beamType is a type with a coder.
type beamType struct {
	*Root
	emit.MethodSet
}

// beamTypes returns the types that get coders, each with its first format. Beam encodes a slice element by element, whatever coder is
// registered, and encoding/json needs no registration.
func (p *Package) beamTypes() (list []beamType) {
	seen := map[string]bool{}
	for _, r := range p.Roots {
		i := slices.IndexFunc(r.Formats, func(f *emit.Format) bool { return f.View.Kind != emit.LikeJSON })
		if i < 0 || seen[r.Name] || r.Slice {
			continue
		}
		seen[r.Name] = true
		list = append(list, beamType{r, r.Methods[i]})
	}
	return list
}

// beamNames returns the names that the file declares.
func (p *Package) beamNames() []string {
	names := []string{"baleBeamRegister"}
	for _, b := range p.beamTypes() {
		for _, name := range []string{"Encode", "Decode", "PtrEncode", "PtrDecode"} {
			names = append(names, "baleBeam"+name+b.Root.Name)
		}
	}
	return names
}

// CheckBeam returns an error for each map whose entries are encoded in random order: GroupByKey compares keys by their bytes, and Beam's own
// coders sort maps. It notes which types do not get a deterministic coder, because nothing is known about their bytes.
func (p *Package) CheckBeam() (errs model.Errors, notes []string) {
	for _, b := range p.beamTypes() {
		if b.Node == nil { // the type has errors
			continue
		}
		if why := p.beamDoubt(b); why != "" {
			notes = append(notes, fmt.Sprintf("note: %s: Beam is not told that its coder is deterministic: %s. Group by %[1]s only if equal values have equal bytes", b.Root.Name, why))
		}
		emit.Roots{b.Root.Root}.EachPart(p.Path, func(x model.Type, path, pos string) bool {
			m, ok := model.Underlying(x).(*model.Map)
			if ok && !b.sorts(m, p.Directives) && directive.Unordered(m.Key, p.Path) == "" {
				errs = append(errs, &model.Error{Pos: pos, Path: path, Msg: "a coder for Beam sorts maps, so that GroupByKey can compare keys by their bytes: add //bale:sorted to the field or above the type of the map, or generate the code with -sorted"})
			}
			return x == model.Type(b.Node) || !b.Root.CallsMethods(x, p.Path)
		})
	}
	return errs, notes
}

// sorts reports whether the entries of a map are encoded in the order of their keys.
func (b beamType) sorts(m *model.Map, d *plan.Directives) bool {
	return b.Format.Facts(b.Node).SortsMaps || d.Sorted(m)
}

// beamDoubt returns why equal values of a type may have different bytes, or "".
func (p *Package) beamDoubt(b beamType) (why string) {
	home, d := p.Path, p.Directives
	emit.Roots{b.Root.Root}.EachPart(home, func(x model.Type, path, _ string) bool {
		if x != model.Type(b.Node) && b.Root.CallsMethods(x, home) {
			if why == "" {
				why = fmt.Sprintf("%s is encoded by its methods", path)
			}
			return false
		}
		if m, ok := model.Underlying(x).(*model.Map); ok && !b.sorts(m, d) && why == "" {
			why = fmt.Sprintf("the keys of %s have no order: %s", path, directive.Unordered(m.Key, p.Path))
		}
		return true
	})
	return why
}

// beamText returns the source of the file.
func (p *Package) beamText() string {
	head, functions, _ := strings.Cut(beamSource, "\n// baleBeamEncodeTYPE")
	value, pointer, _ := strings.Cut("\n// baleBeamEncodeTYPE"+functions, "\n// baleBeamPtrEncodeTYPE")
	pointer = "\n// baleBeamPtrEncodeTYPE" + pointer
	var lines, code strings.Builder
	for _, b := range p.beamTypes() {
		data := "b"
		if b.Root.Name == data {
			data = "data"
		}
		fill := strings.NewReplacer("TYPE", b.Root.Name, "DATA", data, "FORMAT", b.Format.Name, "DETERMINISTIC", fmt.Sprint(p.beamDoubt(b) == ""),
			"UNMARSHAL", b.Fill("UnmarshalS", "", ""), "MARSHAL", b.Fill("MarshalS", "", ""))
		if b.Copies {
			fill.WriteString(&lines, beamValueLine)
			fill.WriteString(&code, value)
		}
		fill.WriteString(&lines, beamPointerLine)
		fill.WriteString(&code, pointer)
	}
	return strings.Replace(head, beamValueLine+beamPointerLine, lines.String(), 1) + code.String()
}

//go:embed _beam/coders.go
var beamSource string

// The lines of beamSource that register the coders of a type.
const (
	beamValueLine   = "\tbaleBeamRegister(baleBeamEncodeTYPE, baleBeamDecodeTYPE, DETERMINISTIC)\n"
	beamPointerLine = "\tbaleBeamRegister(baleBeamPtrEncodeTYPE, baleBeamPtrDecodeTYPE, DETERMINISTIC)\n"
)
