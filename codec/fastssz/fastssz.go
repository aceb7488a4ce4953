// Package fastssz describes github.com/ferranbt/fastssz.
package fastssz

import (
	"fmt"

	"bale/codec"
	"bale/codec/internal/owntypes"
	"bale/codec/lower"
	"bale/schema"
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
func refuse(t schema.Type, in *lower.Package) string {
	n, _ := t.(*schema.Named)
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		if n != nil && u.Kind == schema.Bool {
			return "a defined bool type"
		}
	case *schema.Array:
		if !bytesOnly(u) {
			return "an array of a type other than byte"
		}
	case *schema.Struct:
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
func fits(t schema.Type) bool {
	_, named := t.(*schema.Named)
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return !named && u.Kind.Unsigned() && u.Kind != schema.Uint16
	case *schema.Slice:
		return schema.IsByte(u.Elem)
	case *schema.Array:
		return u.Len > 0 && schema.IsByte(u.Elem)
	case *schema.Struct:
		return true
	}
	return false
}

// bytesOnly reports whether a is a byte array or an array of byte arrays.
func bytesOnly(a *schema.Array) bool {
	if inner, ok := schema.Underlying(a.Elem).(*schema.Array); ok {
		return a.Len > 0 && inner.Len > 0 && schema.IsByte(inner.Elem)
	}
	return a.Len > 0 && schema.IsByte(a.Elem)
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
func tag(t schema.Type) string {
	const limit = 1 << 30
	switch u := schema.Underlying(t).(type) {
	case *schema.Slice:
		if _, ok := schema.Underlying(u.Elem).(*schema.Slice); ok {
			return fmt.Sprintf(`ssz-max:"%d,%d"`, limit, limit)
		}
		return fmt.Sprintf(`ssz-max:"%d"`, limit)
	case *schema.Array:
		return fmt.Sprintf(`ssz-size:"%d"`, u.Len)
	}
	return ""
}
