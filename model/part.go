package model

// A Part identifies copies of types of which code decodes only some fields. The other fields are Unread.
type Part struct {
	Name string // the part's name, for the names of functions
	Path string // path of the value in the root, such as "Order.Lines"; with Name, it is unique in a package
	// Earlier means that the copy is for messages of an earlier layout.
	Earlier bool
}

// Key returns a text that no other part of the package has.
func (p *Part) Key() string { return p.Path + " " + p.Name }

// PartOf returns the part that t is a copy for, or the type that its lists, maps and pointers finally hold, or nil. In code
// for an earlier layout, keys of maps are copies, too.
func PartOf(t Type) *Part {
	switch t := t.(type) {
	case *Named:
		return t.Part
	case *Struct:
		return t.Part
	case *Pointer:
		return PartOf(t.Elem)
	case *Slice:
		return PartOf(t.Elem)
	case *Array:
		return PartOf(t.Elem)
	case *Map:
		return joinParts(PartOf(t.Elem), PartOf(t.Key))
	}
	return nil
}

// joinParts returns what identifies copies of maps whose elements and keys are copies.
func joinParts(elem, key *Part) *Part {
	switch {
	case key == nil:
		return elem
	case elem == nil:
		return key
	}
	return &Part{Name: elem.Name + key.Name, Path: elem.Path + " " + key.Path, Earlier: elem.Earlier}
}
