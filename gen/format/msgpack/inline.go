package msgpack

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// A recorder finds the fields of a struct in the order and by the rule of vmihailenco/msgpack (getFields in its types.go). The fields of
// an embedded struct take its place, unless one of their names was taken before by a field, by an embedded struct or by an alias: then
// the struct is one field. What comes later in the source does not count, so a later field can get a name that is taken. The library
// then writes the name twice. That is a fault.
type recorder struct {
	graph  *plan.Graph
	within []schema.Type // structs that are being recorded
}

// libraryMethods are the methods that vmihailenco/msgpack calls. It does not inline a struct that has one of them.
var libraryMethods = []string{
	"EncodeMsgpack", "DecodeMsgpack", "MarshalMsgpack", "UnmarshalMsgpack", "MarshalBinary", "UnmarshalBinary", "MarshalText", "UnmarshalText",
}

// A taken is the owner of a name in vmihailenco/msgpack's decoder of a struct.
type taken struct {
	field   *field // nil for an embedded struct, and for a field that bale skips
	what    string // path of the field, or a description
	skipped bool   // bale skips the field, but the library encodes it
}

// record returns the struct t. path is that of the fields that hold it, and outer the innermost pointer among them.
func (b *recorder) record(t schema.Type, path string, outer *pointer) *record {
	b.within = append(b.within, t)
	defer func() { b.within = b.within[:len(b.within)-1] }()
	r, names, omitAll := &record{}, map[string]taken{}, false
	for _, f := range schema.Underlying(t).(*schema.Struct).InSource() {
		tag := tagOf(f)
		if f.Name == marker {
			omitAll = omitAll || tag.omit && tag.name != "-"
		}
		fld := &field{Field: f, key: tag.name, alias: tag.alias, path: path + f.Name, pointer: outer, visible: f.Exported || f.Embedded}
		if tag.fault != "" {
			r.fail(fld, "%s", tag.fault)
		}
		switch {
		case tag.skip:
			continue
		case f.Type == nil: // bale skips it
			if fld.visible {
				names[tag.name] = taken{what: fld.path, skipped: true}
				r.skipped = append(r.skipped, fld)
			}
			continue
		case f.Embedded && tag.embed != asField && b.inline(r, names, fld, tag):
			continue
		}
		fld.omit = (tag.omit || omitAll) && b.omissible(f.Type)
		r.add(names, fld)
	}
	r.names = names
	return r
}

// add adds a field, which takes its names.
func (r *record) add(names map[string]taken, f *field) {
	r.fields = append(r.fields, f)
	if !f.visible {
		return
	}
	if other := names[f.key]; other.skipped {
		r.fail(f, "the name %q is also the name of %s, which other libraries write: give one of them another name with a tag such as `msgpack:\"name\"`", f.key, other.what)
	}
	names[f.key] = taken{field: f, what: f.path}
}

// fail adds a fault.
func (r *record) fail(f *field, format string, args ...any) {
	r.faults = append(r.faults, fault{f, fmt.Sprintf(format, args...)})
}

// omissible reports whether a field of type t can be omitted if it is empty.
func (b *recorder) omissible(t schema.Type) bool {
	switch schema.Underlying(t).(type) {
	case *schema.Struct, *schema.Array:
		return false
	}
	n, named := t.(*schema.Named)
	return !(named && b.graph.Custom(n))
}

// inline adds the fields of the struct that the embedded field f holds to r, if they are fields of the outer struct. It reports whether
// they are.
func (b *recorder) inline(r *record, names map[string]taken, f *field, tag tag) bool {
	elem, ptr := f.Type, (*pointer)(nil)
	if u, ok := elem.(*schema.Pointer); ok {
		elem = u.Elem
		ptr = &pointer{Field: f.Field, path: f.path, elem: elem, outer: f.pointer}
	}
	n, named := elem.(*schema.Named)
	_, isStruct := schema.Underlying(elem).(*schema.Struct)
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
	outer := f.pointer
	if ptr != nil {
		outer = ptr
	}
	sub := b.record(elem, f.path+".", outer)
	for _, inner := range sub.fields {
		other, ok := names[inner.key]
		if !ok || !inner.visible {
			continue
		}
		if tag.embed == ifUnique {
			return false
		}
		if other.field == nil || other.field.key != inner.key { // checkNames reports the others
			r.fail(inner, "the name %q is also the name of %s: give one of them another name with a tag such as `msgpack:\"name\"`, or remove the option of %s", inner.key, other.what, f.path)
		}
	}
	r.faults, r.skipped = append(r.faults, sub.faults...), append(r.skipped, sub.skipped...)
	if ptr != nil {
		r.pointers = append(r.pointers, ptr)
		b.keepPointer(r, f, ptr, sub)
	}
	r.pointers = append(r.pointers, sub.pointers...)
	for _, inner := range sub.fields {
		r.add(names, inner)
	}
	if f.alias != "" {
		r.fail(f, "alias has no effect on an embedded struct whose fields are fields of the outer struct: remove it, or add noinline")
	}
	names[f.key] = taken{what: "the embedded struct " + f.path}
	r.inlined, r.structs = append(r.inlined, f), append(r.structs, sub.structs...)
	if named {
		r.structs = append(r.structs, n)
	}
	return true
}

// keepPointer makes sure that messages tell whether an embedded pointer is nil: its first field is never omitted if it is not.
func (b *recorder) keepPointer(r *record, f *field, ptr *pointer, sub *record) {
	for _, inner := range sub.fields {
		if inner.pointer == ptr {
			inner.omit = false
			return
		}
	}
	r.fail(f, "the embedded pointer has no fields of its own, so that a message does not tell whether it is nil: make it one field with a tag such as `msgpack:\",noinline\"`")
}

// checkNames reports fields with a name that means another field to a decoder, bale's or the library's.
func (r *record) checkNames() {
	owners := map[string]*field{}
	for _, f := range r.fields {
		other := ""
		if g := owners[f.key]; g != nil {
			other = g.path
		} else if x := r.names[f.key]; f.visible && x.field == nil {
			other = x.what
		}
		if other != "" {
			r.fail(f, "the name %q is also the name of %s: give one of them another name with a tag such as `msgpack:\"name\"`%s", f.key, other, orNoinline(f.path, other))
		}
		owners[f.key] = f
	}
	for _, f := range r.fields {
		if f.alias == "" {
			continue
		}
		switch g := owners[f.alias]; {
		case g == nil:
			owners[f.alias] = f
		case strings.Contains(f.path, "."): // the library has no aliases in structs that it inlines
			f.alias = ""
		default:
			r.fail(f, "its alias %q is also the name of %s: remove the alias", f.alias, g.path)
		}
	}
	last := map[string]*field{} // of several embedded structs with one name, the library decodes the last
	for _, f := range r.inlined {
		last[f.key] = f
	}
	r.inlined = slices.DeleteFunc(r.inlined, func(f *field) bool { return owners[f.key] != nil || last[f.key] != f })
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
