package migrate

import (
	"fmt"

	"example.com/hosts/order"
)

// Format is the name of the new format where a header, a column or a key says which format a value has.
const Format = "compact1"

// DecodeAs decodes an order in the format that a key names. Values of the old format have no key.
func DecodeAs(format string, b []byte, o *order.Order, old func([]byte, *order.Order) error) error {
	switch format {
	case Format:
		return o.UnmarshalBinary(b)
	case "":
		*o = order.Order{} // JSON and gob leave fields alone that are not in the message
		return old(b, o)
	}
	return fmt.Errorf("format %q is unknown: deploy the program that can read it first", format)
}
