package baletest

import (
	"math/rand/v2"
	"reflect"
	"time"
)

// A Field identifies a field of a struct, or with an empty name a type.
type Field struct {
	In   reflect.Type
	Name string
}

// A Union has the types that an interface may hold.
type Union struct {
	Of      reflect.Type // the interface type
	Members []reflect.Type
}

// A Filler fills values at random.
type Filler struct {
	r          *rand.Rand
	left       int   // number of parts that may still be filled
	rejectsNil bool  // elements of lists and maps, and values in interfaces, must not be nil
	portable   bool  // int, uint and uintptr have values of 32 bits
	within     Union // union of the interfaces in the field or type that is being filled
	bounded    bool  // integers are small, because they are in a value of a custom type
}

// fill fills v, which must be settable, with at most the given number of elements; 0 means no limit.
func (f *Filler) fill(v reflect.Value, depth, most int) {
	if f.left--; f.left < 0 {
		SettleAll(v)
		f.completeParts(v)
		return
	}
	length := func() int {
		if most > 0 {
			return f.r.IntN(5) % (most + 1)
		}
		return f.r.IntN(5)
	}
	small := depth > 8 || f.r.IntN(4) == 0
	if v.Type().Name() != "" && v.Type() != f.within.Of {
		defer func(u Union) { f.within = u }(f.within)
		f.within = about.Unions[Field{v.Type(), ""}]
	}
	defer Settle(v)
	if !f.bounded && IsCustom(v.Type()) {
		f.bounded = true
		defer func() { f.bounded = false }()
	}
	if small && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice || v.Kind() == reflect.Map) {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		f.fillInterface(v, depth)
	case reflect.Bool:
		v.SetBool(f.r.IntN(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(f.r.Uint64()) >> f.r.IntN(64))
		if f.portable && v.Kind() == reflect.Int {
			v.SetInt(int64(int32(v.Int())))
		}
		if f.bounded {
			Shrink(v)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(f.r.Uint64() >> f.r.IntN(64))
		if f.portable && (v.Kind() == reflect.Uint || v.Kind() == reflect.Uintptr) {
			v.SetUint(uint64(uint32(v.Uint())))
		}
		if f.bounded {
			Shrink(v)
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(f.r.NormFloat64() * float64(f.r.IntN(1000)))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(f.r.NormFloat64(), f.r.NormFloat64()))
	case reflect.String:
		v.SetString(string([]rune("the quick brown fox jumps over the lazy dög")[:length()*f.r.IntN(9)]))
		if most > 0 && v.Len() > most {
			v.SetString(v.String()[:most])
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), depth+1, 0)
	case reflect.Slice:
		n := length()
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			f.fill(v.Index(i), depth+1, 0)
			if f.rejectsNil {
				f.complete(v.Index(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1, 0)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range length() {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			f.fill(key, depth+1, 0)
			f.fill(elem, depth+1, 0)
			if f.rejectsNil {
				f.complete(elem)
			}
			if !HasKey(v, key) {
				v.SetMapIndex(key, elem)
			}
		}
	case reflect.Struct:
		f.fillStruct(v, depth)
	}
}

// Shrink makes an integer small. The methods of a custom type may need memory and time in proportion to an integer: a decimal with the exponent
// 1e9 has a text of 1 GB.
func Shrink(v reflect.Value) {
	const limit = 4096
	if v.CanInt() {
		v.SetInt(v.Int() % limit)
	} else {
		v.SetUint(v.Uint() % limit)
	}
}

// HasKey reports whether map m has a key that is encoded like the key k. Such a map cannot be encoded.
func HasKey(m, k reflect.Value) bool {
	for x := m.MapRange(); x.Next(); {
		if CompareAt(Settable(x.Key()), k, Ignored{NilIsEmpty: true, DropsZone: true}) == nil {
			return true
		}
	}
	return false
}

// fillInterface sets an interface to a value of one of the types that it may hold, or leaves it nil.
func (f *Filler) fillInterface(v reflect.Value, depth int) {
	if i := f.r.IntN(len(f.within.Members) + 1); i > 0 {
		x := reflect.New(f.within.Members[i-1]).Elem()
		f.fill(x, depth+1, 0)
		if f.rejectsNil {
			f.complete(x)
		}
		v.Set(x)
	}
}

// complete replaces a nil pointer by a pointer to a zero value.
func (f *Filler) complete(x reflect.Value) {
	if x.Kind() == reflect.Pointer && x.IsNil() {
		x.Set(reflect.New(x.Type().Elem()))
		SettleAll(x.Elem())
		f.completeParts(x.Elem())
	}
}

// completeParts sets the fields of a struct that must not be nil.
func (f *Filler) completeParts(v reflect.Value) {
	if len(about.Present) == 0 {
		return
	}
	if f.left--; v.Kind() != reflect.Struct || Hides(v.Type()) || f.left < -1e4 { // a message that requires one like itself has no value
		return
	}
	for i, p := range Parts(v.Type()) {
		if !about.Present[p.field] {
			continue
		}
		x := Open(v, i)
		if x.Kind() == reflect.Slice && x.IsNil() {
			x.Set(reflect.MakeSlice(x.Type(), 0, 0))
		}
		f.complete(x)
	}
}

// fillStruct fills a struct, or sets a time.
func (f *Filler) fillStruct(v reflect.Value, depth int) {
	if t, ok := v.Addr().Interface().(*time.Time); ok {
		*t = time.Unix(f.r.Int64N(1<<32), f.r.Int64N(1e9)).UTC()
		if f.r.IntN(2) == 0 {
			*t = t.In(time.FixedZone("", 15*60*(f.r.IntN(96)-48))) // real offsets are multiples of 15 minutes
		}
		return
	}
	if Hides(v.Type()) {
		return // only its package knows its valid values, so it stays zero
	}
	defer func(u Union) { f.within = u }(f.within)
	for i, p := range Parts(v.Type()) {
		if p.max >= 0 && p.field.Name != "_" {
			f.within = about.Unions[p.field]
			f.fill(Open(v, i), depth+1, p.max)
		}
	}
	f.completeParts(v)
}
