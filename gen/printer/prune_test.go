package printer

import (
	"strings"
	"testing"
)

// TestPruneMethods checks which methods and functions stay in a file: those that exported functions need. Names of fields, and of methods of other types, do
// not count.
func TestPruneMethods(t *testing.T) {
	const text = `package p
func Encode(e *output, v *User) int { return e.size + v.used() + e.adder.add() + box[User]{}.open() + e.inner() }
type output struct { size, value int; adder interface{ add() int }; embedded }
func (e *output) value2() int { return e.value2() }
func (e *output) len() int { return e.len() }
type embedded struct{}
func (e *embedded) inner() int { return 0 }
func (e *embedded) outer() int { return e.outer() }
type input struct{}
func (d *input) size() int { return helper() }
func (d *input) value() int { return d.value() }
func helper() int { return 0 }
type one struct{}
func (one) add() int { return 1 }
var _ = one{}
type box[T any] struct{}
func (box[T]) open() int { return 0 }
func (box[T]) shut() int { return 0 }
func (v *User) used() int { return 0 }
func (v *User) unused() int { return 0 }
`
	got, err := pruneMethods(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Encode", "output) ", "input", "value2", "len()", "outer", "helper", "shut", "unused"} {
		if strings.Contains(got, name) != (name == "Encode") {
			t.Errorf("%s stays: %t\n%s", name, name != "Encode", got)
		}
	}
	for _, name := range []string{"inner() int", "add() int { return 1 }", "open() int", "used() int"} {
		if !strings.Contains(got, name) {
			t.Errorf("%s is gone\n%s", name, got)
		}
	}
}

// TestPruneMethodValue checks that a method stays that is not called, but is a value, although a field has its name.
func TestPruneMethodValue(t *testing.T) {
	const text = `package p
func New() func() { c := new(kept[User]); return c.forget }
type kept[T any] struct{ list []T; on struct{ forget func() } }
func (c *kept[T]) forget() {}
`
	for _, prune := range []func(string, ...string) (string, error){prune, pruneMethods} {
		if got, err := prune(text); err != nil || !strings.Contains(got, "forget() {}") {
			t.Errorf("got %s, error %v", got, err)
		}
	}
}
