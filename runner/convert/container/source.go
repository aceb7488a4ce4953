package container

import "embed"

// Source holds the source files of this package, which are compiled into the programs of bale convert.
//
//go:embed *.go
var Source embed.FS
