package sample

import "embed"

// Source is this package's own source, which goes into every measuring process. This file and
// the tests stay behind.
//
//go:embed *.go
var Source embed.FS
