package directive

import (
	"os"
	"path/filepath"
	"testing"

	"bale/model"
)

// TestInText: a field of a struct in the text of a union has its position in the source file. Comments there belong to other fields.
func TestInText(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n\ngo 1.24\n", "shop.go": `package shop

import "example.com/shop/part"

//bale:union example.com/shop/part.Shape struct{ W func() }

type Wrong struct {
	A any ` + "`bale:\"union int, struct{ F chan int }\"`" + `
	//bale:union string, struct{ B, X int; Y func() }
	B any
	C any "bale:\"union int, struct{ A, C string; In struct{ D chan int } }\""
	D any "bale:\"union struct{ D func() \x60json:\\\"d\\\"\x60 }\""
	E Shape
	F part.Shape
}

//bale:union struct{ Z chan int }
type Shape any

type Box[T any] struct{ V T }

type Right struct {
	//bale:union struct{ A int; B []A }
	A any
	B any //bale:union struct{ B string }, struct{ C any "bale:\"union int, struct{ C int }\""; D any "bale:\"union string\"" }
}

type A int
`, "part/part.go": "package part\n\ntype Shape interface{}\n"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const advice = ": mark the field `bale:\"skip\"`, or hide it in a struct of another package that has MarshalBinary and UnmarshalBinary"
	_, err := Load(t.Context(), dir, ".", []string{"Wrong", "Box[struct{ V chan int }]"})
	want := "shop.go:8:34: Wrong.A.(struct{F chan int}).F: no serializer can carry chan int" + advice + `
shop.go:9:41: Wrong.B.(struct{B int; X int; Y func()}).Y: no serializer can carry func()` + advice + `
shop.go:11:59: Wrong.C.(struct{A string; C string; In struct{D chan int}}).In.D: no serializer can carry chan int` + advice + `
shop.go:12:10: Wrong.D.(struct{D func() "json:\"d\""}).D: no serializer can carry func()` + advice + `
shop.go:17:22: Wrong.E.(struct{Z chan int}).Z: no serializer can carry chan int` + advice + `
shop.go:5:50: Wrong.F.(struct{W func()}).W: no serializer can carry func()` + advice + `
shop.go:20:25: Box[struct{V chan int}].V.V: no serializer can carry chan int` + advice
	if err == nil || err.Error() != want {
		t.Errorf("the errors are\n%v\nwant\n%s", err, want)
	}
	m, err := Load(t.Context(), dir, ".", []string{"Right"})
	if err != nil {
		t.Fatal(err)
	}
	fields := m.Roots[0].Type.(*model.Named).Underlying.(*model.Struct).Fields
	last := model.Underlying(fields[1].Type).(*model.Interface).Members[1].(*model.Struct).Fields
	if c, d := model.Underlying(last[0].Type).(*model.Interface), model.Underlying(last[1].Type).(*model.Interface); len(c.Members) != 2 || len(d.Members) != 1 {
		t.Errorf("the unions in a union have %d and %d members, want 2 and 1", len(c.Members), len(d.Members))
	}
}
