package avrofile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/twmb/avro"
)

// A comparison compares the schema of a file with that of a codec. If it finds no difference, both describe the same bytes. The names of types do not
// matter, and neither do logical types that only the file has.
type comparison struct {
	file, codec names
	compared    map[[2]*avro.SchemaNode]bool
}

// names has the definitions in a schema.
type names struct {
	full   map[string]*avro.SchemaNode // by name
	spaces map[*avro.SchemaNode]string // the namespaces in which nodes are
}

func collected(root *avro.SchemaNode) names {
	n := names{map[string]*avro.SchemaNode{}, map[*avro.SchemaNode]string{}}
	n.collect(root, "")
	return n
}

// compare returns the first difference between two schemas, or nil.
func compare(file, codec *avro.Schema) error {
	a, b := file.Root(), codec.Root()
	c := &comparison{collected(a), collected(b), map[[2]*avro.SchemaNode]bool{}}
	return c.nodes("", a, b)
}

// collect adds the definitions in a node, which is in a namespace.
func (n names) collect(node *avro.SchemaNode, space string) {
	n.spaces[node] = space
	if isDefinition(node) {
		name := node.Name
		if i := strings.LastIndex(name, "."); i >= 0 {
			space = name[:i]
		} else {
			space = node.Namespace
			name = qualified(name, space)
		}
		n.full[name] = node
	}
	for i := range node.Fields {
		n.collect(&node.Fields[i].Type, space)
	}
	for i := range node.Branches {
		n.collect(&node.Branches[i], space)
	}
	for _, inner := range []*avro.SchemaNode{node.Items, node.Values} {
		if inner != nil {
			n.collect(inner, space)
		}
	}
}

// isDefinition reports whether a node defines a name.
func isDefinition(n *avro.SchemaNode) bool {
	return slices.Contains([]string{"record", "error", "enum", "fixed"}, n.Type)
}

func qualified(name, space string) string { return strings.TrimPrefix(space+"."+name, ".") }

// resolve returns the definition that a node refers to, or the node.
func (n names) resolve(node *avro.SchemaNode) *avro.SchemaNode {
	if d := n.full[qualified(node.Type, n.spaces[node])]; d != nil {
		return d
	}
	if d := n.full[node.Type]; d != nil {
		return d
	}
	return node
}

// nodes compares two nodes at a path.
func (c *comparison) nodes(path string, file, codec *avro.SchemaNode) error {
	a, b := c.file.resolve(file), c.codec.resolve(codec)
	if c.compared[[2]*avro.SchemaNode{a, b}] {
		return nil
	}
	c.compared[[2]*avro.SchemaNode{a, b}] = true
	if describe(a) != describe(b) && (b.LogicalType != "" || plain(a) != plain(b)) {
		return fmt.Errorf("%sthe file has %s, and the codec has %s", at(path), describe(a), describe(b))
	}
	switch b.Type {
	case "record", "error":
		return c.fields(path, a.Fields, b.Fields)
	case "union":
		for i := range b.Branches {
			if err := c.nodes(path, &a.Branches[i], &b.Branches[i]); err != nil {
				return err
			}
		}
	case "array":
		return c.nodes(path+"[]", a.Items, b.Items)
	case "map":
		return c.nodes(path+"{}", a.Values, b.Values)
	}
	return nil
}

// fields compares the fields of two records.
func (c *comparison) fields(path string, file, codec []avro.SchemaField) error {
	for i := range max(len(file), len(codec)) {
		switch {
		case i == len(file):
			return fmt.Errorf("%sthe file has no field %s", at(path), codec[i].Name)
		case i == len(codec):
			return fmt.Errorf("%sthe codec has no field %s", at(path), file[i].Name)
		case file[i].Name != codec[i].Name:
			return fmt.Errorf("%sfield %d of the file is %s, and that of the codec is %s", at(path), i+1, file[i].Name, codec[i].Name)
		}
		if err := c.nodes(strings.TrimPrefix(path+"."+codec[i].Name, "."), &file[i].Type, &codec[i].Type); err != nil {
			return err
		}
	}
	return nil
}

// at returns a path with what separates it from a text.
func at(path string) string {
	if path == "" {
		return ""
	}
	return path + ": "
}

// plain describes a node without what is below it and without its logical type.
func plain(n *avro.SchemaNode) string {
	switch n.Type {
	case "fixed":
		return fmt.Sprintf("fixed of %d bytes", n.Size)
	case "enum":
		return "enum of " + strings.Join(n.Symbols, ", ")
	case "union":
		var list []string
		for i := range n.Branches {
			list = append(list, kind(&n.Branches[i]))
		}
		return "union of " + strings.Join(list, ", ")
	case "error":
		return "record"
	}
	return n.Type
}

// kind returns the kind of a branch of a union. Those of definitions are compared later.
func kind(n *avro.SchemaNode) string {
	switch n.Type {
	case "null", "boolean", "int", "long", "float", "double", "string", "bytes", "array", "map":
		return n.Type
	}
	return "a named type"
}

// describe describes a node without what is below it.
func describe(n *avro.SchemaNode) string {
	if n.LogicalType != "" {
		return plain(n) + " with logical type " + n.LogicalType
	}
	return plain(n)
}
