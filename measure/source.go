package measure

import "embed"

// Source is this package's own source, which goes into every runner. This file and the tests are left out.
//
//go:embed *.go
var Source embed.FS
