package cbor

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bale/gen/emit/item"
	"bale/gen/plan"
	"bale/gen/runtime/cbor"
	"bale/schema"
)

// recordOf returns the struct t as messages hold it: with its fields in the order of their encoded names, or in the order of the source if it
// is an array.
func recordOf(g *plan.Graph, d *plan.Directives, t schema.Type) *plan.Promotion {
	p := g.Promote(t, tagOf)
	if p.Array = isArray(d, t); !p.Array {
		slices.SortFunc(p.Fields, func(a, b *plan.Field) int { return bytes.Compare(keyBytes(a), keyBytes(b)) })
	}
	return p
}

// keyBytes returns the encoding of a field's name.
func keyBytes(f *plan.Field) []byte {
	if f.Integer {
		x, _ := strconv.ParseInt(f.Name, 10, 64)
		return cbor.AppendHead(nil, byte(x>>63&1), uint64(x^x>>63))
	}
	return append(cbor.AppendHead(nil, 3, uint64(len(f.Name))), f.Name...)
}

// isArray reports whether a struct is encoded as an array of its fields.
func isArray(d *plan.Directives, t schema.Type) bool {
	if n, ok := t.(*schema.Named); ok && d.Array(n) {
		return true
	}
	blank, options := options(t)
	return blank != nil && !blank.Embedded && slices.Contains(options, "toarray")
}

// options returns the blank field of a struct, or an embedded struct that has one, and the options in its tag. fxamacker/cbor finds that of
// an embedded struct if the outer one has none.
func options(t schema.Type) (*plan.Field, []string) {
	s := schema.Underlying(t).(*schema.Struct)
	if f := s.Blank; f != nil {
		_, text, _ := strings.Cut(reflect.StructTag(f.Tag).Get("cbor"), ",")
		return &plan.Field{Field: f, Path: "_"}, strings.Split(text, ",")
	}
	for _, f := range s.Fields {
		elem := f.Type
		if u, ok := elem.(*schema.Pointer); ok {
			elem = u.Elem
		}
		if _, ok := schema.Underlying(elem).(*schema.Struct); f.Embedded && ok && elem != t {
			if blank, options := options(elem); blank != nil {
				return &plan.Field{Field: f, Path: f.Name}, options
			}
		}
	}
	return nil, nil
}

// check returns errors for fields that cannot be encoded as fxamacker/cbor encodes them, and for pointer types that lead only to pointers.
func check(root *schema.Named, d *plan.Directives, home string) schema.Errors {
	c := &item.Checker{Graph: graph(home), Format: "cbor"}
	c.Fields = func(t schema.Type, path string) []*plan.Field {
		p := recordOf(c.Graph, d, t)
		for _, x := range faults(d, t, p) {
			c.FailField(t, path, x.Field, x.Text)
		}
		return p.Fields
	}
	return c.Check(root)
}

// Fault returns the reason why the fields of the struct t cannot be encoded by code in package home, or "".
func Fault(t schema.Type, home string) string {
	for _, x := range faults(nil, t, recordOf(graph(home), nil, t)) {
		return x.Text
	}
	return ""
}

// faults returns the reasons why the fields p of the struct t cannot be encoded.
func faults(d *plan.Directives, t schema.Type, p *plan.Promotion) []plan.Fault {
	list := p.Faults
	fail := func(f *plan.Field, format string, args ...any) {
		list = append(list, plan.Fault{Field: f, Text: fmt.Sprintf(format, args...)})
	}
	blank, options := options(t)
	for _, option := range options {
		if option != "toarray" && option != "" {
			fail(blank, "unknown option %q in the tag of the field _: the cbor format has toarray", option)
		}
	}
	if blank != nil && blank.Embedded && slices.Contains(options, "toarray") && !p.Array {
		fail(blank, "fxamacker/cbor writes the struct as an array, because this embedded struct is one: add a field _ struct{} with the tag `cbor:\",toarray\"`, or for a map with the tag `cbor:\",\"`")
	}
	for _, pair := range p.Hidden {
		fail(pair[0], "the name %q is also the name of %s, so that fxamacker/cbor does not encode the field: give one of them another name with a tag such as `cbor:\"name\"`, or leave this one out with `cbor:\"-\"`", pair[0].Name, pair[1].Path)
	}
	for _, f := range p.Endless {
		fail(f, "the embedded pointer leads to the struct that it is in: make it one field with a tag such as `cbor:\"name\"`")
	}
	for _, f := range p.Empty {
		fail(f, "the embedded pointer has no fields of its own, so that a message does not tell whether it is nil: make it one field with a tag such as `cbor:\"name\"`")
	}
	if !p.Array {
		return list
	}
	for _, ptr := range p.Pointers {
		fail(&plan.Field{Field: ptr.Field, Path: ptr.Path}, "an array does not tell whether the embedded pointer is nil: make it one field with a tag such as `cbor:\"name\"`")
	}
	if n, ok := t.(*schema.Named); ok && d.Array(n) {
		return list // only bale writes the struct as an array
	}
	for _, f := range p.Fields {
		if f.Hidden {
			fail(f, "fxamacker/cbor does not write unexported fields, so that the elements after it in the array would be misread: mark it `bale:\"skip\"`, or export it")
		}
	}
	for _, f := range p.Skipped {
		fail(f, "fxamacker/cbor writes the skipped field as an element of the array: tag it `cbor:\"-\"` as well")
	}
	return list
}
