// Package likebson is shared by the codecs of BSON. It describes the format and generates the calls of the two families of libraries, mgo
// and the MongoDB driver.
package likebson

import (
	"bale/codec/internal/tagkeys"
	"bale/codec/lower"
	"bale/model"
)

// base returns the capabilities of a library that encodes the user's structs as documents. Times are milliseconds since 1970. There are
// no unsigned integers: the libraries store them in 64 signed bits and refuse larger values, so the larger types are cast in a mirror.
func base() lower.Caps {
	return lower.Caps{
		Own: true, Tags: []string{"bson"},
		Scalars: lower.With(lower.All(), model.Uint, model.Int64, model.Uint64, model.Int64, model.Uintptr, model.Int64,
			model.Complex64, 0, model.Complex128, 0),
		Bytes: true, Time: lower.TimeOwn, Arrays: true, Pointers: true, NilElems: true, Root: true,
		Any: true, MemberTag: `bson:",omitempty"`,
	}
}

// refuse returns a Caps.Refuse for a library that knows these flags in tags.
func refuse(flags ...string) func(model.Type, *lower.Package) string {
	return func(t model.Type, in *lower.Package) string {
		if n, ok := t.(*model.Named); ok && n.Package == "encoding/json" && n.Name == "Number" {
			return "a json.Number, which is sent as a number"
		}
		if s, ok := model.Underlying(t).(*model.Struct); ok {
			if reason := tagkeys.Conflict(s, tagkeys.Parse("bson"), flags...); reason != "" {
				return reason
			}
		}
		return lower.RefuseUnexported(t, in)
	}
}
