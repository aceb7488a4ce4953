// Package avro holds the source of package avrofile: Avro object container files as a container of bale convert. It is compiled into those programs
// of bale convert that need it, because it needs a module.
//
// Folder _file is not a package of bale's module, because the go command ignores its name, so bale does not require that module. Its tests run
// with the requirements in pins.mod:
//
//	go test -modfile=runner/convert/avro/pins.mod ./runner/convert/avro/_file
package avro

import "embed"

// Source holds the source files of package avrofile, in the folder Folder.
//
//go:embed _file/*.go
var Source embed.FS

// Folder is the folder in Source with the files.
const Folder = "_file"

// Packages lists what package avrofile imports of other modules.
var Packages = []string{"github.com/twmb/avro", "github.com/twmb/avro/ocf"}

// Mod and Sum are the go.mod and go.sum of a module with package avrofile.
//
//go:embed pins.mod
var Mod string

//go:embed pins.sum
var Sum string
