// Package candles is a shape that is a list of structs of numbers: the prices of minutes. It imitates the klines that Binance and other
// exchanges return, up to 1,000 at a time.
package candles

import (
	"math"
	"math/rand/v2"
)

// Candles is measured at the length 1,000.
type Candles []Candle

// A Candle has the prices and the trades of one minute.
type Candle struct {
	OpenTime, CloseTime    int64   // milliseconds since 1970
	Open, High, Low, Close float64 // a random walk, in hundredths
	Volume, QuoteVolume    float64 // amounts, and their prices
	Trades                 int32   // 1 to some thousands
}

// BaleSamples makes the candles of n minutes from r; the same r gives the same candles.
func BaleSamples(r *rand.Rand, n int) []Candle {
	s := make([]Candle, n)
	at, price := int64(1767225600000), 20_000+40_000*r.Float64()
	for i := range s {
		c := &s[i]
		c.OpenTime, c.CloseTime = at, at+59_999
		c.Open = cents(price)
		c.Close = cents(price + 20*r.NormFloat64())
		c.High = cents(max(c.Open, c.Close) + 10*r.ExpFloat64())
		c.Low = cents(min(c.Open, c.Close) - 10*r.ExpFloat64())
		c.Trades = 1 + int32(1000*r.ExpFloat64())
		c.Volume = math.Round(float64(c.Trades)*r.ExpFloat64()*1e3) / 1e5
		c.QuoteVolume = cents(c.Volume * (c.Open + c.Close) / 2)
		at, price = at+60_000, c.Close
	}
	return s
}

// cents rounds a price to hundredths.
func cents(x float64) float64 { return math.Round(100*x) / 100 }
