// Package shop has types with fields of types from third-party modules.
package shop

import (
	"database/sql"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

type Order struct {
	ID       uuid.UUID
	Customer sql.NullString
	Total    decimal.Decimal
	Prices   map[string]decimal.Decimal
	Lines    []Line[uuid.UUID]
	Discount *decimal.Decimal
	Named    Named[string, decimal.Decimal]
}

type Line[K comparable] struct {
	Key   K
	Count sql.Null[int64]
}

type Named[A, B any] struct {
	First  A
	Second []B
}
