package delayed

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// TestUnions checks unions, which encoding/json cannot decode: a text with an error of its syntax calls no method, and all values of other texts have
// had a call.
func TestUnions(t *testing.T) {
	r := texts{rand.New(rand.NewPCG(3, 4))}
	valid := 0
	for range 20000 {
		text := r.value(reflect.TypeFor[Unions](), 0)
		for _, damaged := range []bool{false, true} {
			var v Unions
			Calls = nil
			err := decoded(text, &v)
			if !json.Valid([]byte(text)) && (err == nil || len(Calls) > 0) {
				t.Fatalf("%s: %v, calls %s", text, err, Calls)
			}
			if err == nil {
				valid++
				if all := dump(reflect.ValueOf([]any{v.U, v.L, v.M}), 0); !damaged && strings.Contains(all, "[0 ]") {
					t.Fatalf("%s: a value without a call in %s", text, all)
				}
			}
			text = r.damaged(text)
		}
	}
	if valid < 5000 {
		t.Errorf("%d texts are valid", valid)
	}
}
