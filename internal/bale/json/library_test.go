package json

import (
	"reflect"
	"testing"
)

// none are the types of a package without generated code.
type none struct{}

func (none) AppendRoot(_ *Output, b []byte, _ any) ([]byte, bool) { return b, false }
func (none) IsRoot(reflect.Type) bool                             { return false }
func (none) Original(t reflect.Type) reflect.Type                 { return t }

// TestLibraryStrict checks that values which encoding/json decodes inside a strict type are strict, too.
func TestLibraryStrict(t *testing.T) {
	for _, strict := range []bool{false, true} {
		d := Input{Types: none{}, Strict: strict}
		d.B = []byte(` {"A":1,"X":1}`)
		var v struct{ A int }
		if n := d.Library(&v, 1); n != len(d.B) && !strict || n >= 0 && strict {
			t.Errorf("strict %t: got offset %d", strict, n)
		}
	}
}
