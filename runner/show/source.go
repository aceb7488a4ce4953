package show

import "embed"

// Source holds this package's files. They are compiled into programs, except for this file.
//
//go:embed *.go
var Source embed.FS
