package sqldb

import (
	"context"
	"database/sql"

	"example.com/hosts/order"
)

// Insert stores an order in the table orders, which has the columns id and message. The statement is for PostgreSQL and for SQLite.
func Insert(ctx context.Context, db *sql.DB, o *order.Order) error {
	_, err := db.ExecContext(ctx, "INSERT INTO orders (id, message) VALUES ($1, $2)", o.ID, Binary{o})
	return err
}

// Find returns an order.
func Find(ctx context.Context, db *sql.DB, id uint64) (*order.Order, error) {
	o := new(order.Order)
	err := db.QueryRowContext(ctx, "SELECT message FROM orders WHERE id = $1", id).Scan(Binary{o})
	return o, err
}
