package check

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// declareAlias returns the advice to declare an alias of a type that the package cannot name, with a comma, or "" if only another module
// could declare it. Generated code needs the name: it makes lists of the type and passes pointers to it.
func (c *checker) declareAlias(n *model.Named) string {
	if n = c.unnameable(n); n == nil || !c.Source.InModule(n.Package) {
		return ""
	}
	in, home := "package "+n.Package, n.Package
	if !model.CanImport(n.Package, c.model.Package) {
		parent, rest, _ := strings.Cut(n.Package+"/", "/internal/")
		if strings.Contains("/"+rest, "/internal/") {
			return "" // packages that can import it are internal, too
		}
		in, home = fmt.Sprintf("%s or a package below it that is not internal", parent), ""
	}
	return fmt.Sprintf("declare `type %s = %s` in %s, and import that package, ", plan.Upper(n.Name), model.TypeText(n, home), in)
}

// unnameable returns n, or the type among its type arguments that the package cannot name, or nil if a type without a name hides it.
func (c *checker) unnameable(n *model.Named) *model.Named {
	if !model.CanName(&model.Named{Package: n.Package, Name: n.Name}, c.model.Package) {
		return n
	}
	for _, arg := range n.Args {
		var found *model.Named
		model.Walk(arg, func(x model.Type) bool {
			a, ok := x.(*model.Named)
			if ok && found == nil && !model.CanName(a, c.model.Package) {
				found = c.unnameable(a)
			}
			return !ok
		})
		if found != nil {
			return found
		}
	}
	return nil
}
