package inspect

import (
	"encoding/csv"
	"reflect"
	"testing"
)

// TestHome: the unexported fields of a type are settable only if the type belongs to the module in which it was named.
func TestHome(t *testing.T) {
	own := reflect.TypeFor[csv.Writer]()
	named := reflect.SliceOf(reflect.PointerTo(reflect.TypeFor[csv.Reader]()))
	Home(named, "bale/runner/sample/home")
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
		for _, f := range NewWorld(c.root).Info(c.hidden).Fields {
			if want := c.ours || c.hidden.Field(f.Index).IsExported(); f.Settable != want {
				t.Errorf("%v: field %s of %v is ours: %v", c.root, f.Name, c.hidden, f.Settable)
			}
		}
	}
}
