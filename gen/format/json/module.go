package json

import (
	"fmt"
	"go/version"

	"bale/gen/emit"
	"bale/model"
)

// v2Word is the directive of roots with the semantics of encoding/json/v2.
const v2Word = "json v2"

// v2Go is the oldest version of Go that has encoding/json/v2.
const v2Go = "1.27"

// v2Packages are the packages that code with the semantics of encoding/json/v2 imports. encoding/json imports them, too.
var v2Packages = []string{"encoding/json/jsontext", "encoding/json/v2"}

// checkModule returns the reason why a module cannot compile the code of a root: a version of Go without encoding/json/v2 may compile it.
func checkModule(root *emit.Root, m model.Module) string {
	if !root.Has(v2Word) || version.Compare("go"+m.Go, "go"+v2Go) >= 0 {
		return ""
	}
	return fmt.Sprintf("json v2 needs encoding/json/v2, and go.mod of module %s has Go %s: run `go mod edit -go=%s`, and a bale that is built with this version, or leave out the directive", m.Path, m.Go, v2Go)
}
