package msgpack

import (
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// A record is a struct as messages hold it, with what makes that impossible.
type record struct {
	*plan.Struct
	skipped []*plan.Field // fields that bale skips, but other libraries encode
	faults  []fault
	structs []*model.Named   // types of embedded fields whose fields are in Fields, at any depth
	names   map[string]taken // as the decoder of vmihailenco/msgpack knows them
}

// A fault is the reason why a field cannot be encoded as other libraries encode it.
type fault struct {
	*plan.Field
	leave *plan.Field // the field without which there is no fault; nil means the struct
	text  string
}

// recordOf returns the struct t as messages hold it.
func recordOf(g *plan.Graph, d *plan.Directives, t model.Type) *record {
	b := &recorder{graph: g}
	r := b.record(t, "", nil)
	r.checkNames()
	for i, ptr := range r.Pointers {
		ptr.Index = i
	}
	if r.Array = isArray(d, t); r.Array {
		r.checkArray(d, t)
	}
	return r
}

// Fault returns the reason why the fields of the struct t cannot be encoded by code in package home, or "".
func Fault(t model.Type, home string) string {
	if r := recordOf(graph(home), nil, t); len(r.faults) > 0 {
		return r.faults[0].text
	}
	return ""
}

// checkArray reports what arrays of the struct t cannot hold as other libraries encode them.
func (r *record) checkArray(d *plan.Directives, t model.Type) {
	for _, ptr := range r.Pointers {
		r.failArray(&plan.Field{Field: ptr.Field, Path: ptr.Path}, "an array does not tell whether the embedded pointer is nil: make it one field with a tag such as `msgpack:\",noinline\"`")
	}
	if n, ok := t.(*model.Named); ok && d.Array(n) {
		return // only bale writes the struct as an array
	}
	for _, f := range r.Fields {
		if f.Hidden {
			r.failArray(f, "other libraries do not write unexported fields, so that the elements after it in the array would be misread: mark it `bale:\"skip\"`, or export it")
		}
	}
	for _, f := range r.skipped {
		r.failArray(f, "other libraries write the skipped field as an element of the array: tag it `msgpack:\"-\"` as well")
	}
}

// isArray reports whether a struct is encoded as an array of its fields.
func isArray(d *plan.Directives, t model.Type) bool {
	if n, ok := t.(*model.Named); ok && (d.Array(n) || isTuple(d, n)) {
		return true
	}
	return slices.ContainsFunc(model.Underlying(t).(*model.Struct).InSource(), func(f *model.Field) bool {
		return f.Name == marker && tagOf(f).array
	})
}
