package harness

import "embed"

// Source is this package's own source, which goes into every runner.
//
//go:embed *.go
var Source embed.FS
