package cbor

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bale/gen/plan"
	"bale/internal/bale/cbor"
	"bale/model"
)

const library = "fxamacker/cbor"

// recordOf returns the struct t as messages hold it: with its fields in the order of their encoded names, or in the order of the source if it
// is an array.
func recordOf(g *plan.Graph, d *plan.Directives, t model.Type) *plan.Promotion {
	p := (&plan.Promoter{Graph: g, Key: "cbor", Library: library, TagOf: tagOf}).Promote(t)
	blank, options := options(t)
	for _, option := range options {
		if option != "toarray" && option != "" {
			p.Fail(blank, "unknown option %q in the tag of the field _: the cbor format has toarray", option)
		}
	}
	n, named := t.(*model.Named)
	own, toArray := named && d.Array(n), slices.Contains(options, "toarray")
	switch {
	case own || toArray && !blank.Embedded:
		p.AsArray("cbor", library, own)
		return p
	case toArray:
		p.Fail(blank, "fxamacker/cbor writes the struct as an array, because this embedded struct is one: add a field _ struct{} with the tag `cbor:\",toarray\"`, or for a map with the tag `cbor:\",\"`")
	}
	slices.SortFunc(p.Fields, func(a, b *plan.Field) int { return bytes.Compare(keyBytes(a), keyBytes(b)) })
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

// options returns the blank field of a struct, or an embedded struct that has one, and the options in its tag. fxamacker/cbor finds that of
// an embedded struct if the outer one has none.
func options(t model.Type) (*plan.Field, []string) {
	s := model.Underlying(t).(*model.Struct)
	if f := s.Blank; f != nil {
		_, text, _ := strings.Cut(reflect.StructTag(f.Tag).Get("cbor"), ",")
		return &plan.Field{Field: f, Path: "_"}, strings.Split(text, ",")
	}
	for _, f := range s.Fields {
		elem := f.Type
		if u, ok := elem.(*model.Pointer); ok {
			elem = u.Elem
		}
		if _, ok := model.Underlying(elem).(*model.Struct); f.Embedded && ok && elem != t {
			if blank, options := options(elem); blank != nil {
				return &plan.Field{Field: f, Path: f.Name}, options
			}
		}
	}
	return nil, nil
}
