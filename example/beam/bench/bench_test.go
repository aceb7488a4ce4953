// Package bench compares Beam's coder for structs with the generated ones: of single values, and in a pipeline that groups by a key.
//
//	go test -run '^$' -bench 'Encode|Decode' -benchmem -count 6 ./bench
//	go test -run '^$' -bench Pipeline -benchtime 5x -count 6 ./bench
package bench

import (
	"bytes"
	"context"
	"reflect"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.com/sales/sales"
)

// A rowSale has the fields of a sales.Sale and no coder of its own, so Beam encodes it as a row, by reflection.
type rowSale sales.Sale

// A rowStore is the same for a sales.Store.
type rowStore sales.Store

func init() {
	register.Function1x2(storeOf)
	register.Function1x2(rowStoreOf)
	register.Function2x1(count)
	register.Function2x1(countRows)
	register.Function2x0(makeSales)
	register.Function2x0(makeRows)
	register.Emitter1[sales.Sale]()
	register.Emitter1[rowSale]()
	register.Iter1[sales.Sale]()
	register.Iter1[rowSale]()
	beam.RegisterType(reflect.TypeFor[rowSale]())
	beam.RegisterType(reflect.TypeFor[rowStore]())
}

func TestMain(m *testing.M) {
	log.LogLevel = "error"
	ptest.MainWithDefault(m, "prism")
}

const values = 2048

func rows() []any {
	list := make([]any, values)
	for i, sale := range sales.Sample(values) {
		list[i] = rowSale(sale)
	}
	return list
}

func generated() []any {
	list := make([]any, values)
	for i, sale := range sales.Sample(values) {
		list[i] = sale
	}
	return list
}

// coders are the two ways to encode a sale.
var coders = []struct {
	name string
	list func() []any
}{{"row", rows}, {"bale", generated}}

// TestCoders checks that the comparison is fair: Beam has a coder for rows and one that is registered for sales, and both carry the whole value.
func TestCoders(t *testing.T) {
	for _, c := range coders {
		x := c.list()[0]
		typ := reflect.TypeOf(x)
		if isRow := beam.NewCoder(typex.New(typ)).String() == "R["+typ.String()+"]"; isRow != (c.name == "row") {
			t.Errorf("the coder of %v is %v", typ, beam.NewCoder(typex.New(typ)))
		}
		for _, x := range c.list() {
			var buf bytes.Buffer
			if err := beam.NewElementEncoder(typ).Encode(x, &buf); err != nil {
				t.Fatal(err)
			}
			if got, err := beam.NewElementDecoder(typ).Decode(&buf); err != nil || !reflect.DeepEqual(got, x) {
				t.Fatalf("%v comes back as %v, %v", x, got, err)
			}
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, c := range coders {
		b.Run(c.name, func(b *testing.B) {
			list := c.list()
			enc := beam.NewElementEncoder(reflect.TypeOf(list[0]))
			var buf bytes.Buffer
			size := 0
			for i := 0; b.Loop(); i++ {
				buf.Reset()
				if err := enc.Encode(list[i%values], &buf); err != nil {
					b.Fatal(err)
				}
				size += buf.Len()
			}
			b.ReportMetric(float64(size)/float64(b.N), "bytes/value")
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, c := range coders {
		b.Run(c.name, func(b *testing.B) {
			list := c.list()
			enc, dec := beam.NewElementEncoder(reflect.TypeOf(list[0])), beam.NewElementDecoder(reflect.TypeOf(list[0]))
			messages := make([][]byte, values)
			for i, x := range list {
				var buf bytes.Buffer
				if err := enc.Encode(x, &buf); err != nil {
					b.Fatal(err)
				}
				messages[i] = buf.Bytes()
			}
			var r bytes.Reader
			for i := 0; b.Loop(); i++ {
				r.Reset(messages[i%values])
				if _, err := dec.Decode(&r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// made is the number of sales in the pipeline.
const made = 48 * values

func makeSales(_ []byte, emit func(sales.Sale)) {
	for range made / values {
		for _, sale := range sales.Sample(values) {
			emit(sale)
		}
	}
}

func makeRows(_ []byte, emit func(rowSale)) {
	for range made / values {
		for _, sale := range sales.Sample(values) {
			emit(rowSale(sale))
		}
	}
}

func storeOf(sale sales.Sale) (sales.Store, sales.Sale) { return sale.Store, sale }

func rowStoreOf(sale rowSale) (rowStore, rowSale) { return rowStore(sale.Store), sale }

func count(_ sales.Store, next func(*sales.Sale) bool) int {
	n := 0
	for sale := (sales.Sale{}); next(&sale); {
		n += len(sale.Items)
	}
	return n
}

func countRows(_ rowStore, next func(*rowSale) bool) int {
	n := 0
	for sale := (rowSale{}); next(&sale); {
		n += len(sale.Items)
	}
	return n
}

// BenchmarkPipeline groups sales by their stores, on the runner Prism in this process.
func BenchmarkPipeline(b *testing.B) {
	for _, c := range []struct {
		name  string
		build func(s beam.Scope)
	}{
		{"row", func(s beam.Scope) {
			beam.ParDo(s, countRows, beam.GroupByKey(s, beam.ParDo(s, rowStoreOf, beam.ParDo(s, makeRows, beam.Impulse(s)))))
		}},
		{"bale", func(s beam.Scope) {
			beam.ParDo(s, count, beam.GroupByKey(s, beam.ParDo(s, storeOf, beam.ParDo(s, makeSales, beam.Impulse(s)))))
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				p, s := beam.NewPipelineWithRoot()
				c.build(s)
				if _, err := beam.Run(context.Background(), "prism", p); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(made*float64(b.N)/b.Elapsed().Seconds(), "sales/s")
		})
	}
}
