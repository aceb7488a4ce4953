package harness

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"strconv"

	"bale/sample"
)

// Decoded is a message of another version of the type, decoded as this one.
type Decoded struct {
	Error string `json:"error,omitempty"`
	// Columns are what the fields of the outermost struct hold, by their Go names; of a list of structs, of all elements together.
	// Equal texts are equal contents, a number of any width included. It is zero if the field is its zero value in all of them.
	Columns map[string]Column `json:"columns,omitempty"`
}

// A Column is what a field holds.
type Column struct {
	Text string `json:"text"`
	Zero bool   `json:"zero,omitempty"`
}

// columns decodes messages, which may be of another version of the type.
func (a *adapter) columns(_ source, messages [][]byte) ([]Decoded, error) {
	l := a.fresh()
	list := make([]Decoded, len(messages))
	for i, b := range messages {
		v, err := l.decode(b)
		if err != nil {
			list[i].Error = err.Error()
			l = a.fresh()
			continue
		}
		withoutEmpty(v)
		list[i].Columns = columnsOf(v)
	}
	return list, nil
}

// withoutEmpty makes empty slices and maps in v nil, as far as they can be set: few formats tell the two apart.
func withoutEmpty(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		if v.Len() == 0 {
			if v.CanSet() {
				v.SetZero()
			}
			return
		}
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			withoutEmpty(v.Index(i))
		}
	case reflect.Pointer:
		withoutEmpty(v.Elem()) // of a nil one it is invalid, and has no kind
	case reflect.Struct:
		for i := range v.NumField() {
			withoutEmpty(v.Field(i))
		}
	}
}

// columnsOf are the columns of the structs in v.
func columnsOf(v reflect.Value) map[string]Column {
	columns := map[string]Column{}
	n := 0
	structs(v, func(s reflect.Value) {
		n++
		for i := range s.NumField() {
			name := s.Type().Field(i).Name
			c := columns[name]
			columns[name] = Column{c.Text + cell(s.Field(i)) + "\n", (n == 1 || c.Zero) && s.Field(i).IsZero()}
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

// maxColumn is the longest text of a column that is not hashed.
const maxColumn = 60

// structs calls f with the outermost structs in v.
func structs(v reflect.Value, f func(reflect.Value)) {
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

// cell is one field's contents as a text.
func cell(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10)
	case reflect.String:
		return strconv.Quote(v.String())
	}
	return fmt.Sprintf("%016x", sample.Hash(v))
}
