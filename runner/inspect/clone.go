package inspect

import "reflect"

// Clone returns a copy of v that shares no memory with it, except for functions, channels, the locations of times and the internal
// fields of protobuf messages. Parts of v that share memory, as those of a cyclic value do, share memory in the copy.
func Clone(v reflect.Value) reflect.Value {
	c := cloner{copies: map[memoryRange]reflect.Value{}}
	x := c.boxed(v)
	for len(c.todo) > 0 {
		last := len(c.todo) - 1
		fill := c.todo[last]
		c.todo = c.todo[:last]
		fill()
	}
	return x
}

// A cloner has the copies of memory that have been made, and fills them later: a recursive function would overflow the stack at deep nesting.
type cloner struct {
	copies map[memoryRange]reflect.Value
	todo   []func()
}

// boxed returns a copy of v, which need not be addressable.
func (c *cloner) boxed(v reflect.Value) reflect.Value {
	x := reflect.New(v.Type()).Elem()
	x.Set(v)
	c.unshare(x)
	return x
}

// unshare replaces everything that v, which is addressable, shares with the value that it was copied from.
func (c *cloner) unshare(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type().ConvertibleTo(timeType) {
			return
		}
		internal := omittedFields(v.Type())
		for k := 0; k < v.NumField(); k++ {
			if internal == nil || !internal[k] {
				c.unshare(Accessible(v.Field(k)))
			}
		}
	case reflect.Array:
		c.unshareAll(v)
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if !v.IsNil() {
			v.Set(c.copy(v))
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(c.boxed(v.Elem()))
		}
	case reflect.String:
		v.SetString(string(append([]byte(nil), v.String()...)))
	}
}

// copy returns the copy of v, a pointer, slice or map.
func (c *cloner) copy(v reflect.Value) reflect.Value {
	key := rangeOf(v)
	x, ok := c.copies[key]
	if ok {
		return x
	}
	t := v.Type()
	switch t.Kind() {
	case reflect.Pointer:
		p := reflect.New(t.Elem())
		p.Elem().Set(v.Elem())
		c.todo = append(c.todo, func() { c.unshare(p.Elem()) })
		x = p.Convert(t)
	case reflect.Slice:
		x = reflect.MakeSlice(t, v.Len(), v.Len())
		reflect.Copy(x, v)
		if !PlainType(t.Elem()) {
			c.todo = append(c.todo, func() { c.unshareAll(x) })
		}
	case reflect.Map:
		x = reflect.MakeMapWithSize(t, v.Len())
		entries := Entries(v) // now, because v is set to x
		c.todo = append(c.todo, func() {
			for _, e := range entries {
				c.unshare(e.Key)
				c.unshare(e.Value)
				x.SetMapIndex(e.Key, e.Value)
			}
		})
	}
	c.copies[key] = x
	return x
}

func (c *cloner) unshareAll(v reflect.Value) {
	if PlainType(v.Type().Elem()) {
		return
	}
	for k := 0; k < v.Len(); k++ {
		c.unshare(v.Index(k))
	}
}
