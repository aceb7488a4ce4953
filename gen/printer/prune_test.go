package printer

import (
	"strings"
	"testing"
)

// TestPrune checks which declarations stay in a file: those that exported functions need. A method stays if a name before which there is a dot is its
// name, for any type that stays.
func TestPrune(t *testing.T) {
	const text = `package p
func Encode(e *output, v *User) int { return e.size + v.used() + func() int { return e.inner }() }
type output struct { size, value int; embedded }
func (e *output) value2() int { return e.value2() }
type embedded struct{}
func (e *embedded) inner() int { return 0 }
func (e *embedded) outer() int { return e.outer() }
type input struct{}
func (d *input) inner() int { return helper() }
func helper() int { return 0 }
func (v *User) used() int { return 0 }
func (v *User) unused() int { return 0 }
`
	got, err := prune(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Encode", "input", "value2", "outer", "helper", "unused"} {
		if strings.Contains(got, name) != (name == "Encode") {
			t.Errorf("%s stays: %t\n%s", name, name != "Encode", got)
		}
	}
	for _, name := range []string{"(e *embedded) inner() int", "used() int"} {
		if !strings.Contains(got, name) {
			t.Errorf("%s is gone\n%s", name, got)
		}
	}
}
