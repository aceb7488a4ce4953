package sales

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.Function1x2(storeOf)
	register.Function2x1(sum)
	register.Iter1[Sale]()
}

// Totals returns a PCollection with the Total of each store, for a PCollection of sales. Beam encodes stores and sales with the coders in
// sales_bale_beam.go when it groups them.
func Totals(s beam.Scope, sales beam.PCollection) beam.PCollection {
	s = s.Scope("Totals")
	return beam.ParDo(s, sum, beam.GroupByKey(s, beam.ParDo(s, storeOf, sales)))
}

func storeOf(sale Sale) (Store, Sale) { return sale.Store, sale }

func sum(store Store, next func(*Sale) bool) Total {
	total := Total{Store: store}
	for sale := (Sale{}); next(&sale); {
		total.Sales++
		for _, item := range sale.Items {
			total.Cents += int64(item.Count) * item.Cents
		}
	}
	return total
}
