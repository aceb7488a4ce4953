package sales

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Sample returns n sales of 50 stores. They are the same in every call.
func Sample(n int) []Sale {
	rng := rand.New(rand.NewPCG(1, 2))
	cities := []string{"Kraków", "Lyon", "Osaka", "Porto", "Turku"}
	sales := make([]Sale, n)
	for i := range sales {
		number := rng.IntN(50)
		sales[i] = Sale{
			ID:       rng.Uint64(),
			Store:    Store{Country: "country of " + cities[number%5], City: cities[number%5], Number: number},
			At:       time.UnixMilli(1_700_000_000_000 + rng.Int64N(1e10)).UTC(),
			Customer: fmt.Sprintf("customer-%06d", rng.IntN(1e6)),
			Labels:   map[string]string{"channel": "shop", "till": fmt.Sprint(rng.IntN(20)), "voucher": fmt.Sprint(rng.IntN(1e4))},
		}
		for range 1 + rng.IntN(8) {
			sales[i].Items = append(sales[i].Items, Item{SKU: fmt.Sprintf("SKU-%05d", rng.IntN(1e5)), Count: 1 + rng.IntN(5), Cents: 10 + rng.Int64N(10_000)})
		}
	}
	return sales
}
