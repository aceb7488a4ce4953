package order

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"
)

func sample() *Order {
	return &Order{
		ID: 4711, Customer: "Ada Lovelace", Placed: time.Date(1843, 9, 7, 12, 0, 0, 0, time.UTC),
		Lines: []Line{{SKU: "gear-small", Count: 240, Cents: 3}, {SKU: "crank", Count: 1, Cents: 1250}, {SKU: "card-blank", Count: 1000, Cents: 1}},
		Notes: map[string]string{"delivery": "by the back door"},
		Ship:  &Address{Street: "12 St James's Square", City: "London", Country: "GB"},
	}
}

func Example() {
	message, err := sample().MarshalBinary()
	if err != nil {
		panic(err)
	}
	var o Order
	if err := o.UnmarshalBinary(message); err != nil {
		panic(err)
	}
	fmt.Println(o.Customer, o.Total(), o.Ship.City)
	fmt.Println(errors.Is(o.UnmarshalBinary(message[:20]), io.ErrUnexpectedEOF))
	// Output:
	// Ada Lovelace 2970 London
	// true
}

// TestClone checks that a clone does not change with the original.
func TestClone(t *testing.T) {
	o := sample()
	c, err := o.Clone()
	if err != nil {
		t.Fatal(err)
	}
	o.Lines[0].Count = 0
	if c.Total() != 2970 || c.Notes["delivery"] != "by the back door" || !c.Placed.Equal(o.Placed) {
		t.Errorf("the clone is %+v", c)
	}
}

// Benchmark encodes and decodes the same order with encoding/json and with the generated methods.
func Benchmark(b *testing.B) {
	o := sample()
	for _, way := range []struct {
		name    string
		marshal func() ([]byte, error)
		read    func([]byte, *Order) error
	}{
		{"json", func() ([]byte, error) { return json.Marshal(o) }, func(m []byte, o *Order) error { return json.Unmarshal(m, o) }},
		{"bale", o.MarshalBinary, func(m []byte, o *Order) error { return o.UnmarshalBinary(m) }},
	} {
		b.Run(way.name, func(b *testing.B) {
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				m, err := way.marshal()
				if err != nil {
					b.Fatal(err)
				}
				size = len(m)
				if err := way.read(m, new(Order)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size), "B/message")
		})
	}
}
