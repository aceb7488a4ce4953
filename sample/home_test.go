package sample

import (
	"encoding/csv"
	"reflect"
	"testing"
)

// TestHome: the unexported fields of a type are settable only if the type belongs to the module in which it was named.
func TestHome(t *testing.T) {
	own := typeOf[csv.Writer]()
	named := reflect.SliceOf(reflect.PointerTo(typeOf[csv.Reader]()))
	Home(named, "bale/sample/home")
	for _, c := range []struct {
		root   reflect.Type
		hidden reflect.Type // a struct in root with unexported fields
		ours   bool
	}{
		{own, own, true},
		{reflect.SliceOf(own), own, true},
		{named, named.Elem().Elem(), false},
		{reflect.SliceOf(named), named.Elem().Elem(), false},
	} {
		for _, f := range newWorld(c.root).info(c.hidden).fields {
			if want := c.ours || c.hidden.Field(f.index).IsExported(); f.settable != want {
				t.Errorf("%v: field %s of %v is ours: %v", c.root, f.name, c.hidden, f.settable)
			}
		}
	}
}
