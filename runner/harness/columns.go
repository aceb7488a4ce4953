package harness

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"strconv"

	"bale/runner/inspect"
)

// Decoded is the result of decoding a message of another version of the type as this one.
type Decoded struct {
	Error string `json:"error,omitempty"`
	// Columns has the contents of the fields of the outermost struct, by Go name. For a list of structs, a column has the field's contents in
	// all elements.
	Columns map[string]Column `json:"columns,omitempty"`
}

// A Column holds the contents of a field. Equal contents have equal texts, and so have equal numbers of different width.
type Column struct {
	Text string `json:"text"`
	Zero bool   `json:"zero,omitempty"` // the field is zero in all structs
}

// columns decodes messages, which may be of another version of the type, and returns the contents of their fields.
func (a *adapter) columns(messages [][]byte, ph *phases) ([]Decoded, error) {
	l := a.newCoder()
	if l.dec == "" {
		return nil, errOnlyEncodes
	}
	list := make([]Decoded, len(messages))
	for i, b := range messages {
		v, err := l.decode(b)
		if err != nil {
			list[i].Error = err.Error()
			l = a.newCoder()
			continue
		}
		err = ph.own("read a decoded value", func() {
			emptyToNil(v)
			list[i].Columns = columnsOf(v)
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// emptyToNil sets empty slices and maps in v to nil if they are settable, because few formats distinguish the two.
func emptyToNil(v reflect.Value) {
	inspect.Walk(v, func(v reflect.Value) (into bool) {
		switch v.Kind() {
		case reflect.Slice, reflect.Map:
			if v.Len() == 0 && v.CanSet() {
				v.SetZero()
			}
			return v.Kind() == reflect.Slice
		case reflect.Array, reflect.Pointer, reflect.Struct:
			return true
		}
		return false
	})
}

// columnsOf returns the columns of the outermost structs in v.
func columnsOf(v reflect.Value) map[string]Column {
	columns := map[string]Column{}
	n := 0
	structs(v, func(s reflect.Value) {
		n++
		for i := range s.NumField() {
			name := s.Type().Field(i).Name
			c := columns[name]
			columns[name] = Column{c.Text + fieldText(s.Field(i)) + "\n", (n == 1 || c.Zero) && s.Field(i).IsZero()}
		}
	})
	for name, c := range columns {
		if len(c.Text) > maxColumn {
			h := fnv.New64a()
			_, _ = h.Write([]byte(c.Text))
			columns[name] = Column{fmt.Sprintf("%016x", h.Sum64()), c.Zero}
		}
	}
	return columns
}

// maxColumn is the maximum length in bytes of a column's text. Longer texts are replaced by a hash.
const maxColumn = 60

// structs calls f for each outermost struct in v. A type such as []List that is named List has none.
func structs(v reflect.Value, f func(reflect.Value)) {
	inner := v.Type()
	for n := 0; n < 100 && (inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice || inner.Kind() == reflect.Array); n++ {
		inner = inner.Elem()
	}
	if inner.Kind() != reflect.Struct {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		f(v)
	case reflect.Pointer:
		if !v.IsNil() {
			structs(v.Elem(), f)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			structs(v.Index(i), f)
		}
	}
}

// fieldText returns the contents of a field as a text.
func fieldText(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10)
	case reflect.String:
		return strconv.Quote(v.String())
	}
	return fmt.Sprintf("%016x", inspect.Hash(v))
}
