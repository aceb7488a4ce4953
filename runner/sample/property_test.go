package sample

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bale/runner/inspect"
	"bale/runner/loss"
)

// anyType draws a type that encoding/json can carry.
func anyType(t *rapid.T, depth int) reflect.Type {
	leaves := []reflect.Type{
		typeOf[bool](), typeOf[int](), typeOf[int8](), typeOf[uint16](), typeOf[uint64](), typeOf[float32](),
		typeOf[float64](), typeOf[string](), typeOf[time.Time](), typeOf[[]byte](), typeOf[node](), typeOf[color](), typeOf[token](),
	}
	kind := "leaf"
	if depth > 0 {
		kind = rapid.SampledFrom([]string{"leaf", "slice", "map", "pointer", "array", "struct"}).Draw(t, "kind")
	}
	switch kind {
	case "slice":
		return reflect.SliceOf(anyType(t, depth-1))
	case "map":
		return reflect.MapOf(rapid.SampledFrom([]reflect.Type{typeOf[string](), typeOf[int](), typeOf[color]()}).Draw(t, "key"), anyType(t, depth-1))
	case "pointer":
		return reflect.PointerTo(anyType(t, depth-1))
	case "array":
		return reflect.ArrayOf(rapid.IntRange(0, 3).Draw(t, "len"), anyType(t, depth-1))
	case "struct":
		var fields []reflect.StructField
		for k := rapid.IntRange(0, 4).Draw(t, "fields"); k > 0; k-- {
			fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", k), Type: anyType(t, depth-1)})
		}
		return reflect.StructOf(fields)
	}
	return rapid.SampledFrom(leaves).Draw(t, "leaf")
}

func TestPropertyValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := anyType(t, 3)
		seed := rapid.Uint64().Draw(t, "seed")
		v := Values(typ, seed, 3)
		if roundTrips := Values(typ, seed, 3); inspect.Hash(v) != inspect.Hash(roundTrips) || len(loss.Diff(v, roundTrips, 0)) > 0 {
			t.Fatalf("%v: one seed gave other values: %v", typ, loss.Diff(v, roundTrips, 0))
		}
		c := inspect.Clone(v)
		if inspect.Hash(v) != inspect.Hash(c) || inspect.Size(v) != inspect.Size(c) || len(loss.Diff(v, c, 0)) > 0 {
			t.Fatalf("%v: a clone differs: %v", typ, loss.Diff(v, c, 0))
		}
		b, err := json.Marshal(v.Interface())
		if err != nil {
			t.Fatalf("%v: %v", typ, err)
		}
		got := reflect.New(v.Type()).Elem()
		if err := json.Unmarshal(b, got.Addr().Interface()); err != nil {
			t.Fatalf("%v: %v", typ, err)
		}
		for _, l := range loss.Diff(v, got, 0) {
			t.Fatalf("%v: through JSON: %+v", typ, l)
		}
	})
}

// TestPropertyDiffHash: values differ if and only if their hashes differ.
func TestPropertyDiffHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := anyType(t, 3)
		a := Values(typ, rapid.Uint64Range(0, 3).Draw(t, "a"), 1).Index(0)
		b := Values(typ, rapid.Uint64Range(0, 3).Draw(t, "b"), 1).Index(0)
		losses := loss.Diff(a, b, 0)
		if (inspect.Hash(a) == inspect.Hash(b)) != (len(losses) == 0) {
			t.Fatalf("%v: hashes %x and %x, losses %v", typ, inspect.Hash(a), inspect.Hash(b), losses)
		}
	})
}

func TestPropertyEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := anyType(t, 2)
		seen := map[string]bool{}
		for _, e := range Edges(typ, 1) {
			if seen[e.Name] || e.Value.Type() != typ {
				t.Fatalf("%v: edge %q twice, or of another type", typ, e.Name)
			}
			seen[e.Name] = true
			if len(e.Name) > 4 && e.Name[:4] == "many" {
				continue // slow to compare, thousands of times
			}
			if losses := loss.Diff(e.Value, inspect.Clone(e.Value), 0); len(losses) > 0 {
				t.Fatalf("%v: %s: a clone differs: %v", typ, e.Name, losses)
			}
		}
	})
}
