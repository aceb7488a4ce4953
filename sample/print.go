package sample

import (
	"fmt"
	"reflect"
	"time"
	"unicode/utf8"
)

// printed is the most bytes that a value takes in a Loss.
const printed = 60

// more stands for what is left out of a value.
const more = "..."

// print is v, which is addressable, in a few words.
func (d *differ) print(v reflect.Value) string {
	i := d.w.info(v.Type())
	switch i.class {
	case clock:
		return short(instant(v).Format(time.RFC3339Nano))
	case sealed:
		if b, ok := i.marshal(reach(v)); ok {
			return short(formText(b))
		}
	}
	switch i.kind {
	case reflect.Bool:
		return fmt.Sprint(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprint(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return fmt.Sprint(v.Uint())
	case reflect.Float32, reflect.Float64:
		return fmt.Sprint(v.Float())
	case reflect.String:
		s := v.String()
		return short(fmt.Sprintf("%q", s[:min(len(s), printed)]))
	case reflect.Array, reflect.Slice:
		if i.isBytes() {
			b := reach(v).Slice(0, min(v.Len(), 20)).Bytes()
			return short(fmt.Sprintf("%x (%d bytes)", b, v.Len()))
		}
		if i.kind == reflect.Slice {
			return count(v)
		}
	case reflect.Map:
		return count(v)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		return d.print(addressable(reach(v).Elem()))
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if v.IsNil() {
			return "nil"
		}
	}
	if v.IsZero() {
		return short("zero " + i.typ.String())
	}
	return short("a " + i.typ.String())
}

// short is s in at most printed bytes, cut between runes.
func short(s string) string {
	if len(s) <= printed {
		return s
	}
	n := printed - len(more)
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + more
}

// around is a and b, which differ, in at most printed bytes each, such that their first difference is seen.
func around(a, b string) (string, string) {
	const before = 20 // bytes of what they share
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n <= printed/2 || len(a) <= printed && len(b) <= printed {
		return short(a), short(b)
	}
	for n -= before; !utf8.RuneStart(a[n]); n-- {
	}
	return short(more + a[n:]), short(more + b[n:])
}
