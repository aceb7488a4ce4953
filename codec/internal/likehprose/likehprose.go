// Package likehprose is what the codecs of the three Hprose libraries share: what all of them leave out of a struct.
package likehprose

import (
	"bale/codec/lower"
	"bale/schema"
)

// ZoneNote is true of every one of them: a time has a mark for UTC, and is local without it.
const ZoneNote = "a time in a zone that is neither UTC nor local comes back as another instant"

// Caps is what they have in common. They write a big.Int as a number.
func Caps() lower.Caps {
	return lower.Caps{
		Own: true, Custom: custom,
		Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Maps: lower.AnyMap, Pointers: true, NilElems: true, Any: true,
	}
}

func custom(n *schema.Named) string {
	if n.Package == "math/big" && n.Name == "Int" {
		return lower.Built
	}
	return ""
}

// Refuse refuses structs of which something is left out, or is found under the wrong name.
func Refuse(t schema.Type, in *lower.Package) string {
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		for _, f := range s.Fields {
			if f.Name[0] < 'A' || f.Name[0] > 'Z' {
				return "field " + f.Name + " does not start with a letter from A to Z"
			}
		}
	}
	return lower.RefuseFlattened(t, in)
}
