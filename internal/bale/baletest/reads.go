package baletest

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// A ReadCase is a method that decodes a part of a type.
type ReadCase[T any] struct {
	Name  string // of the part
	Read  func(*T, []byte) error
	Paths string // of the fields, with those that are embedded, separated by spaces
}

// ReadPart checks that a method decodes the fields of a part as the whole value has them, and sets all others to zero. It also changes some
// messages: what is decoded as a whole has its parts.
func ReadPart[T any](t *testing.T, c Case[T], part ReadCase[T], values []*T) {
	tree := TreeOf(part.Paths)
	var before []byte
	for i, v := range values {
		b, err := c.Marshal(v)
		if err != nil {
			continue
		}
		c.samePart(t, i, "of the message", b, before, part.Read, tree)
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
			c.samePart(t, i, "of a changed message", changed, before, part.Read, tree)
		}
	}
}

// samePart checks a message. If the whole value can be decoded, so can the part. before is a message for a used value, or nil.
func (c Case[T]) samePart(t *testing.T, i int, how string, b, before []byte, read func(*T, []byte) error, tree Tree) {
	t.Helper()
	whole, part, used := new(T), new(T), new(T)
	in := bytes.Clone(b)
	err := read(part, in)
	if c.Unmarshal(whole, b) != nil {
		return
	}
	if err != nil {
		t.Fatalf("value %d: part %s: %v: %x", i, how, err, b)
	}
	for k := range in { // nothing refers to the message
		in[k] ^= 0xff
	}
	want := new(T)
	CopyPart(reflect.ValueOf(want).Elem(), reflect.ValueOf(whole).Elem(), tree)
	c.Want(t, i, "part "+how, part, want)
	if before == nil || c.Unmarshal(used, before) != nil {
		return
	}
	if err := read(used, b); err != nil {
		t.Fatalf("value %d: part %s into a used value: %v: %x", i, how, err, b)
	}
	c.Want(t, i, "part "+how+" into a used value", used, want)
}

// A Tree has what a part reads of a struct, by the names of fields. A nil Tree reads all of a value.
type Tree map[string]Tree

// TreeOf returns the tree of paths that are separated by spaces.
func TreeOf(paths string) Tree {
	root := Tree{}
	for _, path := range strings.Fields(paths) {
		at, names := root, strings.Split(path, ".")
		for i, name := range names {
			switch {
			case i == len(names)-1:
				at[name] = nil
			case at[name] == nil:
				at[name] = Tree{}
			}
			at = at[name]
		}
	}
	return root
}

// CopyPart sets to, which is zero, to the fields of from that are in the tree. Both are addressable.
func CopyPart(to, from reflect.Value, tree Tree) {
	if tree == nil {
		to.Set(from)
		return
	}
	switch to.Kind() {
	case reflect.Struct:
		for i := range to.NumField() {
			if inner, ok := tree[to.Type().Field(i).Name]; ok {
				CopyPart(Open(to, i), Open(from, i), inner)
			}
		}
	case reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
			CopyPart(to.Elem(), from.Elem(), tree)
		}
	case reflect.Interface: // a oneof, which holds a pointer to a struct with one field
		if wrapper := from.Elem(); from.IsNil() || wrapper.Kind() != reflect.Pointer || wrapper.IsNil() {
			return
		} else if _, ok := tree[wrapper.Type().Elem().Field(0).Name]; ok {
			part := reflect.New(wrapper.Type().Elem())
			CopyPart(part.Elem(), wrapper.Elem(), tree)
			to.Set(part)
		}
	case reflect.Slice:
		if !from.IsNil() {
			to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
			CopyElems(to, from, tree)
		}
	case reflect.Array:
		CopyElems(to, from, tree)
	case reflect.Map:
		if from.IsNil() {
			return
		}
		to.Set(reflect.MakeMap(to.Type()))
		for it := from.MapRange(); it.Next(); {
			whole, part := reflect.New(to.Type().Elem()).Elem(), reflect.New(to.Type().Elem()).Elem()
			whole.Set(it.Value())
			CopyPart(part, whole, tree)
			to.SetMapIndex(it.Key(), part)
		}
	}
}

// CopyElems is CopyPart for the elements of a list or an array.
func CopyElems(to, from reflect.Value, tree Tree) {
	for i := range from.Len() {
		CopyPart(to.Index(i), from.Index(i), tree)
	}
}
