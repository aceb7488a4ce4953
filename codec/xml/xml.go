// Package xml describes encoding/xml.
package xml

import (
	"cmp"
	"reflect"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// Codec encodes the user's own types, or mirrors of unsupported types, with encoding/xml.
var Codec = &codec.Codec{
	Name: "xml",
	Doc:  "https://pkg.go.dev/encoding/xml",
	Variants: []*codec.Variant{{
		Wire: "XML", Caps: caps, Generate: generate,
		Note: "byte strings travel as texts in base64, since the library writes them as character data; maps as lists of pairs",
	}},
}

// caps returns the capabilities of the library. It writes nothing for a nil pointer, and the elements of a list without their list, so
// lists cannot hold pointers or lists. Of arrays it only decodes those of bytes.
func caps(string) lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Tags: []string{"xml"}, Custom: custom,
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Base64: true, Time: lower.TimeOwn, Elem: elem, Pointers: true,
		Pointee: func(t model.Type) bool { return single(&lower.Node{Go: t}) },
		Root:    true, Reserved: []string{"XMLName"}, MemberTag: `xml:",omitempty"`,
	}
}

func custom(n *model.Named) string { return lower.Method(n, "MarshalXML", "MarshalText") }

// single reports whether a value is one element.
func single(n *lower.Node) bool {
	if named, ok := n.Go.(*model.Named); ok && custom(named) != "" {
		return true
	}
	switch model.Underlying(n.Go).(type) {
	case *model.Pointer, *model.Slice, *model.Array, *model.Map, *model.Interface:
		return false
	}
	return true
}

// elem reports whether a value may be the element of a list. The library takes a list of uint8 for a byte string.
func elem(n *lower.Node) bool { return single(n) && !model.IsKind(n.Go, model.Uint8) }

// refuse refuses byte strings, lists of what is not one element, arrays, and structs whose fields the library confuses.
func refuse(t model.Type, in *lower.Package) string {
	if _, ok := model.Underlying(t).(*model.Array); ok {
		return "an array"
	}
	if e := model.ListElem(t); e != nil && !elem(&lower.Node{Go: e}) {
		return "a list of bytes, lists or pointers"
	}
	s, ok := model.Underlying(t).(*model.Struct)
	if !ok {
		return ""
	}
	names := map[string]bool{}
	for _, f := range s.Fields {
		if f.Name == "XMLName" {
			return "a field XMLName, which is the name of the element"
		}
		name, _, _ := strings.Cut(reflect.StructTag(f.Tag).Get("xml"), ",")
		name = cmp.Or(name, f.Name)
		if names[name] {
			return "two fields " + name
		}
		names[name] = true
	}
	if reason := lower.RefuseFlattened(t, in); reason != "" {
		return reason
	}
	return lower.RefuseUnexported(t, in)
}

// generate returns the code. Decoding appends to lists, and does not change pointers that are nil in the message. After an error, elements of the
// encoder are open.
func generate(in *codec.Input) (*codec.Output, error) {
	out := codec.SameForAll(in, code)
	out.ReuseUnless(in.Plan, lower.MayBeAbsent)
	return out, nil
}

var code = codec.Code{
	Imports: codec.StdImports("bytes", "encoding/xml"),
	State:   "out balebytes.Buffer\nencoder *balexml.Encoder",
	Setup:   "a.encoder = balexml.NewEncoder(&a.out)",
	Marshal: "return balexml.Marshal(c)",
	MarshalReuse: `a.out.Reset()
			err := a.encoder.Encode(c)
			if err != nil {
				a.encoder = balexml.NewEncoder(&a.out)
			}
			return a.out.Bytes(), err`,
	Unmarshal: "return balexml.Unmarshal(b, c)",
}
