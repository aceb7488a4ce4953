package vectors

import (
	"reflect"
	"testing"
)

// suffixes has the suffix of the methods of each format. docs/safety.md#what-stays-the-same promises that these stay, and that formats are only added.
var suffixes = map[string]string{
	"compact": "Binary", "fixed": "Fixed", "varint": "Varint", "proto": "Proto", "msgpack": "Msgpack", "cbor": "CBOR", "xdr": "XDR", "sproto": "Sproto",
	"sproto-packed": "SprotoPacked",
}

// TestMethods checks that the methods of each format have the names and types that they had in v0.1.0.
func TestMethods(t *testing.T) {
	v := reflect.ValueOf(new(Point))
	for format, suffix := range suffixes {
		if formats[format] != suffix {
			t.Errorf("the suffix of %s is %q, want %q", format, formats[format], suffix)
		}
		for name, want := range map[string]reflect.Type{
			"Append" + suffix:              reflect.TypeFor[func([]byte) ([]byte, error)](),
			"Marshal" + suffix:             reflect.TypeFor[func() ([]byte, error)](),
			"Size" + suffix:                reflect.TypeFor[func() int](),
			"Unmarshal" + suffix:           reflect.TypeFor[func([]byte) error](),
			"Unmarshal" + suffix + "Alias": reflect.TypeFor[func([]byte) error](),
			"Decode" + suffix:              reflect.TypeFor[func([]byte) (int, error)](),
		} {
			if m := v.MethodByName(name); !m.IsValid() || m.Type() != want {
				t.Errorf("there is no method %s of type %s", name, want)
			}
		}
	}
}
