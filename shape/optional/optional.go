// Package optional is a shape of optional scalars, which are pointers. It imitates the parameters of a charge in stripe/stripe-go, where a
// parameter that is not sent is nil.
package optional

import (
	"fmt"
	"math/rand/v2"
)

// Optional has the parameters of a payment. In the samples, eleven of 28 are set in the mean.
type Optional struct {
	Amount, ApplicationFee, TransferAmount, ExchangedAmount *int64
	CreatedAfter, CreatedBefore, Limit                      *int64

	Currency, Customer, Description, Destination, OnBehalfOf *string
	ReceiptEmail, Source, StatementDescriptor, TransferGroup *string
	StartingAfter, EndingBefore                              *string

	Capture, OffSession, Confirm, Livemode *bool

	ExchangeRate, FeePercent, Latitude, Longitude *float64

	Attempt *int32
	Quarter *uint8
}

// BaleSamples makes n payments from r; the same r gives the same payments.
func BaleSamples(r *rand.Rand, n int) []Optional {
	s := make([]Optional, n)
	for i := range s {
		o := &s[i]
		set(r, 1, &o.Amount, r.Int64N(100_000))
		set(r, 1, &o.Currency, []string{"usd", "eur", "gbp", "jpy", "cad"}[r.IntN(5)])
		for _, p := range []**int64{&o.ApplicationFee, &o.TransferAmount, &o.ExchangedAmount} {
			set(r, 4, p, r.Int64N(10_000))
		}
		for _, p := range []**int64{&o.CreatedAfter, &o.CreatedBefore} {
			set(r, 4, p, 1_700_000_000+r.Int64N(1e8))
		}
		set(r, 2, &o.Limit, 10*r.Int64N(10)) // an optional number may be zero
		set(r, 2, &o.Customer, id(r, "cus"))
		set(r, 4, &o.Destination, id(r, "acct"))
		set(r, 5, &o.OnBehalfOf, id(r, "acct"))
		set(r, 2, &o.Source, id(r, "tok"))
		set(r, 5, &o.TransferGroup, id(r, "group"))
		set(r, 5, &o.StartingAfter, id(r, "ch"))
		set(r, 5, &o.EndingBefore, id(r, "ch"))
		set(r, 2, &o.Description, fmt.Sprintf("order %d of %d items", r.IntN(1e6), 1+r.IntN(30)))
		set(r, 3, &o.ReceiptEmail, fmt.Sprintf("customer%d@example.org", r.IntN(1e6)))
		set(r, 4, &o.StatementDescriptor, fmt.Sprintf("SHOP %04d", r.IntN(1e4)))
		for _, p := range []**bool{&o.Capture, &o.OffSession, &o.Confirm, &o.Livemode} {
			set(r, 2, p, r.IntN(2) == 1)
		}
		set(r, 4, &o.ExchangeRate, 0.5+r.Float64())
		set(r, 4, &o.FeePercent, float64(r.IntN(1000))/100)
		if r.IntN(3) == 0 {
			set(r, 1, &o.Latitude, 180*r.Float64()-90)
			set(r, 1, &o.Longitude, 360*r.Float64()-180)
		}
		set(r, 2, &o.Attempt, r.Int32N(5))
		set(r, 4, &o.Quarter, uint8(1+r.IntN(4)))
	}
	return s
}

// set lets p point to v, once in so many times.
func set[T any](r *rand.Rand, times int, p **T, v T) {
	if r.IntN(times) == 0 {
		*p = &v
	}
}

// id returns a random identifier.
func id(r *rand.Rand, prefix string) string { return fmt.Sprintf("%s_%012x", prefix, r.Uint64N(1<<48)) }
