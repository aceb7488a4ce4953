package all_test

import (
	"slices"
	"testing"

	"bale/codec"
)

const stock = `package shop

import "time"

type Item struct {
	ID   uint32
	Name string
	At   time.Time
}

type Blob struct {
	ID   uint32
	Data []byte
}

type Sale struct {
	ID    uint32
	Price *int32
}
`

// TestClasses checks for which classes codecs have operations, where a library allows more or less for one type than for another.
func TestClasses(t *testing.T) {
	operations := map[string]func(codec.Code) string{
		"encode reuse": func(c codec.Code) string { return c.MarshalReuse },
		"decode reuse": func(c codec.Code) string { return c.UnmarshalReuse },
		"decode alias": func(c codec.Code) string { return c.UnmarshalAlias },
	}
	for _, test := range []struct {
		codec, operation string
		types            []string // those that have the operation
	}{
		// An encoder that writes to an io.Writer can write to a used buffer.
		{"bencode", "encode reuse", []string{"Item", "Blob", "Sale"}},
		{"burntsushi-toml", "encode reuse", []string{"Item", "Blob", "Sale"}},
		{"goccy-yaml", "encode reuse", []string{"Item", "Blob", "Sale"}},
		{"yaml", "encode reuse", []string{"Item", "Blob", "Sale"}},
		// Decoders that leave what is absent in the message as it was.
		{"burntsushi-toml", "decode reuse", []string{"Item"}},
		{"go-toml", "decode reuse", []string{"Item"}},
		{"goccy-yaml", "decode reuse", []string{"Item"}},
		{"xml", "decode reuse", []string{"Item", "Blob"}}, // the data of Blob is a text
		// Decoded texts point into the message, and byte slices do not.
		{"fastape", "decode alias", []string{"Item"}},
	} {
		var types []string
		for _, typ := range []string{"Item", "Blob", "Sale"} {
			if operations[test.operation](generate(t, test.codec, load(t, stock, typ)).Code[0]) != "" {
				types = append(types, typ)
			}
		}
		if !slices.Equal(types, test.types) {
			t.Errorf("%s: %s for %v, want %v", test.codec, test.operation, types, test.types)
		}
	}
}
