package json

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
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

// nested is a value whose method encodes another one by encoding/json.
type nested struct{ v any }

func (n nested) MarshalJSON() ([]byte, error) {
	e := Begin(none{})
	defer e.Release()
	b := e.AppendLibrary(nil, n.v)
	return b, e.Err
}

// TestAppendLibrary checks that the texts and errors are those of json.Marshal, also after an error and for values that encode others, and that no result takes memory.
func TestAppendLibrary(t *testing.T) {
	e := Begin(none{})
	defer e.Release()
	for _, v := range []any{struct{ A, B any }{"<", []byte{1}}, nested{nested{[]any{1, "x", nil}}}, nested{make(chan int)}, map[string]any{"<&>\u2028": 1}, (*int)(nil), func() {}, math.Inf(1), strings.Repeat("é", 5000)} {
		want, wanted := json.Marshal(v)
		b := e.AppendLibrary([]byte("head"), v)
		if e.Failed != (wanted != nil) || wanted != nil && e.Err.Error() != wanted.Error() {
			t.Errorf("%T: got error %v, want %v", v, e.Err, wanted)
		}
		if string(b) != "head"+string(want) {
			t.Errorf("%T: got %.100s, want head%.100s", v, b, want)
		}
		e.Failed, e.Err = false, nil
	}
	b, v := make([]byte, 0, 1000), any(&struct{ A, B string }{"a", "b"})
	if n := testing.AllocsPerRun(100, func() { e.AppendLibrary(b, v) }); n > 0 {
		t.Errorf("a value takes %v allocations", n)
	}
}
