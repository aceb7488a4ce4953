// Package runtime writes the packages that generated code and generated tests import into a module. Their source is in internal/bale. In the module of
// bale, that is also their place.
//
// A generated file imports package core as balecore, and the others likewise.
package runtime

// Folders are the packages that generated code imports.
var Folders = []string{"cbor", "compact", "core", "fixed", "json", "msgpack", "proto", "sequence", "sproto", "stream", "varint", "xdr"}
