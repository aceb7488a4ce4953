package main

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"google.golang.org/protobuf/proto"
)

// A memory is what a message consists of: its strings, its bytes and its messages.
type memory struct {
	strings []string
	bytes   [][]byte
	lists   []reflect.Value
	seen    map[unsafe.Pointer]bool
	shared  string // where a message occurs a second time
}

// memoryOf returns the memory of m, without the messages in which it occurs.
func memoryOf(m proto.Message) *memory {
	x := &memory{seen: map[unsafe.Pointer]bool{}}
	x.walk(reflect.ValueOf(m), "")
	return x
}

func (x *memory) walk(v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if v.Type().Elem().Size() > 0 {
			if x.seen[v.UnsafePointer()] {
				x.shared = path
				return
			}
			x.seen[v.UnsafePointer()] = true
		}
		if m, ok := v.Interface().(proto.Message); ok {
			if u := m.ProtoReflect().GetUnknown(); len(u) > 0 {
				x.bytes = append(x.bytes, u)
			}
		}
		if v.Type().Elem().Kind() == reflect.Struct { // a pointer to a number is where the struct around it is
			x.walk(v.Elem(), path)
		} else if v.Elem().Kind() == reflect.String {
			x.strings = append(x.strings, v.Elem().String())
		}
	case reflect.Interface:
		x.walk(v.Elem(), path)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				x.walk(v.Field(i), path+"."+f.Name)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			x.bytes = append(x.bytes, v.Bytes())
			return
		}
		x.lists = append(x.lists, v)
		for i := range v.Len() {
			x.walk(v.Index(i), path)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			x.walk(k, path)
			x.walk(v.MapIndex(k), path)
		}
	case reflect.String:
		x.strings = append(x.strings, v.String())
	}
}

// A region is memory of a list, or of bytes, up to its capacity.
type region struct{ from, to, room uintptr }

// checkSharing checks that no two values of a message share memory, so that changing one, or appending to it, does not change the other.
func checkSharing(what string, m proto.Message, input []byte) {
	x := memoryOf(m)
	if x.shared != "" {
		fail("%s: the pointer at %s occurs twice, of %x", what, x.shared, input)
	}
	var list []region
	for _, b := range x.bytes {
		if cap(b) > 0 {
			from := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
			list = append(list, region{from, from + uintptr(len(b)), from + uintptr(cap(b))})
		}
	}
	for _, l := range x.lists {
		if size := l.Type().Elem().Size(); l.Cap() > 0 {
			from := uintptr(l.UnsafePointer())
			list = append(list, region{from, from + uintptr(l.Len())*size, from + uintptr(l.Cap())*size})
		}
	}
	slices.SortFunc(list, func(a, b region) int {
		if a.from != b.from {
			return int(a.from) - int(b.from)
		}
		return int(a.to) - int(b.to)
	})
	for i := 1; i < len(list); i++ {
		if a, b := list[i-1], list[i]; a.room > b.from && b.to > b.from && a.to > a.from {
			fail("%s: lists or bytes share memory: %d of %d with %d bytes, of %x", what, a.room-b.from, a.room-a.from, b.to-b.from, input)
		}
	}
}

// keepStrings returns a function that checks that the strings of m have not changed. Without all, it checks none, since that takes long.
func keepStrings(m proto.Message, all bool) func(what string, input []byte) {
	if !all {
		return func(string, []byte) {}
	}
	kept := memoryOf(m).strings
	copies := make([]string, len(kept))
	for i, s := range kept {
		copies[i] = strings.Clone(s)
	}
	return func(what string, input []byte) {
		for i := range kept {
			if kept[i] != copies[i] {
				fail("%s: a string of the previous message changed: %q, was %q, of %x", what, kept[i], copies[i], input)
			}
		}
	}
}

// tangle lets parts of a message share memory as users may: the same message twice, slices of the same bytes.
func tangle(r *rand.Rand, v reflect.Value, depth int) {
	byType := map[reflect.Type]reflect.Value{}
	for i := range v.NumField() {
		f := v.Field(i)
		if !v.Type().Field(i).IsExported() {
			continue
		}
		t := f.Type()
		isMessage := t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct
		switch {
		case isMessage && !f.IsNil():
			if other, ok := byType[t]; ok && r.IntN(2) == 0 {
				f.Set(other)
				continue
			}
			byType[t] = f
			if depth < 3 {
				tangle(r, f.Elem(), depth+1)
			}
		case t.Kind() == reflect.Slice && f.Len() > 1 && t.Elem().Kind() != reflect.Interface:
			a, b := r.IntN(f.Len()), r.IntN(f.Len())
			if elem := t.Elem(); elem.Kind() == reflect.Pointer || elem.Kind() == reflect.Slice {
				f.Index(a).Set(f.Index(b))
			}
			if depth < 3 && isMessages(t) && !f.Index(0).IsNil() {
				tangle(r, f.Index(0).Elem(), depth+1)
			}
			if r.IntN(2) == 0 {
				f.SetLen(r.IntN(f.Len()))
			}
		case t.Kind() == reflect.Slice && f.Len() == 1 && r.IntN(2) == 0:
			f.SetLen(0)
		case t.Kind() == reflect.Map && f.Len() > 1 && (t.Elem().Kind() == reflect.Pointer || t.Elem().Kind() == reflect.Slice):
			keys := sortedKeys(f)
			f.SetMapIndex(keys[0], f.MapIndex(keys[1]))
		}
	}
}

// isMessages reports whether a type is a list of messages.
func isMessages(t reflect.Type) bool {
	return t.Elem().Kind() == reflect.Pointer && t.Elem().Elem().Kind() == reflect.Struct
}
