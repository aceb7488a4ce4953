package msgpack

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// A recorder finds the fields of a struct in the order and by the rule of vmihailenco/msgpack (getFields in its types.go). The fields of
// an embedded struct take its place, unless one of their names was taken before by a field, by an embedded struct or by an alias: then
// the struct is one field. What comes later in the source does not count, so a later field can get a name that is taken. The library
// then writes the name twice. That is a fault.
type recorder struct {
	graph  *plan.Graph
	within []model.Type // structs that are being recorded
}

// libraryMethods are the methods that vmihailenco/msgpack calls. It does not inline a struct that has one of them.
var libraryMethods = []string{
	"EncodeMsgpack", "DecodeMsgpack", "MarshalMsgpack", "UnmarshalMsgpack", "MarshalBinary", "UnmarshalBinary", "MarshalText", "UnmarshalText",
}

// A taken is the owner of a name in vmihailenco/msgpack's decoder of a struct.
type taken struct {
	field   *plan.Field // nil for an embedded struct, and for a field that bale skips
	what    string      // path of the field, or a description
	skipped bool        // bale skips the field, but the library encodes it
}

// record returns the struct t. path is that of the fields that hold it, and outer the innermost pointer among them.
func (b *recorder) record(t model.Type, path string, outer *plan.Embedded) *record {
	b.within = append(b.within, t)
	defer func() { b.within = b.within[:len(b.within)-1] }()
	r, names, omitAll := &record{Struct: &plan.Struct{}}, map[string]taken{}, false
	for _, f := range model.Underlying(t).(*model.Struct).InSource() {
		tag := tagOf(f)
		if f.Name == marker {
			omitAll = omitAll || tag.omit && tag.name != "-"
		}
		fld := &plan.Field{Field: f, Name: tag.name, Alias: tag.alias, Path: path + f.Name, Pointer: outer, Hidden: !f.Exported && !f.Embedded}
		if tag.fault != "" && (f.Type != nil || f.Name == marker) {
			r.fail(fld, "%s", tag.fault)
		}
		switch {
		case tag.skip:
			continue
		case f.Type == nil: // bale skips it
			if !fld.Hidden {
				names[tag.name] = taken{what: fld.Path, skipped: true}
				r.skipped = append(r.skipped, fld)
			}
			continue
		case f.Embedded && tag.embed != asField && b.inline(r, names, fld, tag):
			continue
		}
		fld.Omit = (tag.omit || omitAll) && b.omissible(f.Type)
		r.add(names, fld)
	}
	r.names = names
	return r
}

// add adds a field, which takes its names.
func (r *record) add(names map[string]taken, f *plan.Field) {
	r.Fields = append(r.Fields, f)
	if f.Hidden {
		return
	}
	if other := names[f.Name]; other.skipped {
		r.fail(f, "the name %q is also the name of %s, which other libraries write: give one of them another name with a tag such as `msgpack:\"name\"`", f.Name, other.what)
	}
	names[f.Name] = taken{field: f, what: f.Path}
}

// fail adds a fault.
func (r *record) fail(f *plan.Field, format string, args ...any) {
	r.faults = append(r.faults, fault{f, f, fmt.Sprintf(format, args...)})
}

// failArray adds a fault of a struct that is an array. Without the field, its elements would be misread.
func (r *record) failArray(f *plan.Field, format string, args ...any) {
	r.faults = append(r.faults, fault{f, nil, fmt.Sprintf(format, args...)})
}

// omissible reports whether a field of type t can be omitted if it is empty.
func (b *recorder) omissible(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Struct, *model.Array:
		return false
	}
	n, named := t.(*model.Named)
	return !(named && b.graph.Custom(n))
}

