package zstd

import "embed"

// Source holds the source files of this package, which are compiled into programs of bale convert.
//
//go:embed *.go
var Source embed.FS

// Mod and Sum are the go.mod and go.sum of a module with this package.
//
//go:embed pins.mod
var Mod string

//go:embed pins.sum
var Sum string
