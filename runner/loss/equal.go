package loss

import "reflect"

// equal reports whether a and b, addressable values of one type, are equal according to the type's own method Equal or Cmp, which takes
// a value or a pointer. Without such a method it returns false.
func equal(a, b reflect.Value) (same bool) {
	defer func() {
		if recover() != nil { // the method may belong to another author
			same = false
		}
	}()
	p := a.Addr()
	if m := p.MethodByName("Equal"); compares(m, a.Type()) && m.Type().Out(0).Kind() == reflect.Bool {
		return m.Call([]reflect.Value{argument(m, b)})[0].Bool()
	}
	if m := p.MethodByName("Cmp"); compares(m, a.Type()) && m.Type().Out(0).Kind() == reflect.Int {
		return m.Call([]reflect.Value{argument(m, b)})[0].Int() == 0
	}
	return false
}

// compares reports whether m takes a t or a *t and returns one result.
func compares(m reflect.Value, t reflect.Type) bool {
	return m.IsValid() && m.Type().NumIn() == 1 && m.Type().NumOut() == 1 && (m.Type().In(0) == t || m.Type().In(0) == reflect.PointerTo(t))
}

// argument returns v, or a pointer to it, as m takes it.
func argument(m, v reflect.Value) reflect.Value {
	if m.Type().In(0) == v.Type() {
		return v
	}
	return v.Addr()
}
