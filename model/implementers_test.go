package model

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestImplementers checks which types of a package are proposed for a union.
func TestImplementers(t *testing.T) {
	dir := t.TempDir()
	archive := &txtar.Archive{Files: []txtar.File{{Name: "go.mod", Data: []byte("module example.com/m\n\ngo 1.24\n")}, {Name: "m.go", Data: []byte(`package m

import "io"

type Shape interface{ Area() float64 }
type Round interface{ Shape; Radius() float64 }
type Circle struct{}
type Square struct{}
type Side float64
type Generic[T any] struct{}
type Alias = Circle
type Fault struct{}

func (Circle) Area() float64     { return 0 }
func (*Square) Area() float64    { return 0 }
func (Side) Area() float64       { return 0 }
func (Generic[T]) Area() float64 { return 0 }
func (*Fault) Error() string     { return "" }

type T struct {
	A Shape
	B interface{ Area() float64 }
	C Round
	D any
	E error
	F io.Reader
}
`)}}}
	if err := write(dir, archive); err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), dir, ".", []string{"T"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"A": "Circle Side *Square", "B": "Circle Side *Square", "C": "", "D": "", "E": "*Fault", "F": ""}
	for _, f := range Underlying(m.Roots[0].Type).(*Struct).Fields {
		if got := strings.Join(m.Implementers(Underlying(f.Type).(*Interface)), " "); got != want[f.Name] {
			t.Errorf("%s: %q, want %q", f.Name, got, want[f.Name])
		}
	}
}
