// Package dynamicssz describes github.com/pk910/dynamic-ssz and its generator dynssz-gen.
package dynamicssz

import (
	"reflect"
	"strings"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/pk910/dynamic-ssz"
	tool   = module + "/dynssz-gen"
	option = "optional-list" // the type, in a tag, of a field that may be nil
	note   = "signed integers travel as unsigned ones, floats as their bits, and times as messages, since those of the library are in seconds; " +
		`pointers in mirrors have the tag ssz-type:"` + option + `"`
)

// Codec works by reflection.
var Codec = &codec.Codec{
	Name: "dynamic-ssz", Module: module,
	Doc:      "https://github.com/pk910/dynamic-ssz#basic-usage",
	Packages: []string{module, tool, module + "/sszutils"},
	Variants: []*codec.Variant{{Wire: "SSZ", Caps: caps, Generate: generate, Note: note}},
}

// Gen is the methods that dynssz-gen generates. The library's functions call them.
var Gen = &codec.Codec{
	Name: "dynssz-gen", Module: module, Folder: "dynamicssz",
	Doc:      "https://github.com/pk910/dynamic-ssz/blob/v1.4.0/docs/code-generator.md",
	Packages: Codec.Packages,
	Variants: []*codec.Variant{{Wire: "SSZ", Caps: genCaps, Generate: generateMethods, Note: "every list has ssz-max 1,073,741,824; " + note}},
}

// caps returns the capabilities of the library without its extended types, which SSZ does not have.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Custom: custom,
		Scalars: lower.With(lower.Unsigned(), model.String, model.String), Bytes: true, Arrays: true, Pointers: true, Pointee: func(t model.Type) bool { return !lower.IsPointer(t) }, Tag: tag, NoEmpty: true,
	}
}

// refuse refuses pointers without the tag, and unexported fields.
func refuse(t model.Type, in *lower.Package) string {
	return lower.RefuseUntagged(t, in, func(tag reflect.StructTag) bool { return tag.Get("ssz-type") == option })
}

func custom(n *model.Named) string { return lower.Method(n, "MarshalSSZ") }

func tag(f *lower.Field, _ int) string {
	if lower.IsPointer(f.Node.Go) {
		return `ssz-type:"` + option + `"`
	}
	return ""
}

var code = codec.Code{
	Imports:        []codec.Import{{Name: "baledynssz", Path: module}},
	Decls:          "var $Assz = baledynssz.NewDynSsz(nil)",
	Marshal:        "return $Assz.MarshalSSZ(c)",
	MarshalReuse:   "return $Assz.MarshalSSZTo(c, buf)",
	Unmarshal:      "return $Assz.UnmarshalSSZ(c, b)",
	UnmarshalReuse: "return $Assz.UnmarshalSSZ(c, b)",
}

func generate(in *codec.Input) (*codec.Output, error) { return codec.SameForAll(in, code), nil }

var methods = []string{"MarshalSSZDyn", "UnmarshalSSZDyn", "SizeSSZDyn", "HashTreeRootWithDyn"}

func genCaps(pkg string) lower.Caps {
	caps := caps(pkg)
	caps.Refuse, caps.Custom, caps.Reserved, caps.Root = genRefuse, nil, methods, true
	return caps
}

func genRefuse(t model.Type, in *lower.Package) string {
	if reason := refuse(t, in); reason != "" {
		return reason
	}
	return owntypes.Refuse(methods...)(t, in)
}

func generateMethods(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, code)
	out.Steps = []codec.Step{{
		Tool: tool, Module: true,
		Args:  []string{"-package", ".", "-types", strings.Join(owntypes.Structs(in.Plan), ","), "-output", "dynssz.go"},
		Files: map[string][]byte{"types.go": owntypes.Source(in, owntypes.Options{TagOf: genTag})},
		Own:   []string{"dynssz.go"},
	}}
	return out, nil
}

// genTag returns the tag of a field: the generator also writes methods for hashes, which need the maximum length of every list.
func genTag(t model.Type) string {
	if p, ok := model.Underlying(t).(*model.Pointer); ok {
		return strings.TrimSpace(`ssz-type:"` + option + `" ` + genTag(p.Elem))
	}
	const limit = ",1073741824"
	limits := ""
	seen := map[model.Type]bool{} // a list can contain itself
	for elem := t; elem != nil && !seen[elem]; elem = model.ListElem(elem) {
		seen[elem] = true
		if _, ok := model.Underlying(elem).(*model.Slice); ok || model.IsKind(elem, model.String) {
			limits += limit
		} else if limits != "" || model.ListElem(elem) != nil {
			limits += ",?"
		}
	}
	limits = strings.TrimRight(limits, ",?")
	if limits == "" {
		return ""
	}
	return `ssz-max:"` + strings.TrimPrefix(limits, ",") + `"`
}
