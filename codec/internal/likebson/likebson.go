// Package likebson is shared by the codecs of BSON. It describes the format and generates the calls of the two families of libraries, mgo
// and the MongoDB driver.
package likebson

import (
	"bale/codec/internal/tagkeys"
	"bale/codec/lower"
	"bale/schema"
)

// base returns the capabilities of a library that encodes the user's structs as documents. Times are milliseconds since 1970. There are
// no unsigned integers: the libraries store them in 64 signed bits and refuse larger values, so the larger types are cast in a mirror.
func base() lower.Caps {
	return lower.Caps{
		Own: true, Tags: []string{"bson"},
		Scalars: lower.With(lower.All(), schema.Uint, schema.Int64, schema.Uint64, schema.Int64, schema.Uintptr, schema.Int64,
			schema.Complex64, 0, schema.Complex128, 0),
		Bytes: true, Time: lower.TimeOwn, Arrays: true, Pointers: true, NilElems: true, Root: true,
		Any: true, MemberTag: `bson:",omitempty"`,
	}
}

// refuse returns a Caps.Refuse for a library that knows these flags in tags.
func refuse(flags ...string) func(schema.Type, *lower.Package) string {
	return func(t schema.Type, in *lower.Package) string {
		if n, ok := t.(*schema.Named); ok && n.Package == "encoding/json" && n.Name == "Number" {
			return "a json.Number, which is sent as a number"
		}
		if s, ok := schema.Underlying(t).(*schema.Struct); ok {
			if reason := tagkeys.Conflict(s, tagkeys.Parse("bson"), flags...); reason != "" {
				return reason
			}
		}
		return lower.RefuseUnexported(t, in)
	}
}
