package plan

import (
	"cmp"
	"slices"

	"bale/schema"
)

// A Tag is what a tag says about a field of a struct whose embedded structs are encoded by the rule of encoding/json.
type Tag struct {
	Name    string // in messages; "" means that the tag gives no name
	Integer bool   // the name is an integer
	Skip    bool   // not encoded
	Omit    bool   // not encoded if it is empty
	Fault   string // the reason why the tag cannot be followed, or ""
}

// A Fault is a reason why a field cannot be encoded.
type Fault struct {
	*Field
	Text string
}

// A Promotion has the fields of a struct, in the order of the source. The fields of embedded structs that have no name in a tag are among
// them.
type Promotion struct {
	*Struct
	Faults  []Fault     // of tags
	Skipped []*Field    // fields that bale skips, but other libraries encode; they count as fields with their names
	Hidden  [][2]*Field // fields that the rule hides, each with the field that hides it, or has the same right to the name
	Empty   []*Field    // embedded pointers without fields of their own: a message does not tell whether they are nil
	Endless []*Field    // embedded pointers to a struct that they are in, whose fields the rule ignores
}

// Promote returns the fields of the struct t by the rule of encoding/json: of several fields with one name, the one that is embedded least
// deep is encoded; of several there, the one whose tag has the name. If more than one is left, none is encoded. tagOf parses the tag of a
// field. Unexported fields, which other libraries do not encode, give way to exported ones.
func (g *Graph) Promote(t schema.Type, tagOf func(*schema.Field) Tag) *Promotion {
	p := &promoter{graph: g, tagOf: tagOf, Promotion: &Promotion{Struct: &Struct{}}}
	p.add(t, "", nil, nil)
	for i, ptr := range p.Pointers {
		ptr.Index = i
	}
	p.choose()
	for _, ptr := range p.Pointers { // a message tells whether a pointer is nil if its first field is never omitted
		if i := slices.IndexFunc(p.Fields, func(f *Field) bool { return f.Pointer == ptr }); i >= 0 {
			p.Fields[i].Omit = false
		} else {
			p.Empty = append(p.Empty, &Field{Field: ptr.Field, Path: ptr.Path})
		}
	}
	return p.Promotion
}

type promoter struct {
	*Promotion
	graph *Graph
	tagOf func(*schema.Field) Tag
	all   []*candidate
}

// A candidate is a field that may be encoded.
type candidate struct {
	*Field
	rank, depth, untagged int // the smaller, the better
	skipped               bool
}

// add adds the fields of a struct in the structs within. path is that of the fields that hold it, and outer the innermost pointer among them.
func (p *promoter) add(t schema.Type, path string, outer *Embedded, within []schema.Type) {
	within = append(within, t)
	for _, f := range schema.Underlying(t).(*schema.Struct).InSource() {
		tag := p.tagOf(f)
		c := &candidate{Field: &Field{Field: f, Name: cmp.Or(tag.Name, f.Name), Integer: tag.Integer, Path: path + f.Name, Pointer: outer}, depth: len(within), skipped: f.Type == nil}
		if tag.Fault != "" {
			p.Faults = append(p.Faults, Fault{c.Field, tag.Fault})
		}
		if tag.Skip {
			continue
		}
		elem, isStruct := f.Type, false
		if f.Type != nil && f.Embedded {
			if u, ok := elem.(*schema.Pointer); ok {
				elem = u.Elem
			}
			_, isStruct = schema.Underlying(elem).(*schema.Struct)
		}
		switch {
		case isStruct && tag.Name == "" && !p.graph.Custom(elem) && slices.Contains(within, elem):
			p.Endless = append(p.Endless, c.Field)
			continue
		case isStruct && tag.Name == "" && !p.graph.Custom(elem):
			inner := outer
			if elem != f.Type {
				inner = &Embedded{Field: f, Path: c.Path, Elem: elem, Outer: outer}
				p.Pointers = append(p.Pointers, inner)
			}
			p.add(elem, c.Path+".", inner, within)
			continue
		}
		if c.Hidden = !f.Exported && !isStruct; c.Hidden {
			c.rank = 1
		}
		if c.Hidden && c.skipped { // no library encodes it
			continue
		}
		if tag.Name == "" {
			c.untagged = 1
		}
		c.Omit = tag.Omit && !c.skipped && p.omissible(f.Type)
		p.all = append(p.all, c)
	}
}

// omissible reports whether a field of type t can be omitted if it is empty.
func (p *promoter) omissible(t schema.Type) bool {
	switch p.graph.Kind(t, false) {
	case Record, Array, ByteArray, Custom:
		return false
	}
	return true
}

// choose sorts the candidates into those that are encoded and those that are hidden.
func (p *promoter) choose() {
	best := map[Tag]*candidate{}
	key := func(c *candidate) Tag { return Tag{Name: c.Name, Integer: c.Integer} }
	for _, c := range p.all {
		if other := best[key(c)]; other == nil || c.compare(other) < 0 {
			best[key(c)] = c
		}
	}
	for _, c := range p.all {
		switch other := best[key(c)]; {
		case c != other:
			p.Promotion.Hidden = append(p.Promotion.Hidden, [2]*Field{c.Field, other.Field})
		case c.skipped:
			p.Skipped = append(p.Skipped, c.Field)
		default:
			p.Fields = append(p.Fields, c.Field)
		}
	}
}

func (c *candidate) compare(other *candidate) int {
	return cmp.Or(cmp.Compare(c.rank, other.rank), cmp.Compare(c.depth, other.depth), cmp.Compare(c.untagged, other.untagged))
}
