package baletest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Losses are the custom types that may lose something, such as a cache. Add to it in an init function of a test file.
var Losses = map[reflect.Type]bool{}

// TestCustoms checks the methods of the custom types, each in a test of its own.
func TestCustoms(t *testing.T) {
	if err := Stale(); err != nil {
		t.Fatal(err)
	}
	for _, m := range about.Customs {
		t.Run(m.Of.String()+" by "+strings.ToLower(m.By), func(t *testing.T) {
			if fault := m.ZeroFault(); fault != "" {
				t.Error(fault)
			}
			if fault := m.Loss(); fault != "" {
				t.Error(fault)
			}
			if fault := m.PanicFault(); fault != "" {
				t.Fatal(fault)
			}
			if !m.Known && !slices.ContainsFunc(m.samples(), Fits) {
				t.Skip("no value is known that the methods accept, so losses are not tested")
			}
		})
	}
}

// ZeroFault returns an error text if the methods encode the zero value to bytes that they cannot decode. Messages with this value are written
// and cannot be decoded. If there are no bytes, generated code refuses to write them.
func (m Methods) ZeroFault() string {
	b, ok := EncodeBy(reflect.New(m.Of).Elem(), m.By)
	refused := m.Checked || len(b) == 0 && m.By != "JSON" // then it is an error of encoding
	if _, decoded := DecodeBy(m.Of, b, m.By); ok && !decoded && !refused {
		return fmt.Sprintf("%s: the zero value of %v is encoded as %q by its method for %s, which decoding refuses: a message with it cannot be decoded. Let the method return an error for it, or choose other methods with //bale:custom. If the type is another module's, hold it in a type of your own, whose MarshalBinary returns an error for the zero value", m.Path, m.Of, b, m.By)
	}
	return ""
}

// Loss returns an error text if a sample value does not come back as it was.
func (m Methods) Loss() string {
	if m.Known || Losses[m.Of] {
		return ""
	}
	for _, v := range m.samples() {
		if d := m.lost(v, m.By); d != nil {
			return fmt.Sprintf("%s: a value of %v does not come back as it was from its methods for %s: %v%v: %s", m.Path, m.Of, m.By, m.Of, d, m.advice(v))
		}
	}
	return ""
}

// samples returns values of the type: random ones, or ones that its methods decode if only another package can fill its fields.
func (m Methods) samples() []reflect.Value {
	if Hides(m.Of) {
		list := Probe(m.Of)
		if v, ok := DecodeBy(m.Of, Valid[m.Of], m.By); ok && Valid[m.Of] != nil {
			list = append(list, v)
		}
		return list
	}
	list := []reflect.Value{reflect.New(m.Of).Elem()}
	for i := range 20 {
		v := reflect.New(m.Of).Elem()
		f := Filler{r: rand.New(rand.NewPCG(7, uint64(i))), left: 100}
		f.fill(v, 0, 0)
		list = append(list, v)
	}
	return list
}

// lost returns how v differs from what comes back from the methods with a suffix, or nil if it does not, or if they refuse v. A method Equal
// of the type decides. Nil may come back as another value, since that is often another form of zero. Fields of other packages that are
// unexported may differ if all other methods return the same for both values.
func (m Methods) lost(v reflect.Value, by string) *Diff {
	b, ok := EncodeBy(v, by)
	if !ok {
		return nil
	}
	got, ok := DecodeBy(m.Of, b, by)
	if !ok {
		return nil
	}
	if same, ok := Equal(got, v); ok {
		if same {
			return nil
		}
		return &Diff{got: got.Interface(), want: v.Interface(), why: ", and its method Equal says that they differ"}
	}
	d := CompareAt(got, v, Ignored{NilIsEmpty: true, fillsNil: true, ownMethods: true})
	if d != nil && Hides(m.Of) && Witnessed(got, v, by) {
		return nil
	}
	return d
}

// Equal calls the method Equal of a's type. ok is false if there is none, or if it panics.
func Equal(a, b reflect.Value) (same, ok bool) {
	defer func() {
		if recover() != nil {
			same, ok = false, false
		}
	}()
	method := a.Addr().MethodByName("Equal")
	if !method.IsValid() || method.Type().NumIn() != 1 || method.Type().NumOut() != 1 || method.Type().Out(0).Kind() != reflect.Bool {
		return false, false
	}
	switch method.Type().In(0) {
	case b.Type():
		return method.Call([]reflect.Value{b})[0].Bool(), true
	case reflect.PointerTo(b.Type()):
		return method.Call([]reflect.Value{b.Addr()})[0].Bool(), true
	}
	return false, false
}

// Witnessed reports whether the type has other methods than those with the suffix by that show the contents of a value, and all of them
// return the same for a and b.
func Witnessed(a, b reflect.Value, by string) bool {
	found := false
	for _, other := range []string{"Binary", "Text", "JSON", "Gob"} {
		x, ok := EncodeBy(a, other)
		y, also := EncodeBy(b, other)
		if ok != also || !bytes.Equal(x, y) {
			return false
		}
		found = found || ok && other != by
	}
	x, ok := a.Addr().Interface().(fmt.Stringer)
	y, also := b.Addr().Interface().(fmt.Stringer)
	if ok && also && x.String() != y.String() {
		return false
	}
	return found || ok && also
}

// advice says what to do about the loss of v.
func (m Methods) advice(v reflect.Value) string {
	name, _, _ := strings.Cut(m.Of.Name(), "[")
	own := m.Of.PkgPath() == about.Path
	if !own {
		name = m.Of.PkgPath() + "." + name
	}
	var list []string
	for _, by := range []string{"Binary", "Gob", "Text", "JSON"} {
		if b, ok := EncodeBy(v, by); by != m.By && ok {
			if _, ok := DecodeBy(m.Of, b, by); ok && m.lost(v, by) == nil {
				list = append(list, fmt.Sprintf("choose methods that keep it with //bale:custom %s %s", name, strings.ToLower(by)))
				break
			}
		}
	}
	if own {
		list = append(list, "let the methods keep it")
	}
	list = append(list, fmt.Sprintf("leave out the fields that hold the type with //bale:custom %s skip", name))
	if own {
		list = append(list, fmt.Sprintf("if nothing is lost, give %s a method Equal that says so", name))
	}
	return strings.Join(append(list, fmt.Sprintf("or accept the loss, in an init function of a test file, with baletest.Losses[reflect.TypeFor[%v]()] = true", m.Of)), ", ")
}
