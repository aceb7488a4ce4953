package many

import (
	"reflect"
	"runtime"
	"sync"
	"testing"
)

func TestSlabs(t *testing.T) {
	// CALLS
}

// check decodes with one format. A value without any slab, one of a few, and one of all take turns.
func check(t *testing.T, name string, pool *sync.Pool, marshalLarge func(*Large) ([]byte, error), unmarshalLarge func(*Large, []byte) error,
	marshalSmall func(*Small) ([]byte, error), unmarshalSmall func(*Small, []byte) error, marshalNone func(*None) ([]byte, error), unmarshalNone func(*None, []byte) error) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(name, err)
		}
	}
	large := new(Large)
	for v, i := reflect.ValueOf(large).Elem(), 0; i < v.NumField(); i++ {
		f := v.Field(i)
		f.Set(reflect.MakeSlice(f.Type(), 3, 3))
		for k := range f.Len() {
			if f.Index(k).Kind() == reflect.Pointer {
				f.Index(k).Set(reflect.New(f.Type().Elem().Elem()))
			}
		}
	}
	small := &Small{Name: "a", List: []*Elem1{{A: "b"}, {A: "c"}}, Next: &Small{Name: "d"}}
	a, err := marshalLarge(large)
	must(err)
	b, err := marshalSmall(small)
	must(err)
	c, err := marshalNone(&None{1, 2})
	must(err)
	for range 2 {
		l := new(Large)
		must(unmarshalLarge(l, a))
		if len(l.F39) != 3 || len(l.P0) != 3 || l.P0[2] == nil {
			t.Fatalf("%s: got %+v", name, l)
		}
		s := new(Small)
		must(unmarshalSmall(s, b))
		if len(s.List) != 2 || s.List[1].A != "c" || s.Next == nil || s.Next.Name != "d" {
			t.Fatalf("%s: got %+v", name, s)
		}
		if unmarshalSmall(new(Small), b[:len(b)-1]) == nil || unmarshalLarge(new(Large), a[:len(a)-1]) == nil {
			t.Fatalf("%s: a cut message was accepted", name)
		}
		n := new(None)
		if must(unmarshalNone(n, c)); *n != (None{1, 2}) {
			t.Fatalf("%s: got %+v", name, n)
		}
	}
	if v := pool.Get(); v != nil && !reflect.ValueOf(v).Elem().IsZero() {
		t.Errorf("%s: the pool has slabs that are not clear: %+v", name, v)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const rounds = 1000
	for range rounds {
		must(unmarshalSmall(new(Small), b))
		must(unmarshalNone(new(None), c))
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / rounds; n > 1500 { // the slabs take 4 KB
		t.Errorf("%s: two small messages take %d bytes", name, n)
	}
}
