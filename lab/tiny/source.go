package tiny

import "embed"

// Source is this package's own source. This file is left out of programs.
//
//go:embed *.go
var Source embed.FS
