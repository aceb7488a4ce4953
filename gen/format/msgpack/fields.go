package msgpack

import (
	"slices"
	"strconv"

	"bale/gen/plan"
	"bale/schema"
)

// A field is an encoded field of a struct, or of a struct embedded in it.
type field struct {
	*schema.Field
	key     string // name in messages
	alias   string // another name that is decoded, or ""
	path    string // from the struct: "Base.ID"
	omit    bool   // omitted if empty
	pointer *pointer
	visible bool // vmihailenco/msgpack encodes it: neither it nor a struct that holds it is an unexported field
}

// A pointer is an embedded pointer to a struct whose fields are fields of the outer struct.
type pointer struct {
	*schema.Field
	path  string
	elem  schema.Type
	outer *pointer // the innermost pointer that holds it, or nil
	index int      // in record.pointers
}

// A record is a struct as messages hold it.
type record struct {
	fields   []*field
	pointers []*pointer // the outer ones first
	skipped  []*field   // fields that bale skips, but other libraries encode
	faults   []fault
	inlined  []*field         // embedded fields whose fields are in fields
	structs  []*schema.Named  // types of such fields, at any depth
	names    map[string]taken // as the decoder of vmihailenco/msgpack knows them
}

// A fault is the reason why a field cannot be encoded as other libraries encode it.
type fault struct {
	*field
	text string
}

// fields returns the encoded fields of a struct.
func (p *generator) fields(t schema.Type) []*field { return p.record(t).fields }

// record returns a struct as messages hold it.
func (p *generator) record(t schema.Type) *record { return recordOf(p.Graph, p.Directives, t) }

// recordOf returns the struct t as messages hold it.
func recordOf(g *plan.Graph, d *plan.Directives, t schema.Type) *record {
	b := &recorder{graph: g}
	r := b.record(t, "", nil)
	r.checkNames()
	for i, ptr := range r.pointers {
		ptr.index = i
	}
	if isArray(d, t) {
		r.checkArray(d, t)
	}
	return r
}

// Fault returns the reason why the fields of the struct t cannot be encoded by code in package home, or "".
func Fault(t schema.Type, home string) string {
	if r := recordOf(graph(home), nil, t); len(r.faults) > 0 {
		return r.faults[0].text
	}
	return ""
}

// checkArray reports what arrays of the struct t cannot hold as other libraries encode them.
func (r *record) checkArray(d *plan.Directives, t schema.Type) {
	for _, ptr := range r.pointers {
		r.fail(&field{Field: ptr.Field, path: ptr.path}, "an array does not tell whether the embedded pointer is nil: make it one field with a tag such as `msgpack:\",noinline\"`")
	}
	if n, ok := t.(*schema.Named); ok && d.Array(n) {
		return // only bale writes the struct as an array
	}
	for _, f := range r.fields {
		if !f.visible {
			r.fail(f, "other libraries do not write unexported fields, so that the elements after it in the array would be misread: mark it `bale:\"skip\"`, or export it")
		}
	}
	for _, f := range r.skipped {
		r.fail(f, "other libraries write the skipped field as an element of the array: tag it `msgpack:\"-\"` as well")
	}
}

// array reports whether a struct is encoded as an array of its fields.
func (p *generator) array(t schema.Type) bool { return isArray(p.Directives, t) }

func isArray(d *plan.Directives, t schema.Type) bool {
	if n, ok := t.(*schema.Named); ok && (d.Array(n) || isTuple(d, n)) {
		return true
	}
	return slices.ContainsFunc(schema.Underlying(t).(*schema.Struct).InSource(), func(f *schema.Field) bool {
		return f.Name == marker && tagOf(f).array
	})
}

// names returns the names of a field in messages, as Go expressions.
func (f *field) names() string {
	if f.alias == "" {
		return strconv.Quote(f.key)
	}
	return strconv.Quote(f.key) + ", " + strconv.Quote(f.alias)
}
