//go:build purego

package json

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// A view is a pointer v whose value encoding/json handles as one of another type. The value is copied by package reflect into one of that type. After the
// copy has been decoded, what has changed in it is copied back.
type view struct {
	v       any
	to      reflect.Type
	isValue bool // encoding/json gets the value, not a pointer
}

// View returns v as a *To for the functions of this package that call encoding/json. To has the fields of From. encoding/json handles it in another way,
// because it has other methods.
func View[To, From any](v *From) any { return &view{v: v, to: reflect.TypeFor[To]()} }

// ViewValue is View for a value that is not addressable.
func ViewValue[To, From any](v *From) any {
	return &view{v: v, to: reflect.TypeFor[To](), isValue: true}
}

// Cast returns a value behind a View as what it stands for. It is a copy without unexported fields.
func Cast[To, From any](v *From) *To {
	to := new(To)
	if v != nil {
		newCopier().copy(reflect.ValueOf(to).Elem(), reflect.ValueOf(v).Elem())
	}
	return to
}

// opened returns the value for encoding/json behind v, which may be the result of View, and a function to be called after the value has been decoded.
func opened(v any) (value any, done func() error, err error) {
	w, ok := v.(*view)
	if !ok {
		return v, nothing, nil
	}
	from := reflect.ValueOf(w.v)
	if from.IsNil() {
		return reflect.Zero(reflect.PointerTo(w.to)).Interface(), nothing, nil
	}
	to := reflect.New(w.to)
	c := newCopier()
	c.toPlain = true
	c.refer(from, to)
	c.copy(to.Elem(), from.Elem())
	switch {
	case c.err != nil:
		return nil, nil, c.err
	case w.isValue:
		return to.Elem().Interface(), nothing, nil
	}
	before := c.snapshot()
	return to.Interface(), func() error { return c.back(before) }, nil
}

func nothing() error { return nil }

// A copier copies values to others with the same fields and other types. Pointers, lists and maps that refer to the same memory do so in the copy.
type copier struct {
	known map[reference]reflect.Value // copies of pointers, maps, and lists with their full capacity
	pairs []pair
	err   error
	// toPlain means that encoding/json gets the copies, not the values that are copied.
	toPlain bool
}

// A reference is what a pointer, list or map refers to, for a copy of a type.
type reference struct {
	place
	to reflect.Type
}

// A pair is a pointer, list or map, and its copy.
type pair struct{ from, to reflect.Value }

func newCopier() *copier { return &copier{known: map[reference]reflect.Value{}} }

// refer notes a pointer, list or map, and its copy.
func (c *copier) refer(from, to reflect.Value) {
	c.known[reference{placeOf(from), to.Type()}] = to
	c.pairs = append(c.pairs, pair{from, to})
}

// copy copies src to dst.
func (c *copier) copy(dst, src reflect.Value) {
	switch d, s := dst.Type(), src.Type(); {
	case d == s && dst.CanSet() && !holdsLock(d):
		dst.Set(src)
	case s.Kind() != reflect.Interface && d.Kind() != reflect.Interface:
		c.copyParts(dst, src)
	case d == s: // an embedded interface whose name is not exported
	case s.Kind() == reflect.Interface: // dst is the struct that stands for a union
		for dst.Type() != s {
			dst = dst.Field(0)
		}
		dst.Set(src)
	default:
		for src.Type() != d {
			src = src.Field(0)
		}
		dst.Set(src)
	}
}

// copyParts copies src, which is no interface, to dst, which has another type or cannot be set as a whole.
func (c *copier) copyParts(dst, src reflect.Value) {
	switch src.Kind() {
	case reflect.Struct:
		c.copyFields(dst, src)
	case reflect.Array:
		for i := range src.Len() {
			c.copy(dst.Index(i), src.Index(i))
		}
	case reflect.Pointer, reflect.Slice, reflect.Map:
		switch {
		case !dst.CanSet():
			if src.Kind() == reflect.Pointer && src.Type().Elem().Kind() == reflect.Struct && !src.IsNil() {
				c.fail(src.Type().Elem(), "it is embedded by a pointer, and its name is not exported")
			}
		case src.IsNil():
			dst.SetZero()
		default:
			dst.Set(c.copied(dst.Type(), src))
		}
	default: // functions and channels are errors of encoding/json
		if dst.CanSet() && src.CanConvert(dst.Type()) {
			dst.Set(src.Convert(dst.Type()))
		}
	}
}

// copied returns the copy of a pointer, list or map as a value of type d.
func (c *copier) copied(d reflect.Type, src reflect.Value) reflect.Value {
	n := 0
	src = reflect.ValueOf(src.Interface()) // not the variable that has it
	if src.Kind() == reflect.Slice {
		n = src.Len()
		src = src.Slice(0, src.Cap())
	}
	to, ok := c.known[reference{placeOf(src), d}]
	if !ok {
		to = c.newCopy(d, src)
	}
	if src.Kind() == reflect.Slice {
		return to.Slice(0, n)
	}
	return to
}

