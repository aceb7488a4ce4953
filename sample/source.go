package sample

import "embed"

// Source is the source of this package, which is compiled into every runner, except for this file and the tests.
//
//go:embed *.go
var Source embed.FS
