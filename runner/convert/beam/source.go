// Package beam holds the source of package pipeline: bale convert as a pipeline of Apache Beam. It is compiled into programs of bale convert that run on
// a cluster.
//
// Folder _pipeline is not a package of bale's module, because the go command ignores its name, so bale does not require Beam. Its tests run with
// the requirements in pins.mod:
//
//	go test -modfile=runner/convert/beam/pins.mod ./runner/convert/beam/_pipeline
package beam

import "embed"

// Source holds the source files of package pipeline, in the folder Folder.
//
//go:embed _pipeline/*.go
var Source embed.FS

// Folder is the folder in Source with the files.
const Folder = "_pipeline"

// Packages lists what package pipeline and the main packages of its programs import of other modules.
var Packages = []string{
	"github.com/apache/beam/sdks/v2/go/container/tools",
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3",
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange",
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx", // has all runners
}

// Mod and Sum are the go.mod and go.sum of a module with package pipeline.
//
//go:embed pins.mod
var Mod string

//go:embed pins.sum
var Sum string
