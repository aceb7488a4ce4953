package PACKAGE_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// checkPart checks that the method read decodes the fields with the given paths as the whole value has them, and sets all others to zero.
func checkPart[T any](t *testing.T, c baleCase[T], values []*T, read func(*T, []byte) error, paths string) {
	tree := treeOf(strings.Fields(paths))
	var before []byte
	for i, v := range values {
		b, err := c.marshal(v)
		if err != nil {
			continue
		}
		samePart(t, c, i, "of the message", b, before, read, tree)
		before = b
		if i%8 > 0 || len(b) > 1<<14 {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(i), 3))
		for range 30 {
			changed := bytes.Clone(b)
			if n := r.IntN(len(b) + 1); n < len(b) && r.IntN(2) == 0 {
				changed[n] ^= byte(1 + r.IntN(255))
			} else {
				changed = changed[:n]
			}
			samePart(t, c, i, "of a changed message", changed, before, read, tree)
		}
	}
}

// samePart checks a message. If the whole value can be decoded, so can the part. before is a message for a used value, or nil.
func samePart[T any](t *testing.T, c baleCase[T], i int, how string, b, before []byte, read func(*T, []byte) error, tree node) {
	t.Helper()
	whole, part, used := new(T), new(T), new(T)
	in := bytes.Clone(b)
	err := read(part, in)
	if c.unmarshal(whole, b) != nil {
		return
	}
	if err != nil {
		t.Fatalf("value %d: part %s: %v: %x", i, how, err, b)
	}
	for k := range in { // nothing refers to the message
		in[k] ^= 0xff
	}
	want := new(T)
	copyPart(reflect.ValueOf(want).Elem(), reflect.ValueOf(whole).Elem(), tree)
	c.want(t, i, "part "+how, part, want)
	if before == nil || c.unmarshal(used, before) != nil {
		return
	}
	if err := read(used, b); err != nil {
		t.Fatalf("value %d: part %s into a used value: %v: %x", i, how, err, b)
	}
	c.want(t, i, "part "+how+" into a used value", used, want)
}

// A node has what a part reads of a struct, by the names of fields. A nil node reads all of a value.
type node map[string]node

func treeOf(paths []string) node {
	root := node{}
	for _, path := range paths {
		at, names := root, strings.Split(path, ".")
		for i, name := range names {
			switch {
			case i == len(names)-1:
				at[name] = nil
			case at[name] == nil:
				at[name] = node{}
			}
			at = at[name]
		}
	}
	return root
}

// copyPart sets to, which is zero, to the fields of from that are in the tree.
func copyPart(to, from reflect.Value, tree node) {
	if tree == nil {
		to.Set(from)
		return
	}
	switch to.Kind() {
	case reflect.Struct:
		for name, inner := range tree {
			copyPart(settable(to.FieldByName(name)), settable(from.FieldByName(name)), inner)
		}
	case reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
			copyPart(to.Elem(), from.Elem(), tree)
		}
	case reflect.Slice:
		if from.IsNil() {
			return
		}
		to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
		fallthrough
	case reflect.Array:
		for i := range from.Len() {
			copyPart(to.Index(i), from.Index(i), tree)
		}
	case reflect.Map:
		if from.IsNil() {
			return
		}
		to.Set(reflect.MakeMap(to.Type()))
		for it := from.MapRange(); it.Next(); {
			whole, part := reflect.New(to.Type().Elem()).Elem(), reflect.New(to.Type().Elem()).Elem()
			whole.Set(it.Value())
			copyPart(part, whole, tree)
			to.SetMapIndex(it.Key(), part)
		}
	}
}

// settable returns an addressable value that can be set, even if it is an unexported field.
func settable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}
