package msgpack

import (
	"bale/gen/emit/item"
	"bale/gen/plan"
	"bale/model"
)

// check returns errors for two fields with the same name, for tag options and comments that other libraries interpret differently, and for
// pointer types that lead only to pointers.
func check(root *model.Named, d *plan.Directives, home string) model.Errors {
	c := &checker{Checker: &item.Checker{Graph: graph(home), Format: "msgpack"}, directives: d}
	c.Named, c.Fields = c.msgp, c.fields
	return c.Check(root)
}

type checker struct {
	*item.Checker
	directives *plan.Directives
}

// fields adds the faults of the struct t to the errors, and returns its fields.
func (c *checker) fields(t model.Type, path string) []*plan.Field {
	r := recordOf(c.Graph, c.directives, t)
	for _, x := range r.faults {
		c.FailField(t, path, x.Field, x.leave, x.text)
	}
	for _, n := range r.structs {
		c.msgp(n, path)
	}
	for _, f := range r.Fields {
		if len(f.Name) > maxKey || len(f.Alias) > maxKey {
			c.Fail(f.Pos, path+"."+f.Path, "the name has %d bytes, but the msgpack format allows at most %d: give the field a shorter one with a tag such as `msgpack:\"name\"`", max(len(f.Name), len(f.Alias)), maxKey)
		}
	}
	return r.Fields
}
