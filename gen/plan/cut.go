package plan

import (
	"slices"
	"strings"

	"bale/model"
)

// CutParts sets the copies of the roots that the parts read. It is called when the directives are complete.
func (d *Directives) CutParts() {
	for root, parts := range d.Parts {
		for _, p := range parts {
			c := &cutter{d: d, part: p.Name}
			p.Root = c.cut(root, p.read, root.Name).(*model.Named)
		}
	}
}

// WithParts returns roots and the copies of the roots for their parts.
func (d *Directives) WithParts(roots []*model.Named) []*model.Named {
	list := slices.Clone(roots)
	for _, r := range roots {
		for _, p := range d.PartsOf(r) {
			list = append(list, p.Root)
		}
	}
	return list
}

// WithEarlier returns roots and their copies for the messages of earlier layouts in a format.
func (d *Directives) WithEarlier(format string, roots []*model.Named) []*model.Named {
	list := slices.Clone(roots)
	for _, r := range roots {
		for _, e := range d.Earlier(format, r) {
			list = append(list, e.Into(r))
		}
	}
	return list
}

// PartsOf returns the parts of a root.
func (d *Directives) PartsOf(root *model.Named) []*Part {
	if d == nil {
		return nil
	}
	return d.Parts[root]
}

// A cutter copies the types that lead to the fields of a part. The copies have the directives of their types.
type cutter struct {
	d    *Directives
	part string
}

// cut returns t with the fields that are not read marked as Unread. It returns t itself if all is read. path is that of a value of t.
func (c *cutter) cut(t model.Type, read *selection, path string) model.Type {
	if read.path != "" {
		return t
	}
	switch t := t.(type) {
	case *model.Named:
		n := *t
		n.Part = &model.Part{Name: c.part, Path: path}
		n.Underlying = c.cut(t.Underlying, read, path)
		c.d.copyNamed(t, &n)
		return &n
	case *model.Pointer:
		return &model.Pointer{Elem: c.cut(t.Elem, read, path)}
	case *model.Slice:
		return &model.Slice{Elem: c.cut(t.Elem, read, path)}
	case *model.Array:
		return &model.Array{Len: t.Len, Elem: c.cut(t.Elem, read, path)}
	case *model.Map:
		m := &model.Map{Key: t.Key, Elem: c.cut(t.Elem, read, path)}
		c.d.SortedMaps[m] = c.d.SortedMaps[t]
		return m
	case *model.Struct:
		return c.cutStruct(t, func(f *model.Field) *selection { return read.fields[f] }, path, nil)
	case *model.Interface:
		return c.cutOneof(t, read, path)
	}
	return t
}

// cutStruct returns a copy of s. read returns what is read of a field, or nil. within are the structs in which s is embedded.
func (c *cutter) cutStruct(s *model.Struct, read func(*model.Field) *selection, path string, within []*model.Struct) *model.Struct {
	copied := *s
	copied.Part = &model.Part{Name: c.part, Path: path}
	copied.Fields = make([]*model.Field, len(s.Fields))
	now := map[*model.Field]*model.Field{}
	for i, f := range s.Fields {
		field := *f
		if r := read(f); r != nil {
			field.Type = c.cut(f.Type, r, Join(path, f.Name))
		} else {
			field.Unread = true
			field.Type = c.unread(f, Join(path, f.Name), append(within, s))
		}
		copied.Fields[i] = &field
		now[f] = &field
		c.d.CopyField(f, &field)
	}
	if places, ok := c.d.StructPlaces[s]; ok {
		list := make([]Place, len(places))
		for i, p := range places {
			if list[i] = p; now[p.Field] != nil {
				list[i].Field = now[p.Field]
			}
		}
		c.d.StructPlaces[&copied] = list
	}
	return &copied
}

// unread returns the type of a field that is not read. The fields of an embedded struct, and of one that a tag for encoding/json/v2 embeds, may be fields
// of the outer struct in messages, so they are marked, too.
func (c *cutter) unread(f *model.Field, path string, within []*model.Struct) model.Type {
	if !f.Embedded && !strings.Contains(f.JSONTag().Options, "embed") {
		return f.Type
	}
	var mark func(t model.Type) model.Type
	mark = func(t model.Type) model.Type {
		switch t := t.(type) {
		case *model.Named:
			n := *t
			n.Part = &model.Part{Name: c.part, Path: path}
			if n.Underlying = mark(t.Underlying); n.Underlying == t.Underlying {
				return t
			}
			c.d.copyNamed(t, &n)
			return &n
		case *model.Pointer:
			if elem := mark(t.Elem); elem != t.Elem {
				return &model.Pointer{Elem: elem}
			}
		case *model.Struct:
			for _, outer := range within {
				if outer == t {
					return t
				}
			}
			return c.cutStruct(t, func(*model.Field) *selection { return nil }, path, within)
		}
		return t
	}
	return mark(f.Type)
}

// cutOneof returns the interface of a oneof with the members that are read.
func (c *cutter) cutOneof(u *model.Interface, read *selection, path string) *model.Interface {
	copied := *u
	copied.Members = nil
	for _, m := range u.Members {
		f := model.Underlying(model.Underlying(m).(*model.Pointer).Elem).(*model.Struct).Fields[0]
		if read.fields[f] != nil {
			copied.Members = append(copied.Members, c.cut(m, &selection{fields: read.fields}, path))
		}
	}
	return &copied
}

// CopyRoot gives a copy of a type the directives that the functions for messages of the type depend on.
func (d *Directives) CopyRoot(from, to *model.Named) {
	copyKey(d.Memory, from, to)
	for m := range d.marks {
		if m.of == from {
			d.Mark(to, m.word)
		}
	}
}

// copyNamed gives a copy of a type the directives of the type.
func (d *Directives) copyNamed(from, to *model.Named) {
	d.CopyRoot(from, to)
	copyKey(d.Evolving, from, to)
	copyKey(d.Strict, from, to)
	copyKey(d.JSONV2, from, to)
	for key, stamp := range d.stamps {
		if key.root == from {
			d.stamps[stampKey{key.format, to}] = stamp
			copyKey(d.earlier, key, stampKey{key.format, to})
		}
	}
}

// CopyField gives a copy of a field the directives of the field. The length of a field that is not read has no limit.
func (d *Directives) CopyField(from, to *model.Field) {
	if rules, ok := d.Fields[from]; ok {
		if to.Unread {
			rules.Max = 0
		}
		d.Fields[to] = rules
	}
	copyKey(d.Was, from, to)
	for _, numbers := range d.LockNumbers {
		copyKey(numbers, from, to)
	}
}

// copyKey sets the value of a key to that of another key, if that has one.
func copyKey[K comparable, V any](m map[K]V, from, to K) {
	if x, ok := m[from]; ok {
		m[to] = x
	}
}
