// Package likehprose is shared by the codecs of the three Hprose libraries.
package likehprose

import (
	"bale/codec/lower"
	"bale/model"
)

// ZoneNote is a note about all three libraries: the format marks times in UTC, and all others are local.
const ZoneNote = "a time in a zone that is neither UTC nor local comes back as another instant"

// Caps returns the capabilities that the libraries have in common. They encode a big.Int as a number.
func Caps() lower.Caps {
	return lower.Caps{
		Own: true, Custom: custom,
		Scalars: lower.All(), Bytes: true, Time: lower.TimeOwn, Maps: lower.AnyMap, Pointers: true, NilElems: true, Any: true,
	}
}

func custom(n *model.Named) string {
	if n.Package == "math/big" && n.Name == "Int" {
		return lower.BuiltIn
	}
	return ""
}

// Refuse refuses structs from which fields are omitted or found under the wrong name.
func Refuse(t model.Type, in *lower.Package) string {
	if s, ok := model.Underlying(t).(*model.Struct); ok {
		for _, f := range s.Fields {
			if f.Name[0] < 'A' || f.Name[0] > 'Z' {
				return "field " + f.Name + " does not start with a letter from A to Z"
			}
		}
	}
	return lower.RefuseFlattened(t, in)
}
