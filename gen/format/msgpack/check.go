package msgpack

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// check returns errors for two fields with the same name, for tag options and comments that other libraries interpret differently, and for
// pointer types that lead only to pointers.
func check(root *schema.Named, d *plan.Directives, home string) schema.Errors {
	c := &checker{graph: graph(home), directives: d, seen: map[schema.Type]bool{}}
	c.walk(root, root.Name)
	return c.errs
}

type checker struct {
	graph      *plan.Graph
	directives *plan.Directives
	seen       map[schema.Type]bool
	errs       schema.Errors
}

func (c *checker) fail(pos, path, format string, args ...any) {
	c.errs = append(c.errs, &schema.Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

func (c *checker) walk(t schema.Type, path string) {
	n, named := t.(*schema.Named)
	if c.seen[t] || named && len(c.seen) > 0 && c.graph.Custom(n) {
		return
	}
	c.seen[t] = true
	if named && schema.Pointee(t) == nil {
		c.fail(n.Pos, path, "a %s holds nothing but pointers to itself, which msgpack cannot encode: mark the field `bale:\"skip\"`", n.Name)
		return
	}
	if named {
		c.msgp(n, path)
	}
	if _, ok := schema.Underlying(t).(*schema.Struct); ok {
		for _, f := range c.fields(t, path) {
			c.walk(f.Type, path+"."+f.Path)
		}
		return
	}
	for _, part := range c.graph.Parts(t) {
		if plan.Members(t) != nil {
			c.walk(part, path+"."+plan.MemberPath(part, c.graph.Home))
		} else {
			c.walk(part, path+"[]")
		}
	}
}

// fields adds the faults of the struct t to the errors, and returns its fields.
func (c *checker) fields(t schema.Type, path string) []*plan.Field {
	r := recordOf(c.graph, c.directives, t)
	n, named := t.(*schema.Named)
	for _, x := range r.faults {
		text := x.text
		if named && n.Package != c.graph.Home {
			text += fmt.Sprintf("; a field of another module can be left out with //bale:custom %s.%s.%s skip", n.Package, n.Name, strings.Split(x.Path, ".")[0])
		}
		c.fail(x.Pos, path+"."+x.Path, "%s", text)
	}
	for _, n := range r.structs {
		c.msgp(n, path)
	}
	for _, f := range r.Fields {
		if len(f.Name) > maxKey || len(f.Alias) > maxKey {
			c.fail(f.Pos, path+"."+f.Path, "the name has %d bytes, but the msgpack format allows at most %d: give the field a shorter one with a tag such as `msgpack:\"name\"`", max(len(f.Name), len(f.Alias)), maxKey)
		}
	}
	return r.Fields
}
