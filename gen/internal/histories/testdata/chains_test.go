package chains

import (
	"encoding"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
	"time"

	"chains/internal/bale/core"
)

// A version is one step of all types.
type version struct {
	roots   []reflect.Type
	parts   [][]string                // fields of the parts of the roots
	members map[string][]reflect.Type // of unions, by name
	renamed map[string]string         // old names of fields, by "Struct.Field"
}

// versions is filled by table_test.go.
var versions []version

// fill sets v to a random value.
func (x *version) fill(r *rand.Rand, v reflect.Value, depth int) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Unix(r.Int64N(1<<34), r.Int64N(1e9)).UTC()))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.String:
		v.SetString(fmt.Sprint(r.IntN(1 << r.IntN(60)))[r.IntN(2):])
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(float32(r.NormFloat64())))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(float64(float32(r.NormFloat64())), 1))
	case reflect.Pointer:
		if r.IntN(3) > 0 && depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			x.fill(r, v.Elem(), depth-1)
		}
	case reflect.Slice:
		if n := r.IntN(4); n > 0 && depth > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
			for i := range n - 1 {
				x.fill(r, v.Index(i), depth-1)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			x.fill(r, v.Index(i), depth-1)
		}
	case reflect.Map:
		if r.IntN(3) > 0 && depth > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range r.IntN(3) {
				key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				x.fill(r, key, depth-1)
				x.fill(r, elem, depth-1)
				v.SetMapIndex(key, elem)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			x.fill(r, v.Field(i), depth-1)
		}
	case reflect.Interface:
		list := x.members[v.Type().Name()]
		if depth > 0 && r.IntN(4) > 0 {
			m := reflect.New(list[r.IntN(len(list))]).Elem()
			x.fill(r, m, depth-1)
			v.Set(m)
		}
	default:
		if bits := v.Type().Bits(); v.CanInt() {
			v.SetInt(int64(r.Uint64()) >> (64 - bits) >> r.IntN(bits))
		} else {
			v.SetUint(r.Uint64() >> (64 - bits) >> r.IntN(bits))
		}
	}
}

// errNil is the error for a nil pointer in a field that is no longer one.
var errNil = fmt.Errorf("nil")

// expect sets to to what the value from of version was becomes in version is.
func expect(was, is int, to, from reflect.Value) error {
	switch {
	case from.Kind() == reflect.Pointer && to.Kind() != reflect.Pointer:
		switch {
		case !from.IsNil():
			return expect(was, is, to, from.Elem())
		case to.Kind() == reflect.Slice || to.Kind() == reflect.Map || to.Kind() == reflect.Interface:
			return nil
		}
		return errNil
	case to.Kind() == reflect.Pointer && from.Kind() != reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return expect(was, is, to.Elem(), from)
	case to.Type() == from.Type():
		to.Set(from)
		return nil
	}
	var err error
	try := func(to, from reflect.Value) {
		if e := expect(was, is, to, from); e != nil {
			err = e
		}
	}
	switch to.Kind() {
	case reflect.Struct:
		for i := range to.NumField() {
			name := to.Type().Field(i).Name
			for v := is; v > was; v-- {
				if old := versions[v].renamed[to.Type().Name()+"."+name]; old != "" {
					name = old
				}
			}
			if f := from.FieldByName(name); f.IsValid() {
				try(to.Field(i), f)
			}
		}
	case reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
			try(to.Elem(), from.Elem())
		}
	case reflect.Slice:
		if !from.IsNil() {
			to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
			for i := range from.Len() {
				try(to.Index(i), from.Index(i))
			}
		}
	case reflect.Array:
		for i := range from.Len() {
			try(to.Index(i), from.Index(i))
		}
	case reflect.Map:
		if !from.IsNil() {
			to.Set(reflect.MakeMap(to.Type()))
			for _, k := range from.MapKeys() {
				key, elem := reflect.New(to.Type().Key()).Elem(), reflect.New(to.Type().Elem()).Elem()
				try(key, k)
				try(elem, from.MapIndex(k))
				to.SetMapIndex(key, elem)
			}
		}
	case reflect.Interface:
		if from.IsNil() {
			break
		}
		for _, m := range versions[is].members[to.Type().Name()] {
			if typeName(m) == typeName(from.Elem().Type()) {
				x := reflect.New(m).Elem()
				try(x, from.Elem())
				to.Set(x)
			}
		}
	default:
		if to.CanInt() && from.CanUint() {
			to.SetInt(int64(from.Uint()))
		} else {
			to.Set(from.Convert(to.Type()))
		}
	}
	return err
}

// typeName returns the name of a struct or of what a pointer points to.
func typeName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return "*" + t.Elem().Name()
	}
	return t.Name()
}

