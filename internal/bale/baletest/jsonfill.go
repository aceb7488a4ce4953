package baletest

import (
	"encoding"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
)

// A JSONFiller fills values at random for the format json.
type JSONFiller struct {
	r       *rand.Rand
	left    int  // number of parts that may still be filled
	strange bool // values may be ones that cannot be encoded
	unions  map[Field]Union
	within  Union // union of the interfaces in the field or type that is being filled
	bounded bool  // integers are small, because they are in a value that is encoded by its own methods
}

// JSONStrings are parts of strings.
var JSONStrings = []string{
	"", "a", "Bale", "the quick brown fox", "<b>&amp;</b>", "\u2028", "\u2029", "ö", "日本語", "😀", "\xff", "\xed\xa0\x80", "\xe2\x80", "\"", "\\", "/", "\x00", "\x1f", "\x7f", "\n", "\t",
	"\b", "\f", "\r", "null", "true", "1", "-1.5", "1e3", "\\u0041", "K", "ſ", "aGVsbG8=", "2006-01-02T15:04:05Z", "0123456789abcdef0123456789abcdef",
}

// JSONFloats are floats at the limits of their forms.
var JSONFloats = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.999e-7, 1e-7, 1e20, 1e21, 1e22, 123456789, 1 << 53, 1<<53 + 2, math.MaxFloat32, math.SmallestNonzeroFloat32, math.MaxFloat64,
	math.SmallestNonzeroFloat64, 3.4e38, 1e-45, 16777217, 0.000001234,
}

// fill fills v, which must be settable.
func (f *JSONFiller) fill(v reflect.Value, depth int) {
	if f.left--; f.left < 0 || depth > 12 {
		return
	}
	if t, ok := v.Addr().Interface().(*time.Time); ok {
		f.time(t)
		return
	}
	if v.CanInterface() && f.r.IntN(2) == 0 && f.probe(v) {
		return
	}
	if v.Type().Name() != "" && v.Type() != f.within.Of {
		defer func(u Union) { f.within = u }(f.within)
		f.within = f.unions[Field{v.Type(), ""}]
	}
	if !f.bounded && v.CanInterface() && JSONEncodes(v) {
		f.bounded = true
		defer func() { f.bounded = false }()
	}
	f.parts(v, depth)
	if f.bounded && (v.CanInt() || v.CanUint()) {
		Shrink(v)
	}
	if !f.strange && v.Type().Name() != "" && v.CanInterface() && JSONEncodes(v) && Try(func() error { _, err := json.Marshal(v.Addr().Interface()); return err }) != nil {
		for range 20 {
			if f.probe(v) {
				return
			}
		}
		v.SetZero()
	}
}

