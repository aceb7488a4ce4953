package sample

import (
	"bytes"
	"encoding/gob"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bale/runner/inspect"
	"bale/runner/loss"
)

func names(edges []Edge) []string {
	var n []string
	for _, e := range edges {
		n = append(n, e.Name)
	}
	return n
}

func TestEdgesFitTheType(t *testing.T) {
	type flat struct {
		A int
		B string
	}
	number := []string{"max", "min"}
	signed := append(number[:2:2], "negative")
	text := []string{"invalid utf-8", "multi-byte", "control characters", "long string"}
	float := append(signed[:3:3], "nan", "negative zero", "infinity", "negative infinity")
	times := []string{"zero time", "local time", "zone", "far times: year 1", "far times: year 9999", "before 1970", "nanoseconds"}
	for _, c := range []struct {
		typ  reflect.Type
		want []string
	}{
		{typeOf[bool](), []string{"zero"}},
		{typeOf[uint8](), append([]string{"zero"}, number...)},
		{typeOf[flat](), slices.Concat([]string{"zero"}, signed, []string{"trailing empty"}, text)},
		{typeOf[[]float64](), slices.Concat([]string{"zero", "empty"}, float, []string{"many elements"})},
		{typeOf[time.Time](), append([]string{"zero"}, times...)},
		{typeOf[[]*bool](), []string{"zero", "empty", "nil element", "empty element", "many elements"}},
		{typeOf[tree](), []string{"zero", "empty", "empty element", "trailing empty", "many elements", "deep"}},
		{typeOf[struct{ A, B, C []bool }](), []string{"zero", "empty", "trailing empty", "many elements: A", "many elements: B"}},
	} {
		got := names(Edges(c.typ, 1))
		if c.typ == typeOf[tree]() {
			got = slices.DeleteFunc(got, func(s string) bool { return s == "nil element" })
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v:\n got %q\nwant %q", c.typ, got, c.want)
		}
	}
}

func TestEdgesOfEverything(t *testing.T) {
	edges := Edges(typeOf[everything](), 1)
	byName := map[string]*everything{}
	for _, e := range edges {
		if byName[e.Name] != nil {
			t.Errorf("two edges %q", e.Name)
		}
		p := reflect.New(e.Value.Type())
		p.Elem().Set(e.Value)
		byName[e.Name] = p.Interface().(*everything)
	}
	check := func(name string, ok func(e *everything) bool) {
		t.Helper()
		if e := byName[name]; e == nil {
			t.Errorf("no edge %q among %q", name, names(edges))
		} else if !ok(e) {
			t.Errorf("edge %q has a wrong value", name)
		}
	}
	check("zero", func(e *everything) bool { return reflect.ValueOf(e).Elem().IsZero() })
	check("empty", func(e *everything) bool {
		return e.SS != nil && len(e.SS) == 0 && e.Map != nil && len(e.Map) == 0 && e.Bytes != nil && isZero(*e.Node)
	})
	check("max", func(e *everything) bool {
		return e.I == math.MaxInt && e.I8 == 127 && e.U64 == math.MaxUint64 && e.F32 == math.MaxFloat32 &&
			e.F64 == math.MaxFloat64 && len(e.Sub) > 1 && e.Sub[0].N == math.MaxInt && e.Color <= 2
	})
	check("min", func(e *everything) bool { return e.I == math.MinInt && e.I8 == -128 && e.U64 == 0 })
	check("negative", func(e *everything) bool { return e.I64 == -1 && e.Wait == -1 && e.F32 < 0 })
	check("nan", func(e *everything) bool { return math.IsNaN(e.F64) && math.IsNaN(float64(e.Matrix[1][2])) })
	check("negative zero", func(e *everything) bool { return e.F64 == 0 && math.Signbit(e.F64) })
	check("infinity", func(e *everything) bool { return math.IsInf(e.F64, 1) })
	check("zero time", func(e *everything) bool { return e.Times[0].IsZero() && time.Time(e.When).IsZero() })
	check("local time", func(e *everything) bool { return e.Times[0].Location() == time.Local })
	check("zone", func(e *everything) bool { _, o := e.Times[0].Zone(); return o == -12600 })
	check("far times: year 1", func(e *everything) bool { return e.Times[0].Year() == 1 })
	check("far times: year 9999", func(e *everything) bool { return e.Times[0].Year() == 9999 })
	check("nanoseconds", func(e *everything) bool { return e.Times[0].Nanosecond() == 123456789 })
	check("nil element", func(e *everything) bool {
		return e.Pointers[0] != nil && e.Pointers[1] == nil && e.Pointers[2] != nil && e.Anys[1] == nil
	})
	check("empty element", func(e *everything) bool {
		return e.SS[1] == "" && e.BS[1] == nil && e.BS[2] != nil && len(e.BS[2]) == 0 && e.Sub[1].Name == "" && isZero(*e.Node.Kids[1])
	})
	check("trailing empty", func(e *everything) bool {
		return e.Basic.Sub == nil && e.Basic.SS == nil && e.Basic.S == "" && e.Anon.B == "" && len(e.Pointers) == 3
	})
	check("invalid utf-8", func(e *everything) bool { return e.S == "a\xff\xc3(\xed\xa0\x80z" })
	check("long string", func(e *everything) bool { return len(e.S) == longString })
	check("many elements: Times", func(e *everything) bool {
		return len(e.Times) == manyElements && !e.Times[0].IsZero() && e.Times[100].IsZero() && !e.Times[manyElements-1].IsZero()
	})
	check("deep", func(e *everything) bool {
		n := 0
		for at := e.Node; at != nil; at = at.Left {
			n++
		}
		return n == deepest
	})
}

