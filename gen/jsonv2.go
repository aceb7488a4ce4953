package gen

import (
	"go/version"

	"bale/gen/emit"
	"bale/gen/plan"
)

// v2Go is the oldest version of Go that has encoding/json/v2.
const v2Go = "1.27"

// v2Packages are the packages that code with the semantics of encoding/json/v2 imports in addition to printer.Standard. encoding/json imports
// them, too.
var v2Packages = []string{"encoding/json/jsontext", "encoding/json/v2"}

// addJSONVersions notes in d which JSON roots have the semantics of encoding/json/v2.
func (t *target) addJSONVersions(d *plan.Directives) {
	for _, r := range t.jsonRoots {
		if r.Node != nil {
			d.JSONV2[r.Node] = r.isV2()
		}
	}
}

// checkJSONVersion fails for a root with JSON code and the directive json v2, if a version of Go without the package may compile it.
func (t *target) checkJSONVersion(r *root) {
	if r.isV2() && r.hasView(emit.LikeJSON) && version.Compare("go"+t.src.Module.Go, "go"+v2Go) < 0 {
		t.fail(r.Pos, r.Name, "json v2 needs encoding/json/v2, and go.mod of module %s has Go %s: run `go mod edit -go=%s`, and a bale that is built with this version, or leave out the directive", t.src.Module.Path, t.src.Module.Go, v2Go)
	}
}
