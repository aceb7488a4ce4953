package baletest

import (
	"reflect"
	"testing"
)

// streams checks streams of texts of some values.
func (c JSONCase[T]) streams(t *testing.T) {
	var values, wants []*T
	for seed := uint64(0); len(values) < FrameValues && seed < 8*FrameValues; seed++ {
		v, want := c.value(seed, false), new(T)
		var text []byte
		err := Try(func() (err error) { text, err = c.Marshal(v); return err })
		if err == nil && len(text) <= FrameBytes && Try(func() error { return c.Unmarshal(want, text) }) == nil {
			values, wants = append(values, v), append(wants, want)
		}
	}
	Frames(t, c.Stream, values, func(i int, got *T) {
		if !SameResult(reflect.ValueOf(got).Elem(), reflect.ValueOf(wants[i]).Elem()) {
			t.Fatalf("value %d: read from a stream: got\n%s\nwant\n%s", i, JSONShow(got), JSONShow(wants[i]))
		}
	})
}

// readsPart checks that a method decodes the fields of a part as the whole value has them, and no others.
func (c JSONCase[T]) readsPart(t *testing.T, part ReadCase[T]) {
	tree := TreeOf(part.Paths)
	for seed := range uint64(50) {
		text, whole, got := c.text(seed), new(T), new(T)
		if err := Try(func() error { return c.Unmarshal(whole, text) }); err != nil {
			continue
		}
		if err := Try(func() error { return part.Read(got, text) }); err != nil {
			t.Fatalf("part of value %d: %v: %s", seed, err, text)
		}
		want, only := new(T), new(T)
		CopyPart(reflect.ValueOf(want).Elem(), reflect.ValueOf(whole).Elem(), tree)
		CopyPart(reflect.ValueOf(only).Elem(), reflect.ValueOf(got).Elem(), tree)
		unread := !SameResult(reflect.ValueOf(got).Elem(), reflect.ValueOf(only).Elem())
		JSONDrop(reflect.ValueOf(want).Elem(), tree)
		JSONDrop(reflect.ValueOf(only).Elem(), tree)
		if unread || !SameResult(reflect.ValueOf(only).Elem(), reflect.ValueOf(want).Elem()) {
			t.Fatalf("part of value %d: got\n%s\nwant\n%s\nof %s", seed, JSONShow(got), JSONShow(want), text)
		}
	}
}

// SameResult reports whether two values are equal. Only Compare finds times as keys of maps.
func SameResult(a, b reflect.Value) bool {
	return reflect.DeepEqual(a.Interface(), b.Interface()) || Compare(a, b, Ignored{}) == nil
}

// JSONDrop sets embedded pointers to nil if nothing is read into what they point to: a part allocates it only if the text has a field that is read.
func JSONDrop(v reflect.Value, tree Tree) {
	if tree == nil {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			inner, ok := tree[f.Name]
			if !ok || inner == nil {
				continue
			}
			x := Open(v, i)
			if JSONDrop(x, inner); f.Anonymous && x.Kind() == reflect.Pointer && !x.IsNil() && x.Elem().IsZero() {
				x.SetZero()
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			JSONDrop(v.Elem(), tree)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			JSONDrop(v.Index(i), tree)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			x := reflect.New(v.Type().Elem()).Elem()
			x.Set(it.Value())
			JSONDrop(x, tree)
			v.SetMapIndex(it.Key(), x)
		}
	}
}
