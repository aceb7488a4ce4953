// Package log is the shape of the data set log of rust_serialization_benchmark: lines of a web server's log. The values are generated
// by the same rules, but not from the same random numbers.
package log

import (
	"fmt"
	"math/rand/v2"
)

// Log is measured at the length of the data set, 10,000.
type Log []Line

// A Line is one request.
type Line struct {
	Address  Address
	Identity string // "-"
	UserID   string // one of nine
	Date     string // such as 7/Mar/2011:14:3:59 +0100
	Request  string // method, path and protocol
	Code     uint16 // 100 to 511
	Size     uint64 // less than 100 million
}

// An Address is an IPv4 address.
type Address struct{ X0, X1, X2, X3 uint8 }

var (
	users     = []string{"-", "amy", "ben", "clara", "dora", "emil", "fred", "gustav", "helen"}
	months    = []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
	methods   = []string{"GET", "POST", "PUT", "UPDATE", "DELETE"}
	paths     = []string{"/robots.txt", "/style/main.css", "/style/fonts.min.css", "/img/brand.svg", "/img/cover.jpg", "/api/sign-in", "/api/sign-out"}
	protocols = []string{"HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"}
	codes     = []uint16{100, 101, 103, 200, 201, 202, 204, 206, 300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 405, 409, 410, 418, 429, 500, 501, 502, 503, 504, 511}
)

// BaleSamples makes n lines from r; the same r gives the same lines.
func BaleSamples(r *rand.Rand, n int) []Line {
	s := make([]Line, n)
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	for i := range s {
		s[i] = Line{
			Address:  Address{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256))},
			Identity: "-",
			UserID:   pick(users),
			Date: fmt.Sprintf("%d/%s/%d:%d:%d:%d %+03d00", 1+r.IntN(28), pick(months), 1970+r.IntN(52), r.IntN(24), r.IntN(60), r.IntN(60),
				r.IntN(25)-12),
			Request: pick(methods) + " " + pick(paths) + " " + pick(protocols),
			Code:    codes[r.IntN(len(codes))],
			Size:    r.Uint64N(100_000_000),
		}
	}
	return s
}