// newCopy is copied for what has no copy yet.
func (c *copier) newCopy(d reflect.Type, src reflect.Value) (to reflect.Value) {
	switch src.Kind() {
	case reflect.Pointer:
		to = reflect.New(d.Elem()).Convert(d)
		c.refer(src, to)
		c.copy(to.Elem(), src.Elem())
	case reflect.Slice:
		to = reflect.MakeSlice(d, src.Len(), src.Len())
		if src.Len() == 0 { // it refers to nothing
			return to
		}
		c.refer(src, to)
		for i := range src.Len() {
			c.copy(to.Index(i), src.Index(i))
		}
	default:
		to = reflect.MakeMapWithSize(d, src.Len())
		c.refer(src, to)
		for i := src.MapRange(); i.Next(); {
			to.SetMapIndex(c.valueOf(d.Key(), i.Key()), c.valueOf(d.Elem(), i.Value()))
		}
	}
	return to
}

// valueOf returns src as a value of type d.
func (c *copier) valueOf(d reflect.Type, src reflect.Value) reflect.Value {
	to := reflect.New(d).Elem()
	c.copy(to, src)
	return to
}

// copyFields copies the fields of a struct that encoding/json sees.
func (c *copier) copyFields(dst, src reflect.Value) {
	to, from := fieldsOf(dst.Type()), fieldsOf(src.Type())
	plain := src.Type()
	if c.toPlain {
		plain = dst.Type()
	}
	if dst.Type() != src.Type() && isMethodical(plain) && len(from) < src.NumField() {
		c.fail(plain, "it has methods and unexported fields")
	}
	for i := range from {
		x, y := dst.Type().Field(to[i]), src.Type().Field(from[i])
		if x.Type == y.Type || x.Tag.Get("json") != "-" && y.Tag.Get("json") != "-" {
			c.copy(dst.Field(to[i]), src.Field(from[i]))
		}
	}
}

// fieldsOf returns the indexes of the fields that encoding/json sees. A type for the part of a value has further ones, for the names of other fields.
func fieldsOf(t reflect.Type) (list []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		if (f.IsExported() || f.Anonymous) && !strings.HasPrefix(f.Name, unreadPrefix) {
			list = append(list, i)
		}
	}
	return list
}

// unreadPrefix begins the names of fields of which only the tag counts.
const unreadPrefix = "BaleUnread"

// methods are those by which encoding/json encodes or decodes a value.
var methods = append([]reflect.Type{reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler]()}, marshalers...)

// isMethodical reports whether encoding/json calls methods of a *t.
func isMethodical(t reflect.Type) bool {
	for _, m := range methods {
		if reflect.PointerTo(t).Implements(m) {
			return true
		}
	}
	return false
}

// holdsLock reports whether t is a struct or an array with a type of package sync or sync/atomic in it. Other goroutines may change it, and encoding/json does
// not read it.
func holdsLock(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return holdsLock(t.Elem())
	case reflect.Struct:
		if path := t.PkgPath(); path == "sync" || path == "sync/atomic" {
			return true
		}
		for i := range t.NumField() {
			if holdsLock(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// fail notes that a value with a type in it cannot be copied.
func (c *copier) fail(t reflect.Type, reason string) {
	if c.err == nil {
		c.err = fmt.Errorf("a program with the build tag purego cannot pass a value with a %s to encoding/json: %s", t, reason)
	}
}

// snapshot returns what the copies have, without what it refers to.
func (c *copier) snapshot() []reflect.Value {
	list := make([]reflect.Value, len(c.pairs))
	for i, p := range c.pairs {
		switch p.to.Kind() {
		case reflect.Pointer:
			list[i] = reflect.New(p.to.Type().Elem())
			list[i].Elem().Set(p.to.Elem())
		case reflect.Slice:
			list[i] = reflect.MakeSlice(p.to.Type(), p.to.Len(), p.to.Len())
			reflect.Copy(list[i], p.to)
		default:
			list[i] = reflect.MakeMapWithSize(p.to.Type(), p.to.Len())
			for x := p.to.MapRange(); x.Next(); {
				list[i].SetMapIndex(x.Key(), x.Value())
			}
		}
	}
	return list
}

// back copies back what has changed since a snapshot. Several pointers and lists may refer to the same memory, so that the rest must stay as it is.
func (c *copier) back(before []reflect.Value) error {
	r := newCopier()
	for _, p := range c.pairs {
		r.known[reference{placeOf(p.to), p.from.Type()}] = p.from
	}
	changed := func(x, y reflect.Value) bool { return !reflect.DeepEqual(x.Interface(), y.Interface()) }
	for i, p := range c.pairs {
		old := before[i]
		switch p.to.Kind() {
		case reflect.Pointer:
			if changed(old.Elem(), p.to.Elem()) {
				r.copy(p.from.Elem(), p.to.Elem())
			}
		case reflect.Slice:
			for i := range p.to.Len() {
				if changed(old.Index(i), p.to.Index(i)) {
					r.copy(p.from.Index(i), p.to.Index(i))
				}
			}
		default:
			for x := p.to.MapRange(); x.Next(); {
				if y := old.MapIndex(x.Key()); !y.IsValid() || changed(y, x.Value()) {
					p.from.SetMapIndex(r.valueOf(p.from.Type().Key(), x.Key()), r.valueOf(p.from.Type().Elem(), x.Value()))
				}
			}
		}
	}
	return r.err
}
