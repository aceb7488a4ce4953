package baletest

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// MaxMemory is how many bytes of memory decoding a message may take in the tests. More is allowed for long messages: 1,024 for each byte of the message.
// If methods of custom types need more, raise it in an init function of a test file.
var MaxMemory uint64 = 4 << 20

// Varying returns an explanation if a custom type in v has a method that returns different bytes at each call, or "".
func Varying(v reflect.Value) string {
	varies := ""
	EachCustom(v, func(x reflect.Value) bool {
		a, ok := Encode(x)
		b, also := Encode(x)
		if ok && also && !bytes.Equal(a, b) {
			varies = fmt.Sprintf(": the method that encodes a %[1]s returns different bytes for the same value: let it return the same bytes at each call, or choose another way for %[1]s with //bale:custom", x.Type())
		}
		return varies == ""
	})
	return varies
}

// CustomNames returns the names of the custom types.
func CustomNames() string {
	var names []string
	for _, m := range about.Customs {
		names = append(names, m.Of.String())
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}
