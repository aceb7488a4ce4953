package lock

import (
	"fmt"
	"strings"

	"bale/gen/lock/layout"
	"bale/gen/plan"
	"bale/model"
)

// keepMethods returns advice for a field that no longer has the type was in the lock file: a directive that encodes a custom type in it by the
// same methods as before. It returns "" if there is no such type, or if the type does not have these methods.
func (u *update) keepMethods(was *layout.Type) string {
	for _, custom := range was.Customs() {
		way := model.MarshalMethods(strings.ToLower(custom.Method))
		wasName, _, _ := strings.Cut(custom.Name, "[")
		found := ""
		for _, r := range u.Roots.Plain() {
			model.Walk(r.Node, func(x model.Type) bool {
				if n, ok := x.(*model.Named); ok {
					name, _, _ := strings.Cut(plan.FullName(n, u.Path), "[")
					if same := r.CallsMethods(n, u.Path) && plan.MethodSuffix(n, u.Path) == custom.Method; name == wasName && n.Methods.Has(way) && !same {
						found = name
					}
				}
				return found == ""
			})
		}
		if found != "" {
			return fmt.Sprintf("; to go on calling its methods, write //bale:custom %s %s anywhere in a file of the package", found, way)
		}
	}
	return ""
}
