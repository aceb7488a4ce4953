package plan

import (
	"fmt"
	"slices"

	"bale/model"
)

// MethodSuffix returns the suffix of the marshal methods that encode a type: "Binary" if it has them, "Text" if it has those and code
// in package home cannot name its fields, and "" for a type that is encoded by its fields. A directive can choose other methods. The suffix
// "Gob" stands for GobEncode and GobDecode, which are the default for math/big.Float: see [MarshalMethod].
// The methods of an embedded field count only if they encode the whole struct, or if the fields cannot be named.
func MethodSuffix(n *model.Named, home string) string {
	switch {
	case n.Marshal == model.MarshalByFields:
		return ""
	case n.Marshal == model.MarshalByText:
		return "Text"
	case n.Marshal == model.MarshalByJSON:
		return "JSON"
	case n.Marshal == model.MarshalByGogo:
		return "Gogo"
	case n.Marshal == model.MarshalByGob || n.Marshal == "" && n.LosesText():
		return "Gob"
	case n.Methods.Binary && (!n.Methods.Partial || n.Marshal == model.MarshalByBinary || Hidden(n, home) != nil):
		return "Binary"
	case n.Methods.Text && Hidden(n, home) != nil:
		return "Text"
	}
	return ""
}

// ByDeclaration reports whether formats that encode messages as their .proto file says do so with n, even if it has marshal methods.
func ByDeclaration(n *model.Named) bool { return n.Marshal == "" && InProtoFile(n) }

// InProtoFile reports whether n is a message or an enum of a .proto file. For messages of gogo there are other rules: see [GogoPart].
func InProtoFile(n *model.Named) bool {
	switch u := n.Underlying.(type) {
	case *model.Struct:
		return n.Message != model.NoMessage && u.Proto != nil && u.Proto.Gogo == nil
	case *model.Basic:
		has := func(name string) bool { return slices.Contains(n.Methods.Names, name) }
		return u.Kind == model.Int32 && (has("EnumDescriptor") || has("Descriptor") && has("Number"))
	}
	return false
}

// OpaqueElsewhere reports whether t is a message of protobuf's opaque API in another package than home, whose fields code in home cannot name.
func OpaqueElsewhere(t model.Type, home string) bool {
	n, ok := t.(*model.Named)
	if !ok || n.Package == home || !ByDeclaration(n) {
		return false
	}
	s, ok := n.Underlying.(*model.Struct)
	return ok && s.Opaque
}

// MarshalMethod returns the name of the method that encodes a type with a suffix that MethodSuffix returned.
func MarshalMethod(suffix string) string {
	switch suffix {
	case "Gob":
		return "GobEncode"
	case "Gogo":
		return "Marshal"
	}
	return "Marshal" + suffix
}

// UnmarshalMethod returns the name of the method that decodes a type with a suffix that MethodSuffix returned.
func UnmarshalMethod(suffix string) string {
	switch suffix {
	case "Gob":
		return "GobDecode"
	case "Gogo":
		return "Unmarshal"
	}
	return "Unmarshal" + suffix
}

// WhyHidden returns the reason why code of a package cannot encode f, a field of [Hidden].
func WhyHidden(f *model.Field) string {
	if f.Exported {
		return fmt.Sprintf("no serializer can carry the field %s, which package %s declares", f.Name, f.Package)
	}
	return fmt.Sprintf("package %s does not export the field %s", f.Package, f.Name)
}

// Hidden returns the fields of n that code in package home cannot name or that are not in the model.
func Hidden(n model.Type, home string) []*model.Field {
	s, ok := model.Underlying(n).(*model.Struct)
	if !ok {
		return nil
	}
	var hidden []*model.Field
	for _, f := range s.Fields {
		if !f.Exported && f.Package != home {
			hidden = append(hidden, f)
		}
	}
	for _, f := range s.Unsupported {
		if f.Package != home { // for package home, loading has reported it
			hidden = append(hidden, f)
		}
	}
	return hidden
}
