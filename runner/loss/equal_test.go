package loss

import (
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"
)

// fussy has an Equal that panics.
type fussy struct{ n int }

func (f *fussy) Equal(other *fussy) bool { panic("no") }

// odd has an Equal with another signature.
type odd struct{ n int }

func (o odd) Equal(n int) bool { return true }

// near has a Cmp that takes a value, and an Equal that does not compare two values.
type near struct{ n int }

func (a near) Equal() bool    { return false }
func (a near) Cmp(b near) int { return (a.n - b.n) / 10 }

func TestEqual(t *testing.T) {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		a, b any
		want bool
	}{
		{"Cmp of a pointer", *big.NewInt(5), *big.NewInt(5), true},
		{"Cmp of a pointer, unequal", *big.NewInt(5), *big.NewInt(6), false},
		{"Cmp of a value", near{1}, near{2}, true},
		{"Cmp of a value, unequal", near{1}, near{20}, false},
		{"Equal of a value", noon, noon.In(time.FixedZone("", 3600)), true},
		{"Equal of a value, unequal", noon, noon.Add(1), false},
		{"no method", netip.MustParseAddr("::1"), netip.MustParseAddr("::1"), false},
		{"another Equal", odd{1}, odd{1}, false},
		{"panics", fussy{1}, fussy{1}, false},
	} {
		a, b := reflect.New(reflect.TypeOf(c.a)).Elem(), reflect.New(reflect.TypeOf(c.b)).Elem()
		a.Set(reflect.ValueOf(c.a))
		b.Set(reflect.ValueOf(c.b))
		if got := equal(a, b); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
