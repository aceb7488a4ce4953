package sales

import (
	"bytes"
	"maps"
	"reflect"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

// TestTotals runs the pipeline, in which Beam encodes, groups and decodes sales.
func TestTotals(t *testing.T) {
	sales := Sample(1000)
	want := map[Store]Total{}
	for _, sale := range sales {
		total := want[sale.Store]
		total.Store = sale.Store
		total.Sales++
		for _, item := range sale.Items {
			total.Cents += int64(item.Count) * item.Cents
		}
		want[sale.Store] = total
	}
	var list []any
	for total := range maps.Values(want) {
		list = append(list, total)
	}
	p, s := beam.NewPipelineWithRoot()
	passert.Equals(s, Totals(s, beam.CreateList(s, sales)), list...)
	if _, err := ptest.RunWithMetrics(p); err != nil {
		t.Fatal(err)
	}
}

// TestCoders checks that Beam uses the generated coders for the types and for pointers to them, and that they are deterministic.
func TestCoders(t *testing.T) {
	sale := Sample(1)[0]
	message, err := sale.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []any{sale, &sale} {
		typ := reflect.TypeOf(x)
		var buf bytes.Buffer
		if err := beam.NewElementEncoder(typ).Encode(x, &buf); err != nil {
			t.Fatal(err)
		}
		if !bytes.HasSuffix(buf.Bytes(), message) || buf.Len() > len(message)+5 { // the length precedes the message
			t.Errorf("%v is encoded as %x, want a length and %x", typ, buf.Bytes(), message)
		}
		got, err := beam.NewElementDecoder(typ).Decode(&buf)
		if err != nil || !reflect.DeepEqual(got, x) {
			t.Errorf("%v: got %v, %v, want %v", typ, got, err, x)
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[Sale](), reflect.TypeFor[*Store](), reflect.TypeFor[Total]()} {
		if !beam.NewCoder(typex.New(typ)).IsDeterministic() {
			t.Errorf("the coder of %v is not deterministic", typ)
		}
	}
	if err := beam.NewElementEncoder(reflect.TypeFor[*Sale]()).Encode((*Sale)(nil), new(bytes.Buffer)); err == nil {
		t.Error("a nil pointer was encoded")
	}
}