type message interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
	UnmarshalBinaryAlias([]byte) error
	UnmarshalBinarySome([]byte) error
}

// TestVersions decodes messages of each version by the code of all later ones.
func TestVersions(t *testing.T) {
	for i := range versions[0].roots {
		for was := range versions {
			for is := was; is < len(versions); is++ {
				r := rand.New(rand.NewPCG(uint64(i), uint64(was)))
				for range 20 {
					check(t, r, i, was, is)
				}
			}
		}
	}
}

// check decodes one message of the type i of version was by the code of version is.
func check(t *testing.T, r *rand.Rand, i, was, is int) {
	old, now := versions[was].roots[i], versions[is].roots[i]
	value := reflect.New(old)
	versions[was].fill(r, value.Elem(), 6)
	b, err := value.Interface().(message).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	want := reflect.New(now)
	wantErr := expect(was, is, want.Elem(), value.Elem())
	used := reflect.New(now)
	versions[is].fill(r, used.Elem(), 4)
	for k, got := range []reflect.Value{reflect.New(now), used, reflect.New(now)} {
		err := got.Interface().(message).UnmarshalBinary(b)
		if k == 2 {
			err = got.Interface().(message).UnmarshalBinaryAlias(b)
		}
		if wantErr != nil {
			if !errors.Is(err, core.Errors[core.NilValue]) {
				t.Errorf("%v, version %d by %d: the error for nil in a field that is no longer a pointer is %v", old, was, is, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v, version %d by %d: %v", old, was, is, err)
		} else if !reflect.DeepEqual(got.Interface(), want.Interface()) {
			t.Errorf("%v, version %d by %d (%d): %s", old, was, is, k, difference(got, want, ""))
		}
	}
	part(t, b, used, want, i, was, is)
	damage(t, r, b, now)
}

// part decodes the part of a message, whose other fields are zero then. A nil pointer that the part does not read is no error.
func part(t *testing.T, b []byte, used, want reflect.Value, i, was, is int) {
	x := reflect.New(want.Type().Elem())
	for _, name := range versions[is].parts[i] {
		x.Elem().FieldByName(name).Set(want.Elem().FieldByName(name))
	}
	for _, got := range []reflect.Value{reflect.New(want.Type().Elem()), used} {
		err := got.Interface().(message).UnmarshalBinarySome(b)
		if errors.Is(err, core.Errors[core.NilValue]) {
			continue
		}
		if err != nil {
			t.Errorf("%v, version %d by %d, part: %v", want.Type(), was, is, err)
		} else if !reflect.DeepEqual(got.Interface(), x.Interface()) {
			t.Errorf("%v, version %d by %d, part: %s", want.Type(), was, is, difference(got, x, ""))
		}
	}
}

// damage decodes damaged messages: a prefix is an error, and other changes do no harm.
func damage(t *testing.T, r *rand.Rand, b []byte, now reflect.Type) {
	n := r.IntN(len(b))
	if err := reflect.New(now).Interface().(message).UnmarshalBinary(b[:n:n]); err == nil {
		t.Errorf("%v: %d of %d bytes are decoded", now, n, len(b))
	}
	x := append([]byte(nil), b...)
	for range 1 + r.IntN(3) {
		if len(x) > 4 {
			x[4+r.IntN(len(x)-4)] = byte(r.Uint32())
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	reflect.New(now).Interface().(message).UnmarshalBinary(x)
	huge := append([]byte(nil), b...)
	for i := 4 + r.IntN(len(huge)-3); i < len(huge); i++ { // the largest counts
		huge[i] = 0xff
	}
	reflect.New(now).Interface().(message).UnmarshalBinary(append(huge, huge[4:]...))
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 2*(64<<20)+200*uint64(len(b)) {
		t.Errorf("%v: two damaged messages of about %d bytes take %d bytes of memory", now, len(b), n)
	}
}

// difference returns the first path at which two values differ, and both values.
func difference(got, want reflect.Value, path string) string {
	if reflect.DeepEqual(got.Interface(), want.Interface()) {
		return ""
	}
	found := ""
	part := func(got, want reflect.Value, path string) {
		if found == "" {
			found = difference(got, want, path)
		}
	}
	switch got.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !got.IsNil() && !want.IsNil() && got.Elem().Type() == want.Elem().Type() {
			part(got.Elem(), want.Elem(), path)
		}
	case reflect.Struct:
		for i := range got.NumField() {
			if got.Type().Field(i).IsExported() {
				part(got.Field(i), want.Field(i), path+"."+got.Type().Field(i).Name)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range min(got.Len(), want.Len()) {
			part(got.Index(i), want.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	}
	if found == "" {
		found = fmt.Sprintf("%s: got %#v, want %#v", path, got, want)
	}
	return found
}
