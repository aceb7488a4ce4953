// Package sqldb keeps orders in columns of SQL databases, as bytes or as JSON.
package sqldb

import (
	"database/sql/driver"
	"fmt"

	"example.com/hosts/order"
)

// Binary is an order in a column of the type bytea or BLOB. To scan, it must hold a pointer.
type Binary struct{ *order.Order }

// Value implements driver.Valuer.
func (c Binary) Value() (driver.Value, error) {
	if c.Order == nil {
		return nil, nil
	}
	return c.MarshalBinary()
}

// Scan implements sql.Scanner. UnmarshalBinary copies, as it must: src belongs to the driver.
func (c Binary) Scan(src any) error {
	b, ok := src.([]byte)
	if !ok {
		return fmt.Errorf("the column has a %T, want the bytes of an order", src)
	}
	return c.UnmarshalBinary(b)
}

// JSON is an order in a column of the type jsonb or TEXT. To scan, it must hold a pointer.
type JSON struct{ *order.Order }

// Value implements driver.Valuer. It returns a string, because SQLite stores a []byte as a BLOB, in a column of the type TEXT, too.
func (c JSON) Value() (driver.Value, error) {
	if c.Order == nil {
		return nil, nil
	}
	b, err := c.MarshalJSON()
	return string(b), err
}

// Scan implements sql.Scanner.
func (c JSON) Scan(src any) error {
	switch text := src.(type) {
	case []byte:
		return c.UnmarshalJSON(text)
	case string:
		return c.UnmarshalJSON([]byte(text))
	}
	return fmt.Errorf("the column has a %T, want the text of an order", src)
}
