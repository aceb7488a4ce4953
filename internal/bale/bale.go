// Package bale has the source of the packages that bale gen writes into a module, as ordinary packages with their tests. Generated code imports them, and
// generated tests import baletest. Without the build tag purego, some use package unsafe, in files whose names end with _unsafe.
package bale

import "embed"

// Source has the files of the packages, in their folders.
//
//go:embed */*.go
var Source embed.FS
