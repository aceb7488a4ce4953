package inspect

import (
	"reflect"
	"testing"
)

// shown has only exported fields, and a JSON form without one of them.
type shown struct {
	S int `json:"-"`
}

func (s *shown) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }
func (s *shown) UnmarshalJSON([]byte) error   { return nil }

// TestHashOfForms: types that are compared by their fields are hashed by their fields.
func TestHashOfForms(t *testing.T) {
	type holder struct{ Shown shown }
	Home(reflect.TypeFor[holder](), "example.com/other")
	if Hash(reflect.ValueOf(holder{shown{S: 1}})) == Hash(reflect.ValueOf(holder{shown{S: 2}})) {
		t.Error("two values that differ have one hash")
	}
}
