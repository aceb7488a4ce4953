// Package runtime has the source of the helpers that generated code and generated tests call. Each folder is an ordinary package
// with its own tests. Generated tests import package baletest, which bale gen writes into the module. Of the other packages, package printer
// copies the helpers that a file needs into it, under other names. The build tag balesafe
// selects the helpers for -safe, which do not use package unsafe.
//
// In a generated file, a function, type, constant or variable X of package core is called baleX. In other packages, the package's
// title comes between bale and X. Fields and methods begin with a lower-case letter. Names have no underscore, which is reserved
// for functions named after users' types. In comments, names in brackets are renamed, too.
//
// Users of generated code see some types of package stream, whose names begin with Bale: these names stay as they are, and so do their comments,
// fields and methods.
//
// A file generated.go declares what generated code declares itself, as far as the package's own code needs it. It is not copied.
package runtime

import (
	"embed"
	"strings"
)

// Source has the source files of the packages, in their folders.
//
//go:embed */*.go
var Source embed.FS

// Titles has the parts of names that stand for the packages whose helpers are copied, by folder.
var Titles = map[string]string{
	"core": "", "compact": "Compact", "sequence": "Sequence", "fixed": "Fixed", "varint": "Varint", "xdr": "XDR",
	"cbor": "CBOR", "json": "JSON", "msgpack": "Msgpack", "proto": "Proto", "sproto": "Sproto", "stream": "Stream",
}

// Public is the package with types that users of generated code see.
const Public = "stream"

// IsPublic reports whether users of generated code see a declaration of package Public.
func IsPublic(name string) bool { return strings.HasPrefix(name, "Bale") }
