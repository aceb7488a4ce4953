// Package logs is a shape that is a list of log lines with attributes. It imitates the records of log/slog, as a collector such as Loki gets
// them, with few different levels, messages, keys and hosts.
package logs

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Logs is measured at the length 1,000.
type Logs []Record

// A Record is one line.
type Record struct {
	Time    time.Time // ascending, in UTC, to the millisecond
	Level   int8      // that of log/slog: -4, 0, 4 or 8; most of them 0
	Message string    // one of 12
	Source  string    // file and line, one of 12
	Host    string    // one of 40
	Attrs   []Attr    // 0 to 5; nil if there are none
}

// An Attr is an attribute of a record, as text.
type Attr struct{ Key, Value string }

var (
	levels   = []int8{0, 0, 0, 0, 0, 0, -4, -4, 4, 8}
	messages = []string{"request handled", "cache miss", "user signed in", "connection reset by peer", "retrying after timeout", "slow query", "job started",
		"job finished", "token expired", "queue is full, dropping the oldest entry", "configuration reloaded", "shutting down"}
	keys = []string{"method", "path", "status", "duration", "user", "trace_id", "bytes", "err"}
)

// BaleSamples makes n records from r; the same r gives the same records.
func BaleSamples(r *rand.Rand, n int) []Record {
	s := make([]Record, n)
	messageOf, hostOf := rand.NewZipf(r, 1.3, 2, uint64(len(messages)-1)), rand.NewZipf(r, 1.2, 4, 39)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i := range s {
		at = at.Add(time.Duration(100*r.ExpFloat64()) * time.Millisecond)
		m := messageOf.Uint64()
		s[i] = Record{
			Time: at, Level: levels[r.IntN(len(levels))], Message: messages[m],
			Source: fmt.Sprintf("internal/server/handler.go:%d", 40+17*m),
			Host:   fmt.Sprintf("web-%d.eu-%d.example.org", hostOf.Uint64(), m%4),
		}
		if count := r.IntN(6); count > 0 {
			s[i].Attrs = make([]Attr, count)
		}
		first := r.IntN(len(keys))
		for k := range s[i].Attrs {
			key := keys[(first+k)%len(keys)]
			s[i].Attrs[k] = Attr{key, value(r, key)}
		}
	}
	return s
}

// value returns a value of an attribute.
func value(r *rand.Rand, key string) string {
	pick := func(list ...string) string { return list[min(r.IntN(len(list)), r.IntN(len(list)))] }
	switch key {
	case "method":
		return pick("GET", "POST", "PUT", "DELETE")
	case "path":
		return fmt.Sprintf("/api/v1/%s/%d", pick("orders", "users", "invoices", "sessions"), r.IntN(1e6)>>r.IntN(20))
	case "status":
		return pick("200", "201", "304", "404", "400", "500", "503")
	case "duration":
		return (time.Duration(1e6*r.ExpFloat64()) * time.Nanosecond).String()
	case "user":
		return fmt.Sprintf("u%07d", r.IntN(1e7))
	case "trace_id":
		return fmt.Sprintf("%016x%016x", r.Uint64(), r.Uint64())
	case "bytes":
		return fmt.Sprint(r.IntN(1<<20) >> r.IntN(20))
	}
	return pick("context deadline exceeded", "EOF", "connection refused", "no rows in result set")
}
