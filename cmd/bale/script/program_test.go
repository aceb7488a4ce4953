package script

import (
	"slices"
	"testing"
)

func TestCodecsIn(t *testing.T) {
	for _, test := range []struct {
		command string
		want    []string
	}{
		{"gen -wire proto -type Order .", nil},
		{"compare -codecs 'msgp,shamaton/map' -type Order -o out .", []string{"msgp", "shamaton/map"}},
		{"compare -codecs=fory,g?b .", []string{"fory", "g?b"}},
		{"convert -type Order -from hamba-avro -to cbor-gen/map -in a -out b ./shop", []string{"hamba-avro", "cbor-gen/map"}},
		{"report -for cache -now benc a", []string{"benc"}},
		{"convert -verify all -from json .", []string{"json"}},
		{"compare -codecs nothing .", nil},
	} {
		if got := codecsIn([]string{test.command}); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.command, got, test.want)
		}
	}
}
