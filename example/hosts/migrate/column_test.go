package migrate

import (
	"database/sql"
	"path/filepath"
	"reflect"
	"testing"

	_ "modernc.org/sqlite"

	"example.com/hosts/order"
)

const addFormat = `
ALTER TABLE orders ADD COLUMN format text NOT NULL DEFAULT ''
`

// TestColumn adds a column for the format to a table of old values, and reads these and new ones.
func TestColumn(t *testing.T) {
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "orders.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	want := order.Sample(2)
	old, err := ToJSON(want)
	if err != nil {
		t.Fatal(err)
	}
	b, err := want.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query string
		args  []any
	}{
		{"CREATE TABLE orders (value BLOB)", nil},
		{"INSERT INTO orders VALUES (?)", []any{old}},
		{addFormat, nil},
		{"INSERT INTO orders (value) VALUES (?)", []any{old}}, // by a program that does not know the column
		{"INSERT INTO orders VALUES (?, ?)", []any{b, Format}},
	} {
		if _, err := db.ExecContext(t.Context(), c.query, c.args...); err != nil {
			t.Fatalf("%s: %v", c.query, err)
		}
	}
	rows, err := db.QueryContext(t.Context(), "SELECT value, format FROM orders")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		var value []byte
		var format string
		if err := rows.Scan(&value, &format); err != nil {
			t.Fatal(err)
		}
		var got order.Order
		if err := DecodeAs(format, value, &got, FromJSON); err != nil || !reflect.DeepEqual(&got, want) {
			t.Errorf("row %d: got %v, %v\nwant %v", n, got, err, want)
		}
	}
	if err := rows.Err(); err != nil || n != 3 {
		t.Errorf("%d rows, %v", n, err)
	}
}
