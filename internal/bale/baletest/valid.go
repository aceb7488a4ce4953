package baletest

import (
	"bytes"
	"fmt"
	"reflect"
	"sync"
)

// Valid caches the encoding of a value of each custom type whose zero value is refused; nil if none was found. An init function of a test file may
// add encodings.
var Valid = map[reflect.Type][]byte{}

// ValidMu guards Valid.
var ValidMu sync.Mutex

// Settle replaces the value v of a custom type if its methods cannot encode it, or cannot decode the result: by zero or, if that is refused,
// too, by a value that they accept. For example, not every value of a url.URL is a valid URL.
func Settle(v reflect.Value) {
	if !IsCustom(v.Type()) || Fits(v) {
		return
	}
	if v.SetZero(); Fits(v) {
		return
	}
	ValidMu.Lock()
	defer ValidMu.Unlock()
	b, ok := Valid[v.Type()]
	if !ok {
		if list := Probe(v.Type()); len(list) > 0 {
			b, _ = Encode(list[0])
		}
		Valid[v.Type()] = b
	}
	if x, ok := Decode(v.Type(), b); ok && b != nil {
		v.Set(x)
	}
}

// SettleAll settles the values of custom types in v.
func SettleAll(v reflect.Value) {
	EachCustom(v, func(x reflect.Value) bool {
		Settle(x)
		return true
	})
}

// Texts are what Probe decodes: numbers, times, addresses, identifiers and names.
var Texts = []string{
	"1", "7", "1.5", "-2.25", "true", "a", "B", "abc", "1.2.3", "v1.2.3", "1.2.3.4", "1.2.3.0/24", "2001:db8::1", "1.2.3.4:80", "01:23:45:67:89:ab",
	"2006-01-02", "15:04:05", "2006-01-02T15:04:05Z", "2006-01-02T15:04:05.000000006+07:00", "1h2m3s", "P1D", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
	"01ARZ3NDEKTSV4RRFFQ69G5FAV", "507f1f77bcf86cd799439011", "https://example.com/a?b=c", "user@example.com", "en-US", "EUR", "12.50 EUR", "#ff0080", "[1]", "{}", "null",
}

// Probe returns values of a custom type that its methods decode from a list of texts, and that come through its own methods.
func Probe(t reflect.Type) (list []reflect.Value) {
	for _, by := range []string{"Text", "JSON", "Binary"} {
		for i, text := range Texts {
			inputs := [][]byte{[]byte(text)}
			switch by {
			case "JSON":
				inputs = append(inputs, fmt.Appendf(nil, "%q", text))
			case "Binary":
				inputs = append(inputs, bytes.Repeat([]byte{1}, i))
			}
			for _, b := range inputs {
				if v, ok := DecodeBy(t, b, by); ok && Fits(v) {
					list = append(list, v)
				}
			}
		}
	}
	return list
}
