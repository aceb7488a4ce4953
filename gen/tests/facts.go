package tests

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// testFacts returns what the types and formats of the roots have and do not have. The test file has no code for what they do not have.
func (t *Package) testFacts(directives *plan.Directives) map[string]bool {
	has := map[string]bool{"baleHasForms": len(directives.JSONUnions) > 0, "baleHasCustom": false, "baleHasUnions": false, "baleHasForeign": false, "baleHasStamps": false, "baleHasStreams": false, "baleHasReads": false,
		"baleHasLimits": false, "baleHasRenamed": false, "baleHasFloats": false, "baleHasComplexes": false, "baleHasArrays": false, "baleHasBools": false, "baleHasPresent": false}
	// Fields with these names are false, or depend on what the formats have.
	fields := map[string]bool{".unions": has["baleHasForms"], ".original": has["baleHasForms"], ".rejectsNil": false, ".unterminated": false, ".sizeVaries": false}
	for _, r := range t.Roots {
		has["baleHasStreams"] = has["baleHasStreams"] || r.Streams
		has["baleHasReads"] = has["baleHasReads"] || len(directives.Parts[r.Node]) > 0
	}
	fields[".stream"], fields[".reads"] = has["baleHasStreams"], has["baleHasReads"]
	t.plain().EachCustom(t.Path, func(*model.Named, string) { has["baleHasCustom"] = true })
	for _, r := range t.plain() {
		model.Walk(r.Node, func(x model.Type) bool {
			t.noteKind(has, x, directives)
			return true
		})
		for _, f := range r.Formats {
			if _, ok := directives.Stamp(f.Prefix(), r.Node); ok {
				has["baleHasStamps"] = true
			}
			facts := f.Facts(r.Node)
			fields[".rejectsNil"] = fields[".rejectsNil"] || facts.RejectsNil
			fields[".unterminated"] = fields[".unterminated"] || facts.Unterminated
			fields[".sizeVaries"] = fields[".sizeVaries"] || facts.SizeVaries
		}
	}
	if has["baleHasCustom"] { // the tests look into custom types, which may hold anything
		for name := range has {
			has[name] = has[name] || !slices.Contains([]string{"baleHasStamps", "baleHasForms", "baleHasStreams", "baleHasReads"}, name)
		}
	}
	fields[".fillsNil"], fields[".foreign"], fields[".internal"] = has["baleHasCustom"], has["baleHasForeign"], has["baleHasForeign"] || has[".internal"]
	fields[".ownMethods"] = has["baleHasCustom"] || has["baleHasForeign"]
	for name, may := range fields {
		if !may {
			has[name] = false
		}
	}
	return has
}

// noteKind records that values have a part of type x.
func (t *Package) noteKind(has map[string]bool, x model.Type, directives *plan.Directives) {
	if n, ok := x.(*model.Named); ok {
		_, isStruct := n.Underlying.(*model.Struct)
		if isStruct && (n.Package != t.Path || n.Declared != "") {
			has["baleHasForeign"] = true
		}
		has["baleHasRenamed"] = has["baleHasRenamed"] || !isStruct
	}
	if s, ok := model.Underlying(x).(*model.Struct); ok && len(s.Internal) > 0 {
		has[".internal"] = true
	}
	switch u := model.Underlying(x).(type) {
	case *model.Struct:
		for _, f := range u.Fields {
			has["baleHasPresent"] = has["baleHasPresent"] || neverNil(f)
			has["baleHasLimits"] = has["baleHasLimits"] || t.maxLen(f, directives.Field(f).Max) > 0
		}
	case *model.Interface:
		has["baleHasUnions"] = true
	case *model.Array:
		has["baleHasArrays"] = true
	case *model.Basic:
		switch u.Kind {
		case model.Bool:
			has["baleHasBools"] = true
		case model.Float32, model.Float64:
			has["baleHasFloats"] = true
		case model.Complex64, model.Complex128:
			has["baleHasComplexes"] = true
		}
	}
}
