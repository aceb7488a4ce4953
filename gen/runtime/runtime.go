// Package runtime has the source of the helpers that generated code and its written tests call. Each folder is an ordinary package with tests of its
// own; package printer copies what a file needs of them into it, under other names. The build tag balesafe selects what -safe
// does without package unsafe.
//
// In a generated file a function, type, constant or variable X of package core is called baleX, and one of another package
// bale, the package's title and X. Fields and methods begin with a small letter there. No name has an underscore: those with
// one are made from the names of users' types. In comments, a name in brackets is renamed like the name itself.
//
// A file generated.go declares what generated code declares itself, as far as the package's own code needs it. It is not copied.
package runtime

import "embed"

// Source has the packages by their folders.
//
//go:embed */*.go
var Source embed.FS

// Titles are what the names of the packages' declarations begin with, behind "bale".
var Titles = map[string]string{
	"core": "", "tests": "", "compact": "Compact", "sequence": "Sequence", "fixed": "Fixed", "varint": "Varint", "xdr": "XDR",
	"msgpack": "Msgpack", "proto": "Proto", "sproto": "Sproto",
}
