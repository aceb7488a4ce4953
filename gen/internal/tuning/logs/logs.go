// Package logs is a shape for tuning: a list of log records. It is not a built-in shape.
package logs

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Logs are log records in the order of their times.
type Logs []Record

// A Record is a line of a server's log.
type Record struct {
	Time    time.Time // in UTC, with a precision of microseconds
	Level   uint8     // 0 to 4, most of them 1
	Message string    // 20 to 80 bytes
	Host    string
	Status  int // of HTTP
	Path    string
	Latency time.Duration // 10 µs to 10 s
}

var (
	levels   = []uint8{0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4}
	statuses = []int{200, 200, 200, 200, 200, 200, 201, 204, 301, 304, 400, 404, 404, 500, 503}
	verbs    = []string{"request handled", "cache miss", "connection reset by peer", "retrying after timeout", "user signed in", "slow query"}
	tables   = []string{"orders", "users", "invoices", "line_items", "sessions"}
)

// BaleSamples returns n records from r. The same r gives the same records.
func BaleSamples(r *rand.Rand, n int) []Record {
	list := make([]Record, n)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i := range list {
		at = at.Add(time.Duration(r.IntN(1e6)) * time.Microsecond)
		list[i] = Record{
			Time:    at,
			Level:   levels[r.IntN(len(levels))],
			Message: fmt.Sprintf("%s: %s id=%d", verbs[r.IntN(len(verbs))], tables[r.IntN(len(tables))], r.Uint64()>>r.IntN(64)),
			Host:    fmt.Sprintf("web-%d.eu-%d.example.org", r.IntN(200), r.IntN(4)),
			Status:  statuses[r.IntN(len(statuses))],
			Path:    fmt.Sprintf("/api/v1/%s/%d", tables[r.IntN(len(tables))], r.IntN(1e6)),
			Latency: time.Duration(10_000 << r.IntN(20)),
		}
		list[i].Latency += time.Duration(r.Int64N(int64(list[i].Latency)))
	}
	return list
}
