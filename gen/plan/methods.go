package plan

import "bale/schema"

// Marshals is the method pair of its own by which a type is written: "Binary" where it has that, "Text" where
// it has that and code in package home cannot name its fields; "" for a type that is written field by field. A directive may say
// another. The methods of an embedded field count only if they encode all of the struct, or if there is no other way.
func Marshals(n *schema.Named, home string) string {
	switch {
	case n.Way == schema.ByText:
		return "Text"
	case n.Way == schema.ByJSON:
		return "JSON"
	case n.Methods.Binary && (!n.Methods.Partial || n.Way == schema.ByBinary || Hidden(n, home) != nil):
		return "Binary"
	case n.Methods.Text && Hidden(n, home) != nil:
		return "Text"
	}
	return ""
}

// Hidden is a field of n that code in package home cannot name, or that is not in the model, or nil.
func Hidden(n schema.Type, home string) *schema.Field {
	s, ok := schema.Underlying(n).(*schema.Struct)
	if !ok {
		return nil
	}
	for _, f := range s.Fields {
		if !f.Exported && f.Package != home {
			return f
		}
	}
	for _, f := range s.Left {
		if f.Package != home { // at home it has been told
			return f
		}
	}
	return nil
}