// parts is fill for the parts of v.
func (f *JSONFiller) parts(v reflect.Value, depth int) {
	small := depth > 6 || f.r.IntN(5) == 0
	switch v.Kind() {
	case reflect.Interface:
		if v.Type() == f.within.Of {
			f.member(v, depth)
		} else {
			f.iface(v, depth)
		}
	case reflect.Bool:
		v.SetBool(f.r.IntN(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(f.r.Uint64()) >> f.r.IntN(64))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(f.r.Uint64() >> f.r.IntN(64))
	case reflect.Float32, reflect.Float64:
		f.float(v)
	case reflect.String:
		f.text(v)
	case reflect.Pointer:
		if !small {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		if !small { // with elements after its length, as a used slice has them
			n := f.r.IntN(5)
			v.Set(reflect.MakeSlice(v.Type(), n, n+f.r.IntN(3)))
			all := v.Slice(0, v.Cap())
			for i := range all.Len() {
				f.fill(all.Index(i), depth+1)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		if !small {
			v.Set(reflect.MakeMap(v.Type()))
			for range f.r.IntN(5) {
				key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				f.fill(key, depth+1)
				f.fill(elem, depth+1)
				if key.Comparable() {
					v.SetMapIndex(key, elem)
				}
			}
		}
	case reflect.Struct:
		defer func(u Union) { f.within = u }(f.within)
		for i := range v.NumField() {
			if x := v.Type().Field(i); f.r.IntN(4) > 0 && (x.IsExported() || x.PkgPath == about.Path && x.Name != "_") {
				f.within = f.unions[Field{v.Type(), x.Name}]
				f.fill(Open(v, i), depth+1)
			}
		}
	}
}

func (f *JSONFiller) float(v reflect.Value) {
	x := f.r.NormFloat64() * math.Pow(10, float64(f.r.IntN(50)-25))
	switch f.r.IntN(4) {
	case 0:
		x = JSONFloats[f.r.IntN(len(JSONFloats))]
	case 1:
		x = float64(f.r.IntN(2000) - 1000)
	}
	if v.SetFloat(x); math.IsInf(v.Float(), 0) {
		v.SetFloat(1.5)
	}
	if f.strange && f.r.IntN(8) == 0 {
		v.SetFloat([]float64{math.NaN(), math.Inf(1), math.Inf(-1)}[f.r.IntN(3)])
	}
}

func (f *JSONFiller) text(v reflect.Value) {
	if v.Type() == reflect.TypeFor[json.Number]() && (!f.strange || f.r.IntN(2) == 0) {
		v.SetString([]string{"", "0", "-1", "1.5e+7", "12345678901234567890", "0.00"}[f.r.IntN(6)])
		return
	}
	var s strings.Builder
	for range f.r.IntN(4) {
		s.WriteString(JSONStrings[f.r.IntN(len(JSONStrings))])
	}
	v.SetString(s.String())
}

// time sets a time, with -strange perhaps one that has no text.
func (f *JSONFiller) time(t *time.Time) {
	*t = time.Unix(f.r.Int64N(1<<33)-1<<32, f.r.Int64N(1e9)).UTC()
	switch f.r.IntN(6) {
	case 0:
		*t = time.Time{}
	case 1:
		*t = t.Truncate(time.Second)
	case 2:
		*t = t.In(time.FixedZone("", 15*60*(f.r.IntN(96)-48)))
	case 3:
		*t = time.Date(f.r.IntN(10000), time.Month(1+f.r.IntN(12)), 1+f.r.IntN(31), 23, 59, 59, f.r.IntN(1000)*1e6, time.UTC)
	}
	if f.strange && f.r.IntN(4) == 0 {
		*t = []time.Time{t.AddDate(10000, 0, 0), t.AddDate(-4000, 0, 0), t.In(time.FixedZone("", 3601)), t.In(time.FixedZone("", 25*3600))}[f.r.IntN(4)]
	}
}

// member sets a union to nil or to a member. Some members cannot be encoded in the form of the union, which leaves it nil if values must not be
// strange.
func (f *JSONFiller) member(v reflect.Value, depth int) {
	i := f.r.IntN(len(f.within.Members) + 1)
	if i == len(f.within.Members) {
		return
	}
	x := reflect.New(f.within.Members[i]).Elem()
	f.fill(x, depth+1)
	if x.Kind() == reflect.Pointer && x.IsNil() && !f.strange {
		x.Set(reflect.New(x.Type().Elem()))
	}
	v.Set(x)
}

// iface sets an interface to nil or to a value that implements it.
func (f *JSONFiller) iface(v reflect.Value, depth int) {
	n, s := f.r.IntN(100), "text"
	list := []any{
		nil, true, 1.5, float64(n), n, "a<b", []any{1.0, "x", nil}, map[string]any{"b": 1.0, "a": []any{}}, map[string]any(nil), []any(nil), &n, &s, json.Number("12"), json.RawMessage("[1, 2]"),
		time.Unix(int64(n), 0).UTC(), time.Duration(n), []string{"x"}, map[int]string{n: "x", 2: "y"}, struct{ A, b int }{1, 2}, &struct{ A *int }{&n}, new(any), errors.New("an error"), []byte("bytes"),
		uint64(math.MaxUint64), float32(0.1), int8(-1),
	}
	if f.strange {
		list = append(list, math.NaN(), func() {}, map[bool]int{}, json.Number("x"), complex(1, 2))
	}
	var fit []any
	for _, x := range list {
		if x == nil || reflect.TypeOf(x).Implements(v.Type()) {
			fit = append(fit, x)
		}
	}
	if x := fit[f.r.IntN(len(fit))]; x != nil {
		v.Set(reflect.ValueOf(x))
	}
	if x, ok := v.Interface().(*any); ok && depth < 6 {
		f.fill(reflect.ValueOf(x).Elem(), depth+1)
	}
}

// JSONEncodes reports whether encoding/json calls a method of v to encode it.
func JSONEncodes(v reflect.Value) bool {
	x := v.Addr().Interface()
	_, inJSON := x.(json.Marshaler)
	_, inText := x.(encoding.TextMarshaler)
	return inJSON || inText
}

// probe sets v by its own method UnmarshalJSON or UnmarshalText, from a random text. It reports whether there is such a method, and it accepts
// the text.
func (f *JSONFiller) probe(v reflect.Value) bool {
	text := []byte(Texts[f.r.IntN(len(Texts))])
	if valid := Valid[v.Type()]; valid != nil && f.r.IntN(2) == 0 {
		text = valid
	}
	x := reflect.New(v.Type())
	err := errors.New("no method")
	switch p := x.Interface().(type) {
	case json.Unmarshaler:
		if f.r.IntN(2) == 0 || !json.Valid(text) {
			text, _ = json.Marshal(string(text))
		}
		err = Try(func() error { return p.UnmarshalJSON(text) })
	case encoding.TextUnmarshaler:
		err = Try(func() error { return p.UnmarshalText(text) })
	}
	if err == nil {
		v.Set(x.Elem())
	}
	return err == nil
}