// inline adds the fields of the struct that the embedded field f holds to r, if they are fields of the outer struct. It reports whether
// they are.
func (b *recorder) inline(r *record, names map[string]taken, f *plan.Field, tag tag) bool {
	elem, ptr := f.Type, (*plan.Embedded)(nil)
	if u, ok := elem.(*model.Pointer); ok {
		elem = u.Elem
		ptr = &plan.Embedded{Field: f.Field, Path: f.Path, Elem: elem, Outer: f.Pointer}
	}
	n, named := elem.(*model.Named)
	_, isStruct := model.Underlying(elem).(*model.Struct)
	custom := named && b.graph.Custom(n)
	if tag.embed == asFields && (!isStruct || ptr != nil || custom) {
		r.fail(f, "inline and flatten are for embedded structs without marshal methods, not for pointers: remove the option")
		return false
	}
	if !isStruct || custom || slices.Contains(b.within, elem) { // the library's encoder of a type that embeds itself does not end
		return false
	}
	if tag.embed == ifUnique && named && slices.ContainsFunc(n.Methods.Names, func(name string) bool { return slices.Contains(libraryMethods, name) }) {
		return false
	}
	outer := f.Pointer
	if ptr != nil {
		outer = ptr
	}
	sub := b.record(elem, f.Path+".", outer)
	for _, inner := range sub.Fields {
		other, ok := names[inner.Name]
		if !ok || inner.Hidden {
			continue
		}
		if tag.embed == ifUnique {
			return false
		}
		if other.field == nil || other.field.Name != inner.Name { // checkNames reports the others
			r.fail(inner, "the name %q is also the name of %s: give one of them another name with a tag such as `msgpack:\"name\"`, or remove the option of %s", inner.Name, other.what, f.Path)
		}
	}
	r.faults, r.skipped = append(r.faults, sub.faults...), append(r.skipped, sub.skipped...)
	if ptr != nil {
		r.Pointers = append(r.Pointers, ptr)
		b.keepPointer(r, f, ptr, sub)
	}
	r.Pointers = append(r.Pointers, sub.Pointers...)
	for _, inner := range sub.Fields {
		r.add(names, inner)
	}
	if f.Alias != "" {
		r.fail(f, "alias has no effect on an embedded struct whose fields are fields of the outer struct: remove it, or add noinline")
	}
	names[f.Name] = taken{what: "the embedded struct " + f.Path}
	r.Inlined, r.structs = append(r.Inlined, f), append(r.structs, sub.structs...)
	if named {
		r.structs = append(r.structs, n)
	}
	return true
}

// keepPointer makes sure that messages tell whether an embedded pointer is nil: its first field is never omitted if it is not.
func (b *recorder) keepPointer(r *record, f *plan.Field, ptr *plan.Embedded, sub *record) {
	for _, inner := range sub.Fields {
		if inner.Pointer == ptr {
			inner.Omit = false
			return
		}
	}
	r.fail(f, "the embedded pointer has no fields of its own, so that a message does not tell whether it is nil: make it one field with a tag such as `msgpack:\",noinline\"`")
}

// checkNames reports fields with a name that means another field to a decoder, bale's or the library's.
func (r *record) checkNames() {
	owners := map[string]*plan.Field{}
	for _, f := range r.Fields {
		other, leave := "", f
		if g := owners[f.Name]; g != nil {
			other = g.Path
			if strings.Count(g.Path, ".") > strings.Count(f.Path, ".") { // left out, a field of an embedded struct does not take the name
				leave = g
			}
		} else if x := r.names[f.Name]; !f.Hidden && x.field == nil {
			other = x.what
		}
		if other != "" {
			r.fail(f, "the name %q is also the name of %s: give one of them another name with a tag such as `msgpack:\"name\"`%s", f.Name, other, orNoinline(f.Path, other))
			r.faults[len(r.faults)-1].leave = leave
		}
		owners[f.Name] = f
	}
	for _, f := range r.Fields {
		if f.Alias == "" {
			continue
		}
		switch g := owners[f.Alias]; {
		case g == nil:
			owners[f.Alias] = f
		case strings.Contains(f.Path, "."): // the library has no aliases in structs that it inlines
			f.Alias = ""
		default:
			r.fail(f, "its alias %q is also the name of %s: remove the alias", f.Alias, g.Path)
		}
	}
	last := map[string]*plan.Field{} // of several embedded structs with one name, the library decodes the last
	for _, f := range r.Inlined {
		last[f.Name] = f
	}
	r.Inlined = slices.DeleteFunc(r.Inlined, func(f *plan.Field) bool { return owners[f.Name] != nil || last[f.Name] != f })
}

// orNoinline returns the end of the error for two fields with one name: the embedded struct that holds one of them can become one field.
func orNoinline(path, other string) string {
	for _, path := range []string{path, strings.TrimPrefix(other, "the embedded struct ") + "."} {
		if outer, _, ok := strings.Cut(path, "."); ok && outer != other {
			return fmt.Sprintf(", or make %s one field with a tag such as `msgpack:\",noinline\"`", outer)
		}
	}
	return ""
}
