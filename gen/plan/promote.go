package plan

import (
	"cmp"
	"fmt"
	"slices"

	"bale/model"
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
	Leave *Field // the field without which there is no fault; nil means the struct
	Text  string
}

// A Promotion has the fields of a struct, in the order of the source. The fields of embedded structs that have no name in a tag are among
// them.
type Promotion struct {
	*Struct
	Faults  []Fault
	Skipped []*Field // fields that bale skips, but other libraries encode; they count as fields with their names
}

// A Promoter finds the fields of structs by the rule of encoding/json, for a format.
type Promoter struct {
	*Graph
	Key     string // of the tags that name fields, for errors
	Library string // a library that has the rule, for errors
	TagOf   func(*model.Field) Tag
}

// Promote returns the fields of the struct t: of several fields with one name, the one that is embedded least deep is encoded; of several
// there, the one whose tag has the name. If more than one is left, the library encodes none. Unexported fields, which other libraries do not
// encode, give way to exported ones. The values of the other fields would be lost, so they are faults.
func (r *Promoter) Promote(t model.Type) *Promotion {
	p := &promoter{by: r, Promotion: &Promotion{Struct: &Struct{}}}
	p.add(t, "", nil, nil)
	for i, ptr := range p.Pointers {
		ptr.Index = i
	}
	p.choose()
	for _, ptr := range p.Pointers { // a message tells whether a pointer is nil if its first field is never omitted
		if i := slices.IndexFunc(p.Fields, func(f *Field) bool { return f.Pointer == ptr }); i >= 0 {
			p.Fields[i].Omit = false
		} else {
			p.Fail(&Field{Field: ptr.Field, Path: ptr.Path}, "the embedded pointer has no fields of its own, so that a message does not tell whether it is nil: make it one field with a tag such as `%s:\"name\"`", r.Key)
		}
	}
	return p.Promotion
}

// AsArray adds the faults of a struct that is an array. own means that only bale writes it as one.
func (p *Promotion) AsArray(key, library string, own bool) {
	p.Array = true
	for _, ptr := range p.Pointers {
		p.failArray(&Field{Field: ptr.Field, Path: ptr.Path}, "an array does not tell whether the embedded pointer is nil: make it one field with a tag such as `%s:\"name\"`", key)
	}
	if own {
		return
	}
	for _, f := range p.Fields {
		if f.Hidden {
			p.failArray(f, "%s does not write unexported fields, so that the elements after it in the array would be misread: mark it `bale:\"skip\"`, or export it", library)
		}
	}
	for _, f := range p.Skipped {
		p.failArray(f, "%s writes the skipped field as an element of the array: tag it `%s:\"-\"` as well", library, key)
	}
}

// failArray adds a fault of a struct that is an array. Without the field, its elements would be misread.
func (p *Promotion) failArray(f *Field, format string, args ...any) {
	p.Faults = append(p.Faults, Fault{f, nil, fmt.Sprintf(format, args...)})
}

// Fail adds a fault.
func (p *Promotion) Fail(f *Field, format string, args ...any) {
	p.Faults = append(p.Faults, Fault{f, f, fmt.Sprintf(format, args...)})
}

type promoter struct {
	*Promotion
	by  *Promoter
	all []*candidate
}

// A candidate is a field that may be encoded.
type candidate struct {
	*Field
	rank, depth, untagged int // the smaller, the better
	skipped               bool
}

// add adds the fields of a struct in the structs within. path is that of the fields that hold it, and outer the innermost pointer among them.
func (p *promoter) add(t model.Type, path string, outer *Embedded, within []model.Type) {
	within = append(within, t)
	for _, f := range model.Underlying(t).(*model.Struct).InSource() {
		tag := p.by.TagOf(f)
		c := &candidate{Field: &Field{Field: f, Name: cmp.Or(tag.Name, f.Name), Integer: tag.Integer, Path: path + f.Name, Pointer: outer}, depth: len(within), skipped: f.Type == nil}
		if tag.Fault != "" && !c.skipped {
			p.Fail(c.Field, "%s", tag.Fault)
		}
		if tag.Skip {
			continue
		}
		elem, isStruct := f.Type, false
		if f.Type != nil && f.Embedded {
			if u, ok := elem.(*model.Pointer); ok {
				elem = u.Elem
			}
			_, isStruct = model.Underlying(elem).(*model.Struct)
		}
		switch {
		case isStruct && tag.Name == "" && !p.by.Custom(elem) && slices.Contains(within, elem):
			p.Fail(c.Field, "the embedded pointer leads to the struct that it is in: make it one field with a tag such as `%s:\"name\"`", p.by.Key)
			continue
		case isStruct && tag.Name == "" && !p.by.Custom(elem):
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
func (p *promoter) omissible(t model.Type) bool {
	switch p.by.Kind(t, false) {
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
		case c != other && c.skipped: // it is left out, and the library does not encode it either
		case c != other:
			p.Fail(c.Field, "the name %q is also the name of %s, so that %s does not encode the field: give one of them another name with a tag such as `%s:\"name\"`, or leave this one out with `%[4]s:\"-\"`", c.Name, other.Path, p.by.Library, p.by.Key)
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
