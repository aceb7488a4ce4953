package msgpack

import (
	"fmt"

	"bale/gen/plan"
	"bale/schema"
)

// check returns errors for two fields with the same name, for tag options that other libraries interpret differently, and for pointer
// types that lead only to pointers.
func check(root *schema.Named, home string) schema.Errors {
	c := &checker{graph: graph(home), seen: map[schema.Type]bool{}}
	c.walk(root, root.Name)
	return c.errs
}

type checker struct {
	graph *plan.Graph
	seen  map[schema.Type]bool
	errs  schema.Errors
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
	if s, ok := schema.Underlying(t).(*schema.Struct); ok {
		c.fields(t, path)
		for _, f := range c.graph.Fields(s) {
			c.walk(f.Type, path+"."+f.Name)
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

func (c *checker) fields(t schema.Type, path string) {
	first := map[string]string{}
	for _, f := range fieldsOf(c.graph, nil, t, "") {
		if other := first[f.key]; other != "" {
			c.fail(f.Pos, path+"."+f.path, "the name %q is also the name of %s: give one of them another name with a tag such as `msgpack:\"name\"`", f.key, other)
		}
		first[f.key] = f.path
		if len(f.key) > maxKey {
			c.fail(f.Pos, path+"."+f.path, "the name has %d bytes, but the msgpack format allows at most %d: give the field a shorter one with a tag such as `msgpack:\"name\"`", len(f.key), maxKey)
		}
		if tag := tagOf(f.Field); tag.unknown != "" {
			c.fail(f.Pos, path+"."+f.path, "unknown option %q in a tag: the msgpack format has omitempty, inline, noinline, flatten and as_array", tag.unknown)
		}
	}
}
