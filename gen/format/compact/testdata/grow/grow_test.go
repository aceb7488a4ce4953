package grow

import (
	"reflect"
	"testing"
	"time"

	"grow/after"
	"grow/before"
)

var (
	day  = time.Date(2026, 11, 21, 14, 0, 0, 5, time.FixedZone("", 3600))
	line = before.Line{Name: "nails", Count: -300}

	old = before.Book{
		Title: "first",
		First: before.Order{ID: 1 << 40, Open: true, Note: "two", When: day, Lines: []before.Line{line, {}, line}, Last: line,
			Pair: [6]before.Line{2: line}, Next: &before.Order{Note: "three", Lines: []before.Line{}}, Rate: 1.5},
		Orders: map[string]before.Line{"four": line},
		Pages:  9,
	}

	more = after.Line{Name: "nails", Count: -300, Unit: "box", More: []after.Line{{Name: "inner", Unit: "bag"}}}

	grown = after.Book{
		Title: "first",
		First: after.Order{ID: 1 << 40, Open: true, Note: "two", When: day, Lines: []after.Line{more, {}, more}, Last: more,
			Pair: [6]after.Line{2: more}, Next: &after.Order{Note: "three", Lines: []after.Line{}, Texts: [5]string{4: "x"}}, Rate: 1.5,
			Paid: true, Weight: -5, Tags: []string{"a", "bc"}, Texts: [5]string{"t", "u"}, Total: 1 << 50, Buyer: &more, Until: day,
			Seen: more, By: map[int]string{3: "s"}, Sum: 2i},
		Orders: map[string]after.Line{"four": more},
		Pages:  9,
	}
)

// copied copies the fields of from into the fields of to with the same names. Other fields of either are ignored.
func copied(to, from reflect.Value) {
	switch to.Kind() {
	case reflect.Struct:
		if to.Type() == from.Type() {
			to.Set(from)
			return
		}
		for i := range to.NumField() {
			if f := from.FieldByName(to.Type().Field(i).Name); f.IsValid() {
				copied(to.Field(i), f)
			}
		}
	case reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
			copied(to.Elem(), from.Elem())
		}
	case reflect.Slice:
		if !from.IsNil() {
			to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
			for i := range from.Len() {
				copied(to.Index(i), from.Index(i))
			}
		}
	case reflect.Array:
		for i := range from.Len() {
			copied(to.Index(i), from.Index(i))
		}
	case reflect.Map:
		to.Set(reflect.MakeMap(to.Type()))
		for _, k := range from.MapKeys() {
			x := reflect.New(to.Type().Elem()).Elem()
			copied(x, from.MapIndex(k))
			to.SetMapIndex(k, x)
		}
	default:
		to.Set(from)
	}
}

// same reports an error unless got and want are equal, whatever their zones are called.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	for _, x := range []any{got, want} { // the format drops the names of zones
		if b, ok := x.(*before.Book); ok {
			b.First.When = b.First.When.In(time.FixedZone("", 3600))
		}
		if b, ok := x.(*after.Book); ok {
			b.First.When = b.First.When.In(time.FixedZone("", 3600))
			if !b.First.Until.IsZero() {
				b.First.Until = b.First.Until.In(time.FixedZone("", 3600))
			}
			b.First.Until = b.First.Until.UTC()
		}
	}
	if !equal(reflect.ValueOf(got), reflect.ValueOf(want)) {
		t.Errorf("%s:\ngot  %+v\nwant %+v", what, got, want)
	}
}

