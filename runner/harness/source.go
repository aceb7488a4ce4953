package harness

import "embed"

// Source holds the source files of this package, which are compiled into every runner.
//
//go:embed *.go
var Source embed.FS
