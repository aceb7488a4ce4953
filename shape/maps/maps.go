// Package maps is a shape of maps in maps of numbers: the metrics of a program, as the registry of rcrowley/go-metrics holds them, which
// map a name to the numbers of a metric by their names.
package maps

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Maps has the metrics of a program at one time.
type Maps struct {
	At       time.Time                     // in UTC, to the second
	Requests map[string]map[string]int64   // route, method and status: 4 to 11 routes, each with 2 to 5
	Timers   map[string]map[string]float64 // route, statistic: 3 to 6 routes, each with all statistics
	Sizes    map[uint32]map[uint32]uint64  // tenant, power of two: 2 to 5 tenants, each with 3 to 10
}

var (
	objects    = []string{"orders", "users", "invoices", "line_items", "sessions", "carts", "payments", "refunds", "search", "health"}
	answers    = []string{"GET 200", "GET 304", "GET 404", "POST 201", "POST 400", "PUT 200", "DELETE 204", "GET 500"}
	statistics = []string{"count", "min", "max", "mean", "stddev", "50%", "95%", "99%", "rate1m", "rate15m"}
)

// BaleSamples makes n sets of metrics from r; the same r gives the same sets.
func BaleSamples(r *rand.Rand, n int) []Maps {
	s := make([]Maps, n)
	for i := range s {
		m := &s[i]
		m.At = time.Unix(1767225600+r.Int64N(1e8), 0).UTC()
		m.Requests = map[string]map[string]int64{}
		for range 4 + r.IntN(8) {
			counts := map[string]int64{}
			for range 2 + r.IntN(4) {
				counts[answers[r.IntN(len(answers))]] = r.Int64() >> (20 + r.IntN(40))
			}
			m.Requests[route(r)] = counts
		}
		m.Timers = map[string]map[string]float64{}
		for range 3 + r.IntN(4) {
			timer, mean := map[string]float64{}, r.ExpFloat64()*100
			for _, name := range statistics {
				timer[name] = mean * r.ExpFloat64()
			}
			m.Timers[route(r)] = timer
		}
		m.Sizes = map[uint32]map[uint32]uint64{}
		for range 2 + r.IntN(4) {
			sizes := map[uint32]uint64{}
			for range 3 + r.IntN(8) {
				sizes[1<<r.IntN(24)] = r.Uint64() >> (30 + r.IntN(34))
			}
			m.Sizes[10_000+r.Uint32N(90_000)] = sizes
		}
	}
	return s
}

func route(r *rand.Rand) string {
	return fmt.Sprintf("/api/v%d/%s", 1+r.IntN(3), objects[r.IntN(len(objects))])
}
