package changing

import (
	"reflect"
	"testing"
)

// TestChanging checks that a method that changes the value gives a message in which each field is that before or after the change.
func TestChanging(t *testing.T) {
	_, places := New()
	q, _ := New()
	places["entry"], places["int"] = nil, nil
	for where := range places {
		for what := range Changes(q) {
			t.Run(where+" "+what, func(t *testing.T) {
				p, at := New()
				change := Changes(p)[what]
				switch where {
				case "entry":
					p.Map["a"] = Lazy{N: 11, Fill: change}
				case "int":
					p.Ints[1] = Row{A: Lazy{Fill: change}}
				default:
					at[where].Fill = change
				}
				b, err := p.AppendJSON(nil)
				if err != nil {
					t.Fatal(err)
				}
				got := new(Parent)
				if err := got.UnmarshalJSON(b); err != nil {
					t.Fatalf("%v\n%s", err, b)
				}
				before, _ := New()
				after, _ := New()
				Changes(after)[what]()
				for i := range reflect.TypeFor[Parent]().NumField() {
					field := func(p *Parent) any { return reflect.ValueOf(p).Elem().Field(i).Interface() }
					x := field(got)
					if name := reflect.TypeFor[Parent]().Field(i).Name; name == "Inner" {
						continue // its fields are fields of the object
					} else if !reflect.DeepEqual(x, field(before)) && !reflect.DeepEqual(x, field(after)) {
						t.Errorf("%s is %+v", name, x)
					}
				}
			})
		}
	}
}
