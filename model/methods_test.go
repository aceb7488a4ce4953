package model

import (
	"testing"

	"golang.org/x/tools/txtar"
)

// TestAppend checks that an AppendBinary counts only if it belongs to the type whose MarshalBinary is called.
func TestAppend(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, &txtar.Archive{Files: []txtar.File{
		{Name: "go.mod", Data: []byte("module example.com/m\n\ngo 1.26\n")},
		{Name: "m.go", Data: []byte(`package m

import "time"

type Both struct{ N int }

func (Both) MarshalBinary() ([]byte, error)          { return nil, nil }
func (*Both) UnmarshalBinary(b []byte) error         { return nil }
func (*Both) AppendBinary(b []byte) ([]byte, error)  { return b, nil }

// Own has the AppendBinary of its field, which encodes the time alone.
type Own struct {
	time.Time
	N int
}

func (Own) MarshalBinary() ([]byte, error)  { return nil, nil }
func (*Own) UnmarshalBinary(b []byte) error { return nil }

type Promoted struct{ time.Time }

// Other has a method with other parameters.
type Other struct{ N int }

func (Other) MarshalBinary() ([]byte, error)  { return nil, nil }
func (*Other) UnmarshalBinary(b []byte) error { return nil }
func (Other) AppendBinary(b []byte) []byte    { return b }

// Alone has no MarshalBinary.
type Alone struct{ N int }

func (Alone) AppendBinary(b []byte) ([]byte, error) { return b, nil }
`)},
	}}); err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), dir, ".", []string{"Both", "Own", "Promoted", "Other", "Alone"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"Both": true, "Promoted": true, "Own": false, "Other": false, "Alone": false}
	for _, r := range m.Roots {
		if got := r.Type.(*Named).Methods.Append; got != want[r.Expr] {
			t.Errorf("%s: %v, want %v", r.Expr, got, want[r.Expr])
		}
	}
}
