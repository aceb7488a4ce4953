package item

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// A Checker collects the reasons why a format cannot encode a type.
type Checker struct {
	*plan.Graph
	Format string // its name
	// Named is called with each named type, and Fields with each struct. Fields returns the fields that the messages hold. They add errors.
	Named  func(n *model.Named, path string)
	Fields func(t model.Type, path string) []*plan.Field
	Errs   model.Errors
	seen   map[model.Type]bool
}

// Fail adds an error.
func (c *Checker) Fail(pos, path, format string, args ...any) {
	c.Errs = append(c.Errs, &model.Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

// FailField adds an error for the field f of the struct t at path. leave is the field to leave out if another module declares it; nil means the struct.
func (c *Checker) FailField(t model.Type, path string, f, leave *plan.Field, text string) {
	if leave == nil {
		text += plan.LeaveOutStruct(t, f.Field, c.Home)
	} else {
		text += plan.LeaveOut(t, leave.Field, leave.Path, c.Home)
	}
	c.Fail(f.Pos, path+"."+f.Path, "%s", text)
}

// Check returns the errors for a root. A type that consists of nothing but pointers to itself is an error in each format.
func (c *Checker) Check(root *model.Named) model.Errors {
	c.seen = map[model.Type]bool{}
	c.walk(root, root.Name)
	return c.Errs
}

func (c *Checker) walk(t model.Type, path string) {
	n, named := t.(*model.Named)
	if c.seen[t] || named && len(c.seen) > 0 && c.Custom(n) {
		return
	}
	c.seen[t] = true
	if named && model.Pointee(t) == nil {
		c.Fail(n.Pos, path, "a %s holds nothing but pointers to itself, which %s cannot encode: mark the field `bale:\"skip\"`", n.Name, c.Format)
		return
	}
	if named && c.Named != nil {
		c.Named(n, path)
	}
	if _, ok := model.Underlying(t).(*model.Struct); ok {
		for _, f := range c.Fields(t, path) {
			c.walk(f.Type, path+"."+f.Path)
		}
		return
	}
	for _, part := range c.Parts(t) {
		if plan.Members(t) != nil {
			c.walk(part, path+"."+plan.MemberPath(part, c.Home))
		} else {
			c.walk(part, path+"[]")
		}
	}
}