func TestManyElementsOfPointers(t *testing.T) {
	type list struct{ Items []*Sub }
	for _, e := range Edges(typeOf[list](), 1) {
		if e.Name != "many elements: Items" {
			continue
		}
		for k, p := range e.Value.Interface().(list).Items {
			if p == nil {
				t.Fatalf("element %d is nil", k)
			}
		}
		if n := len(e.Few.Interface().(list).Items); n != manyElements/fewShare {
			t.Errorf("Few has %d elements, want %d", n, manyElements/fewShare)
		}
		return
	}
	t.Error("no such edge")
}

func TestEdgesAreTheSame(t *testing.T) {
	a, b := Edges(typeOf[everything](), 1), Edges(typeOf[everything](), 1)
	for k := range a {
		if a[k].Name != b[k].Name || inspect.Hash(a[k].Value) != inspect.Hash(b[k].Value) {
			t.Errorf("%s: differs", a[k].Name)
		}
	}
}

// TestEdgesRoundTrip sends edges through gob, which returns an error if it refuses a value. The decoded values must be equal.
func TestEdgesRoundTrip(t *testing.T) {
	type shape struct {
		Name  string
		Time  time.Time
		Float float64
		Subs  []Sub
	}
	for _, e := range Edges(typeOf[shape](), 1) {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).EncodeValue(e.Value); err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		got := reflect.New(e.Value.Type())
		if err := gob.NewDecoder(&b).DecodeValue(got); err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		for _, l := range loss.Diff(e.Value, got.Elem(), 0) {
			if l.Kind != loss.KindEmptyNil && l.Kind != loss.KindNegativeZero {
				t.Errorf("%s: %+v", e.Name, l)
			}
		}
	}
}

func isZero(v any) bool { return reflect.ValueOf(v).IsZero() }

// bush can be as wide as it is deep.
type bush struct {
	Name  string
	Twigs [3]*[]*bush
}

// TestDeepIsNarrow: a deep value is a chain, since a tree would be too large.
func TestDeepIsNarrow(t *testing.T) {
	edges := Edges(typeOf[bush](), 1)
	deep := edges[len(edges)-1]
	if size := inspect.Size(deep.Value); deep.Name != "deep" || size > 1<<20 {
		t.Fatalf("%s takes %d bytes", deep.Name, size)
	}
	b, n := deep.Value.Interface().(bush), 1
	for ; b.Twigs[0] != nil && len(*b.Twigs[0]) > 0; n++ {
		b = *(*b.Twigs[0])[0]
	}
	if n != deepest {
		t.Errorf("%d bushes in each other, want %d", n, deepest)
	}
}

// Types that all contain each other, like those of large APIs. Their full values would not fit into memory.
type (
	web struct {
		N int
		hub
		Last string
	}
	hub struct {
		A *webA
		B []*webB
		C map[string]webC
		D []webD
		E [2]*webE
	}
	webA struct{ hub }
	webB struct{ hub }
	webC struct{ hub }
	webD struct{ hub }
	webE struct{ hub }
)

// TestEdgesOfManyRecursiveTypes: edge values are bounded, but each field of the outermost struct is set.
func TestEdgesOfManyRecursiveTypes(t *testing.T) {
	for _, e := range Edges(typeOf[web](), 1) {
		v := e.Value.Interface().(web)
		if strings.HasPrefix(e.Name, "many elements") {
			continue // they are long by design
		}
		if size := inspect.Size(e.Value); size > 16<<20 && e.Name != "long string" {
			t.Errorf("%s takes %d bytes", e.Name, size)
		}
		if e.Name == "max" && (v.A == nil || v.B == nil || v.C == nil || v.D == nil || v.E[1] == nil) {
			t.Errorf("%s has an empty field", e.Name)
		}
	}
}

// Types that contain only themselves.
type (
	lists   []*lists
	maps    map[string]*maps
	mutual  []*mutualB
	mutualB map[int]**mutual
)

// TestHoldsOnlyItself: values of such types are finite, and some of them are not empty.
func TestHoldsOnlyItself(t *testing.T) {
	for _, typ := range []reflect.Type{typeOf[lists](), typeOf[maps](), typeOf[mutual](), typeOf[mutualB]()} {
		values := Values(typ, 1, 50)
		deep := reflect.Value{}
		for _, e := range Edges(typ, 1) {
			if inspect.Size(e.Value) > 16<<20 {
				t.Errorf("%v: %s takes %d bytes", typ, e.Name, inspect.Size(e.Value))
			}
			if e.Name == "deep" {
				deep = e.Value
			}
		}
		if inspect.Size(values) <= 50*int64(typ.Size()) || !deep.IsValid() || deep.Len() == 0 {
			t.Errorf("%v: all values are empty", typ)
		}
	}
}
