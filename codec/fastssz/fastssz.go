// Package fastssz describes github.com/ferranbt/fastssz.
package fastssz

import (
	"fmt"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/model"
)

const (
	module = "github.com/ferranbt/fastssz"
	tool   = module + "/sszgen"
)

// methods lists the methods that sszgen adds to a type.
var methods = []string{"MarshalSSZ", "MarshalSSZTo", "UnmarshalSSZ", "SizeSSZ", "HashTreeRoot", "HashTreeRootWith", "GetTree"}

// Codec is the methods that sszgen generates.
var Codec = &codec.Codec{
	Name: "fastssz", Module: module,
	Doc:      "https://github.com/ferranbt/fastssz",
	Packages: []string{module, tool},
	Variants: []*codec.Variant{{
		Wire: "SSZ", Caps: caps, Generate: generate,
		Note: "every list has ssz-max 1,073,741,824; signed integers travel as unsigned ones, floats as their bits, texts as bytes",
	}},
}

// caps returns the capabilities of sszgen. Encoding would set the user's nil pointers, so pointers have mirrors with lists of at most
// one element. SSZ's times are in seconds, which would lose the rest.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse,
		Scalars: lower.Unsigned(), Bytes: true, Arrays: true, Elem: func(n *lower.Node) bool { return fits(n.Go) },
		Root: true, Flat: true, Reserved: methods,
	}
}

// refuse refuses types for which the generated code does not compile: other arrays, and defined bool types.
func refuse(t model.Type, in *lower.Package) string {
	n, _ := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if n != nil && u.Kind == model.Bool {
			return "a defined bool type"
		}
	case *model.Array:
		if !bytesOnly(u) {
			return "an array of a type other than byte"
		}
	case *model.Struct:
		if n == nil {
			return "an unnamed struct"
		}
		if reason := lower.RefuseFlattened(t, in); reason != "" {
			return reason
		}
		if reason := lower.RefuseUnexported(t, in); reason != "" {
			return reason
		}
	}
	return owntypes.Refuse(methods...)(t, in)
}

// fits reports whether t may be the element of a list. For lists of uint16, the method for hashes would call a function that the
// library does not have.
func fits(t model.Type) bool {
	_, named := t.(*model.Named)
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return !named && u.Kind.Unsigned() && u.Kind != model.Uint16
	case *model.Slice:
		return model.IsByte(u.Elem)
	case *model.Array:
		return u.Len > 0 && model.IsByte(u.Elem)
	case *model.Struct:
		return true
	}
	return false
}

// bytesOnly reports whether a is a byte array or an array of byte arrays.
func bytesOnly(a *model.Array) bool {
	if inner, ok := model.Underlying(a.Elem).(*model.Array); ok {
		return a.Len > 0 && inner.Len > 0 && model.IsByte(inner.Elem)
	}
	return a.Len > 0 && model.IsByte(a.Elem)
}

func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, codec.Code{
		Marshal:      "return c.MarshalSSZ()",
		MarshalReuse: "return c.MarshalSSZTo(buf)",
		Unmarshal:    "return c.UnmarshalSSZ(b)",
		// Decoding appends to byte slices.
		UnmarshalReuse: "*c = $C{}\nreturn c.UnmarshalSSZ(b)",
	})
	out.Steps = []codec.Step{{
		Tool:  tool,
		Args:  []string{"-path", "types.go", "-output", "ssz.go"},
		Files: map[string][]byte{"types.go": owntypes.Source(in, owntypes.Options{TagOf: tag})},
		Own:   []string{"ssz.go"},
	}}
	return out, nil
}

// tag returns a tag with the maximum length of a list, which the generator requires. It reads no other tags.
func tag(t model.Type) string {
	const limit = 1 << 30
	switch u := model.Underlying(t).(type) {
	case *model.Slice:
		if _, ok := model.Underlying(u.Elem).(*model.Slice); ok {
			return fmt.Sprintf(`ssz-max:"%d,%d"`, limit, limit)
		}
		return fmt.Sprintf(`ssz-max:"%d"`, limit)
	case *model.Array:
		return fmt.Sprintf(`ssz-size:"%d"`, u.Len)
	}
	return ""
}
