// Package bale embeds the source of the command bale-run. bale pack builds bale-run from it for the machine that measures.
package bale

import "embed"

// Source holds the part of this module that bale-run is built from. It includes the tests of the embedded packages.
//
//go:embed go.mod go.sum cmd/bale-run/*.go lab/*.go lab/adapter/*.go lab/harness/*.go lab/tiny/*.go result/*.go
//go:embed codec/*.go codec/std.mod codec/msgp/pins.mod codec/msgp/pins.sum codec/lower/*.go schema/*.go schema/directive/*.go
//go:embed shape/*.go shape/small/*.go feature/*.go feature/types/*.go measure/*.go sample/*.go
var Source embed.FS
