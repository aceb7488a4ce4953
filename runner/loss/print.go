package loss

import (
	"fmt"
	"reflect"
	"time"
	"unicode/utf8"

	"bale/runner/inspect"
)

// maxPrinted is the maximum size of a printed value in a Loss, in bytes.
const maxPrinted = 60

// ellipsis stands for the omitted part of a value.
const ellipsis = "..."

// maxPointers is the number of pointers to pointers that are printed as what they point to. A pointer may point to itself.
const maxPointers = 10

// print returns a short text of v, which is addressable.
func (d *differ) print(v reflect.Value) string { return d.pointed(v, 0) }

// pointed is print for what a number of pointers and interfaces led to.
func (d *differ) pointed(v reflect.Value, pointers int) string {
	i := d.w.Info(v.Type())
	switch i.Class {
	case inspect.Timestamp:
		return short(inspect.Instant(v).Format(time.RFC3339Nano))
	case inspect.Custom:
		if b, ok := i.Marshal(inspect.Accessible(v)); ok {
			return short(formText(b))
		}
	}
	switch i.Kind {
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
		return short(fmt.Sprintf("%q", s[:min(len(s), maxPrinted)]))
	case reflect.Array, reflect.Slice:
		if i.IsBytes() {
			b := inspect.Accessible(v).Slice(0, min(v.Len(), 20)).Bytes()
			return short(fmt.Sprintf("%x (%d bytes)", b, v.Len()))
		}
		if i.Kind == reflect.Slice {
			return count(v)
		}
	case reflect.Map:
		return count(v)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		if pointers < maxPointers {
			return d.pointed(inspect.Addressable(inspect.Accessible(v).Elem()), pointers+1)
		}
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if v.IsNil() {
			return "nil"
		}
	}
	if v.IsZero() {
		return short("zero " + i.Type.String())
	}
	return short("a " + i.Type.String())
}

// short returns s shortened to maxPrinted bytes, cut between runes.
func short(s string) string {
	if len(s) <= maxPrinted {
		return s
	}
	n := maxPrinted - len(ellipsis)
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + ellipsis
}

// around returns the parts of the different texts a and b around their first difference, at most maxPrinted bytes each.
func around(a, b string) (string, string) {
	const before = 20 // bytes of the common part that are kept
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n <= maxPrinted/2 || len(a) <= maxPrinted && len(b) <= maxPrinted {
		return short(a), short(b)
	}
	for n -= before; !utf8.RuneStart(a[n]); n-- {
	}
	return short(ellipsis + a[n:]), short(ellipsis + b[n:])
}
