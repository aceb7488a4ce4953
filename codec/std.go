package codec

import _ "embed"

// StdMod is the go.mod of a codec that needs nothing but the standard library.
//
//go:embed std.mod
var StdMod string
