package sqldb_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"

	"example.com/hosts/order"
	"example.com/hosts/servers"
	"example.com/hosts/sqldb"
)

// TestDatabaseSQL stores orders through database/sql, in both kinds of columns.
func TestDatabaseSQL(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) (driver, source, binary, text string){
		"postgres": func(t *testing.T) (string, string, string, string) {
			return "pgx", servers.Postgres(t), "bytea", "jsonb"
		},
		"sqlite": func(t *testing.T) (string, string, string, string) {
			return "sqlite", filepath.Join(t.TempDir(), "orders.db"), "BLOB", "TEXT"
		},
	} {
		t.Run(name, func(t *testing.T) {
			driver, source, binary, text := open(t)
			db, err := sql.Open(driver, source)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.ExecContext(t.Context(), "CREATE TABLE orders (id bigint PRIMARY KEY, message "+binary+", document "+text+")"); err != nil {
				t.Fatal(err)
			}
			testTable(t, db)
		})
	}
}

func testTable(t *testing.T, db *sql.DB) {
	ctx := t.Context()
	o := order.Sample(2)
	if err := sqldb.Insert(ctx, db, o); err != nil {
		t.Fatal(err)
	}
	if got, err := sqldb.Find(ctx, db, o.ID); err != nil || !reflect.DeepEqual(got, o) {
		t.Errorf("got %v, %v\nwant %v", got, err, o)
	}
	if _, err := db.ExecContext(ctx, "UPDATE orders SET document = $1", sqldb.JSON{o}); err != nil {
		t.Fatal(err)
	}
	if _, sqlite := db.Driver().(*sqlite.Driver); sqlite {
		var kind string
		if err := db.QueryRowContext(ctx, "SELECT typeof(document) FROM orders").Scan(&kind); err != nil || kind != "text" {
			t.Errorf("SQLite stores the document as %q, %v", kind, err)
		}
	}
	// The database itself reads JSON, with an operator that both have.
	var customer string
	if err := db.QueryRowContext(ctx, "SELECT document->>'customer' FROM orders").Scan(&customer); err != nil || customer != o.Customer {
		t.Errorf("the customer is %q, %v", customer, err)
	}
	var want []*order.Order
	if _, err := db.ExecContext(ctx, "DELETE FROM orders"); err != nil {
		t.Fatal(err)
	}
	for lines := range 5 {
		o := order.Sample(lines)
		o.ID = uint64(lines)
		want = append(want, o)
		if _, err := db.ExecContext(ctx, "INSERT INTO orders VALUES ($1, $2, $3)", lines, sqldb.Binary{o}, sqldb.JSON{o}); err != nil {
			t.Fatal(err)
		}
	}
	binary := list(t, db, "message", func(o *order.Order) any { return sqldb.Binary{o} })
	text := list(t, db, "document", func(o *order.Order) any { return sqldb.JSON{o} })
	if !reflect.DeepEqual(binary, want) || !reflect.DeepEqual(text, want) {
		t.Errorf("got %v\nand %v\nwant %v", binary, text, want)
	}
	testNull(t, db)
}

// list returns all orders. They must not change when the driver reads the next row.
func list(t *testing.T, db *sql.DB, column string, dest func(*order.Order) any) (orders []*order.Order) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT "+column+" FROM orders ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		o := new(order.Order)
		if err := rows.Scan(dest(o)); err != nil {
			t.Fatal(err)
		}
		orders = append(orders, o)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return orders
}

// testNull stores nil pointers as NULL, and scans NULL and damaged bytes.
func testNull(t *testing.T, db *sql.DB) {
	ctx := t.Context()
	if _, err := db.ExecContext(ctx, "UPDATE orders SET message = $1, document = $2", sqldb.Binary{}, sqldb.JSON{}); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM orders WHERE message IS NULL AND document IS NULL").Scan(&n); err != nil || n != 5 {
		t.Errorf("%d rows have NULL, %v", n, err)
	}
	for column, dest := range map[string]any{"message": sqldb.Binary{new(order.Order)}, "document": sqldb.JSON{new(order.Order)}} {
		if err := db.QueryRowContext(ctx, "SELECT "+column+" FROM orders").Scan(dest); err == nil || !strings.Contains(err.Error(), "the column has a <nil>") {
			t.Errorf("%s: NULL gave the error %v", column, err)
		}
	}
	if _, err := db.ExecContext(ctx, "UPDATE orders SET message = $1", []byte("no order")); err != nil {
		t.Fatal(err)
	}
	if o, err := sqldb.Find(ctx, db, 1); err == nil {
		t.Errorf("other bytes were decoded as %v", o)
	}
}

// TestPgx stores orders through pgx without database/sql.
func TestPgx(t *testing.T) {
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, servers.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(ctx, "CREATE TABLE orders (id bigint PRIMARY KEY, message bytea, document jsonb)"); err != nil {
		t.Fatal(err)
	}
	o := order.Sample(3)
	if _, err := conn.Exec(ctx, "INSERT INTO orders VALUES ($1, $2, $3)", o.ID, sqldb.Binary{o}, sqldb.JSON{o}); err != nil {
		t.Fatal(err)
	}
	binary, text := new(order.Order), new(order.Order)
	if err := conn.QueryRow(ctx, "SELECT message, document FROM orders").Scan(sqldb.Binary{binary}, sqldb.JSON{text}); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(binary, o) || !reflect.DeepEqual(text, o) {
		t.Errorf("got %v\nand %v\nwant %v", binary, text, o)
	}
	for lines := range 20 {
		o := order.Sample(lines)
		if _, err := conn.Exec(ctx, "INSERT INTO orders VALUES ($1, $2)", -lines, sqldb.Binary{o}); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := conn.Query(ctx, "SELECT message FROM orders WHERE id <= 0 ORDER BY id DESC")
	if err != nil {
		t.Fatal(err)
	}
	orders, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (*order.Order, error) {
		o := new(order.Order)
		return o, row.Scan(sqldb.Binary{o})
	})
	if err != nil || len(orders) != 20 {
		t.Fatalf("%d orders, %v", len(orders), err)
	}
	for lines, o := range orders {
		if want := order.Sample(lines); !reflect.DeepEqual(o, want) {
			t.Errorf("got %v\nwant %v", o, want)
		}
	}
	// COPY needs the type of each column, and pgx asks the value for it.
	copied := pgx.CopyFromRows([][]any{{1, sqldb.Binary{o}, sqldb.JSON{o}}})
	if _, err := conn.CopyFrom(ctx, pgx.Identifier{"orders"}, []string{"id", "message", "document"}, copied); err != nil {
		t.Fatal(err)
	}
	var customer string
	query := "SELECT document->>'customer' FROM orders WHERE id = 1 AND message IS NOT NULL"
	if err := conn.QueryRow(ctx, query).Scan(&customer); err != nil || customer != o.Customer {
		t.Errorf("the customer is %q, %v", customer, err)
	}
}
