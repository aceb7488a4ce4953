package sample

import "embed"

// Source holds this package's files. They are compiled into every runner, except for this file and the tests.
//
//go:embed *.go
var Source embed.FS