// equal is like reflect.DeepEqual, but compares times by their instants.
func equal(a, b reflect.Value) bool {
	if t, ok := a.Interface().(time.Time); ok {
		return t.Equal(b.Interface().(time.Time)) || t.Unix() == 0 && b.Interface().(time.Time).IsZero()
	}
	switch a.Kind() {
	case reflect.Pointer:
		return a.IsNil() == b.IsNil() && (a.IsNil() || equal(a.Elem(), b.Elem()))
	case reflect.Struct:
		for i := range a.NumField() {
			if !equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Array:
		if a.Kind() == reflect.Slice && a.IsNil() != b.IsNil() || a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		for _, k := range a.MapKeys() {
			if x := b.MapIndex(k); !x.IsValid() || !equal(a.MapIndex(k), x) {
				return false
			}
		}
		return a.IsNil() == b.IsNil() && a.Len() == b.Len()
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// TestNewReadsOld checks that missing fields are zero, even if the destination had other values.
func TestNewReadsOld(t *testing.T) {
	b, err := old.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if n := old.SizeBinary(); n != len(b) {
		t.Errorf("size is %d, message has %d bytes", n, len(b))
	}
	var want after.Book
	copied(reflect.ValueOf(&want).Elem(), reflect.ValueOf(old))
	for _, got := range []*after.Book{{}, full(t)} {
		if err := got.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		same(t, "new", got, &want)
	}
}

// full returns a copy of grown, made by encoding and decoding it.
func full(t *testing.T) *after.Book {
	b, err := grown.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if n := grown.SizeBinary(); n != len(b) {
		t.Errorf("size is %d, message has %d bytes", n, len(b))
	}
	var v after.Book
	if err := v.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	same(t, "all fields", &v, &grown)
	return &v
}

// TestOldReadsNew checks that unknown fields are skipped.
func TestOldReadsNew(t *testing.T) {
	b, err := grown.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var want, got before.Book
	copied(reflect.ValueOf(&want).Elem(), reflect.ValueOf(grown))
	if err := got.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	same(t, "old", &got, &want)
	for n := range b {
		if got.UnmarshalBinary(b[:n]) == nil {
			t.Errorf("%d of %d bytes are decoded without an error", n, len(b))
		}
	}
	for i := range b {
		for bit := range 8 {
			c := append([]byte(nil), b...)
			c[i] ^= 1 << bit
			got.UnmarshalBinary(c)
		}
	}
}

func TestEmpty(t *testing.T) {
	b, err := (&after.Empty{Name: "x", On: true}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := new(before.Empty).UnmarshalBinary(b); err != nil {
		t.Error(err)
	}
	if b, err = new(before.Empty).MarshalBinary(); err != nil {
		t.Fatal(err)
	}
	v := after.Empty{Name: "y", On: true}
	if err := v.UnmarshalBinary(b); err != nil || v != (after.Empty{}) {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestMissingCustoms checks that a value of a custom type that a message does not have is zero, although the method refuses to decode no bytes, and
// that the method decodes what the message has. The code of the first value is the first or the second half of a byte of the control.
func TestMissingCustoms(t *testing.T) {
	id, mark := after.ID{1, 2, 3, 4}, after.Mark{Decoded: true}
	full, more := after.Customs{A: 5, ID: id, Pair: [2]after.ID{id, id}, Mark: mark}, after.MoreCustoms{A: 5, B: 6, ID: id, Mark: mark}
	for _, c := range []struct {
		from interface{ MarshalBinary() ([]byte, error) }
		into interface{ UnmarshalBinary([]byte) error }
		want any
	}{
		{&before.Customs{A: 1}, &after.Customs{}, &after.Customs{A: 1}},
		{&before.Customs{A: 1}, ptr(full), &after.Customs{A: 1}},
		{&before.MoreCustoms{A: 1, B: 2}, &after.MoreCustoms{}, &after.MoreCustoms{A: 1, B: 2}},
		{&before.MoreCustoms{A: 1, B: 2}, ptr(more), &after.MoreCustoms{A: 1, B: 2}},
		{&full, &after.Customs{}, &full},
		{&more, &after.MoreCustoms{}, &more},
	} {
		b, err := c.from.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.into.UnmarshalBinary(b); err != nil {
			t.Errorf("%+v: %v", c.from, err)
		} else if !reflect.DeepEqual(c.into, c.want) {
			t.Errorf("%+v is %+v, want %+v", c.from, c.into, c.want)
		}
	}
}

func ptr[T any](v T) *T { return &v }
