package msgpack

import (
	"reflect"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// A tag is the content of a field's tag. A tag with the key msgpack means what it means to vmihailenco/msgpack, and one with the key msg
// what it means to tinylib/msgp.
type tag struct {
	name    string
	skip    bool
	omit    bool   // omitted if empty
	inline  bool   // the fields of an embedded struct are fields of the outer struct
	array   bool   // on the field _msgpack: the struct is encoded as an array
	unknown string // an unknown option
}

// marker is the name of the field whose tag has vmihailenco/msgpack's options for the struct.
const marker = "_msgpack"

func tagOf(f *schema.Field) tag {
	text, vmihailenco := reflect.StructTag(f.Tag).Lookup("msgpack")
	if !vmihailenco {
		text = reflect.StructTag(f.Tag).Get("msg")
	}
	name, rest, _ := strings.Cut(text, ",")
	t := tag{name: name, skip: name == "-" || f.Name == marker, inline: f.Embedded && (vmihailenco || text == "")}
	for _, option := range strings.Split(rest, ",") {
		switch option {
		case "omitempty", "omitzero":
			t.omit = true
		case "inline", "flatten":
			t.inline = f.Embedded
		case "noinline":
			t.inline = false
		case "as_array", "asArray":
			t.array = true
		case "", "allownil", "zerocopy":
		default:
			t.unknown = option
		}
	}
	if t.name == "" {
		t.name = f.Name
	}
	return t
}

// Skips reports whether a field is not encoded.
func Skips(f *schema.Field) bool { return tagOf(f).skip }

// A field is an encoded field of a struct, or of a struct embedded in it.
type field struct {
	*schema.Field
	key  string // name in messages
	path string // from the struct: "Base.ID"
	omit bool
}

// fields returns the encoded fields of a struct.
func (p *generator) fields(t schema.Type) []*field { return fieldsOf(p.Graph, p.Directives, t, "") }

// fieldsOf returns the encoded fields of t, whose paths begin with path. The fields of an inlined struct take the place of the embedded
// field. A struct is not inlined if the name of one of its fields is also the name of another field, such as one that hides a promoted
// field. vmihailenco/msgpack does the same if the other field comes first.
func fieldsOf(g *plan.Graph, d *plan.Directives, t schema.Type, path string) []*field {
	var groups [][]*field
	count := map[string]int{}
	fields := g.Fields(schema.Underlying(t).(*schema.Struct))
	for _, f := range fields {
		group := []*field{fieldOf(g, f, path)}
		if tagOf(f).inline && inlines(g, d, f.Type) {
			group = fieldsOf(g, d, f.Type, path+f.Name+".")
		}
		for _, f := range group {
			count[f.key]++
		}
		groups = append(groups, group)
	}
	var list []*field
	for i, group := range groups {
		if slices.ContainsFunc(group, func(f *field) bool { return count[f.key] > 1 }) {
			group = []*field{fieldOf(g, fields[i], path)}
		}
		list = append(list, group...)
	}
	return list
}

// fieldOf returns a field that is not inlined.
func fieldOf(g *plan.Graph, f *schema.Field, path string) *field {
	tag := tagOf(f)
	_, sub := schema.Underlying(f.Type).(*schema.Struct)
	_, array := schema.Underlying(f.Type).(*schema.Array)
	n, named := f.Type.(*schema.Named)
	return &field{f, tag.name, path + f.Name, tag.omit && !sub && !array && !(named && g.Custom(n))}
}

// inlines reports whether t is a struct that is encoded as a map of its fields, and so can be inlined.
func inlines(g *plan.Graph, d *plan.Directives, t schema.Type) bool {
	n, named := t.(*schema.Named)
	_, ok := schema.Underlying(t).(*schema.Struct)
	return ok && !isArray(d, t) && !(named && g.Custom(n))
}

// array reports whether a struct is encoded as an array of its fields.
func (p *generator) array(t schema.Type) bool { return isArray(p.Directives, t) }

func isArray(d *plan.Directives, t schema.Type) bool {
	if n, ok := t.(*schema.Named); ok && d.Array(n) {
		return true
	}
	for _, f := range schema.Underlying(t).(*schema.Struct).Fields {
		if f.Name == marker && tagOf(f).array {
			return true
		}
	}
	return false
}
