package check

import (
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// checkUnion checks an interface and the types that it may hold.
func (c *checker) checkUnion(t model.Type, path, pos string) {
	i := model.Underlying(t).(*model.Interface)
	n, named := t.(*model.Named)
	switch {
	case len(i.Members) > 0:
	case i.HasUnion, named && (n.Alias || c.Source.TypeUnion(n.Pos, n.Name) != nil): // the error has been reported
		return
	default:
		delete(c.seen, t)
		do := c.leaveOutOrReplace()
		if of, above, ok := c.whereUnion(t); ok {
			do = fmt.Sprintf("list the types that it may hold, as in //bale:union %sCircle, *Square%s, %s", of, above, do)
		}
		c.Errors.Add(pos, path, "an interface (%s) does not say which type to decode: %s", model.TypeText(t, ""), do)
		return
	}
	if !slices.Contains(c.directives.Unions, n) {
		c.directives.Unions = append(c.directives.Unions, n)
	}
	for _, m := range i.Members {
		c.walk(m, path+"."+plan.MemberPath(m, c.model.Package), pos)
	}
}

// whereUnion returns where a //bale:union for the interface t can be: what it names if t is of another package, with a space, or the type of
// this package that it is above. Both are t, the type of lists, maps or pointers that holds it, or the field. It reports false if it can be
// nowhere: t is in a struct without a name that another module declares.
func (c *checker) whereUnion(t model.Type) (of, above string, ok bool) {
	n, named := t.(*model.Named)
	if !named && holds(c.current.Underlying, t) {
		n = c.current
	}
	switch {
	case n != nil && n.Package != c.model.Package:
		return fmt.Sprintf("%s.%s ", n.Package, n.Name), "", true
	case n != nil:
		return "", " above " + n.Name, true
	case c.field != nil && c.Source.InModule(c.field.Package):
		return "", "", true
	case c.foreign() && c.field == c.part:
		return fmt.Sprintf("%s.%s.%s ", c.owner.Package, c.owner.Name, c.part.Name), "", true
	}
	return "", "", false
}

// holds reports whether t is of, or lists, maps and pointers without names whose elements or keys finally are of.
func holds(t, of model.Type) bool {
	switch u := t.(type) {
	case *model.Slice:
		return holds(u.Elem, of)
	case *model.Array:
		return holds(u.Elem, of)
	case *model.Map:
		return holds(u.Elem, of) || holds(u.Key, of)
	case *model.Pointer:
		return holds(u.Elem, of)
	}
	return t == of
}
