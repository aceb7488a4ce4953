package sample

import (
	"crypto/x509"
	"encoding/json"
	"math"
	"net"
	"net/netip"
	"reflect"
	"testing"
	"time"
	"unicode/utf8"

	"bale/runner/inspect"
	"bale/runner/loss"
)

func TestValuesAreTheSameEverywhere(t *testing.T) {
	// Any other hash means that all values have changed, and measurements are no longer comparable with older ones.
	const want uint64 = 0x3215e2f86618a28f
	v := Values(typeOf[everything](), 1, 20)
	if got := inspect.Hash(v); got != want {
		t.Errorf("Hash = %#x, want %#x", got, want)
	}
	if inspect.Hash(v) == inspect.Hash(Values(typeOf[everything](), 2, 20)) {
		t.Error("another seed gave the same values")
	}
	for k := 0; k < 5; k++ {
		if losses := loss.Diff(v, Values(typeOf[everything](), 1, 20), 0); losses != nil {
			t.Fatalf("one seed gave other values: %v", losses)
		}
	}
}

// TestValuesCover requires that a thousand values cover every feature of sample values.
func TestValuesCover(t *testing.T) {
	seen := map[string]bool{}
	see := func(what string, ok bool) {
		if ok {
			seen[what] = true
		}
	}
	all := Values(typeOf[everything](), 3, 1000).Interface().([]everything)
	for k := range all {
		e := &all[k]
		see("negative", e.I < 0)
		see("small", e.I >= 0 && e.I < 100)
		see("large", int64(e.I) > 1<<60)
		see("full byte", e.U8 > 200)
		see("unexported", e.private != "")
		see("empty string", e.S == "")
		see("long string", len(e.S) > 30)
		see("multi-byte", len(e.S) != utf8.RuneCountInString(e.S))
		see("nil slice", e.SS == nil)
		if e.SS != nil && len(e.SS) == 0 || e.Map != nil && len(e.Map) == 0 {
			t.Error("an empty slice or map that is not nil")
		}
		see("many elements", len(e.SS) == 8)
		see("nil map", e.Map == nil)
		see("six entries", len(e.Map) == 6)
		see("nil pointer", e.Pointer == nil)
		see("pointer", e.Pointer != nil)
		see("integral float", e.F64 != 0 && e.F64 == math.Trunc(e.F64))
		see("fraction", e.F64 != math.Trunc(e.F64))
		see("large float", math.Abs(e.F64) > 1e15)
		see("tiny float", e.F64 != 0 && math.Abs(e.F64) < 1e-15)
		see("recursion", e.Node != nil && e.Node.Left != nil && e.Node.Left.Left != nil)
		see("address", e.Addr.Is4() || e.Addr.Is6())
		see("big number", e.Big.BitLen() > 40)
		see("big pointer", e.BigPtr != nil)
		see("host", e.URL.Host != "")
		see("IP", e.IP != nil)
		see("blue", e.Color == 2)
		see("token", e.Token.text != "")
		see("anonymous", e.Anon.a != 0 && e.Anon.B != "")
		see("time key", len(e.Days) > 0)
		see("address key", len(e.Addrs) > 0)
		switch e.Any.(type) {
		case nil:
			see("any nil", true)
		case string:
			see("any string", true)
		case float64:
			see("any float", true)
		case bool:
			see("any bool", true)
		case []any:
			see("any list", true)
		case map[string]any:
			see("any map", true)
		default:
			t.Errorf("any holds %T", e.Any)
		}
		for _, x := range append(e.Times, time.Time(e.When)) {
			if x.Location() != time.UTC {
				t.Errorf("%v is not in UTC", x)
			}
			see("nanoseconds", x.Nanosecond()%1000 != 0)
			if y := x.UTC().Year(); y < 1970 || y >= 2100 {
				t.Errorf("year %d", y)
			}
		}
		if !utf8.ValidString(e.S) || len(e.S) > 40 {
			t.Errorf("string %q", e.S)
		}
		for _, f := range []float64{e.F64, float64(e.F32)} {
			if math.IsNaN(f) || math.IsInf(f, 0) {
				t.Errorf("float %v", f)
			}
		}
		for _, p := range e.Pointers {
			if p == nil {
				t.Fatal("nil in a slice of pointers")
			}
		}
		for _, p := range e.Map {
			if p == nil {
				t.Fatal("nil in a map of pointers")
			}
		}
		for _, x := range e.Anys {
			if x == nil {
				t.Fatal("nil in a slice of interfaces")
			}
		}
		if e.Err != nil || e.Func != nil || e.Chans != nil || e.count.Load() != 0 {
			t.Fatal("a field that must stay zero is set")
		}
		if _, err := e.Color.MarshalText(); err != nil {
			t.Fatal(err)
		}
	}
	for _, what := range []string{
		"negative", "small", "large", "full byte", "unexported", "empty string", "long string", "multi-byte",
		"nil slice", "many elements", "nil map", "six entries", "nil pointer",
		"pointer", "integral float", "fraction", "large float", "tiny float", "recursion", "address",
		"big number", "big pointer", "host", "IP", "blue", "token", "anonymous", "time key", "address key",
		"any nil", "any string", "any float", "any bool", "any list", "any map", "nanoseconds",
	} {
		if !seen[what] {
			t.Errorf("no value with: %s", what)
		}
	}
}

// TestGeneratedMethodsChangeNothing: runners with different generated code in the user's package make the same values.
func TestGeneratedMethodsChangeNothing(t *testing.T) {
	type bare struct {
		Name string
		//lint:ignore U1000 reached by reflection
		n int
	}
	a := Values(typeOf[generated](), 1, 50)
	b := Values(typeOf[bare](), 1, 50)
	if inspect.Hash(a) != inspect.Hash(b) {
		t.Error("methods changed the values or their hash")
	}
	if losses := loss.Diff(a, Values(typeOf[generated](), 2, 50), 0); len(losses) != 2 {
		t.Errorf("methods changed the comparison: %v", losses)
	}
}

// TestForeignTypesMarshal: values that are not made field by field are valid.
func TestForeignTypesMarshal(t *testing.T) {
	type foreign struct {
		Addr netip.Addr
		IP   net.IP
		Raw  json.RawMessage
		Num  json.Number
	}
	for _, v := range Values(typeOf[foreign](), 5, 200).Interface().([]foreign) {
		if _, err := json.Marshal(v); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNoRefusedElements: pointers, lists and maps do not contain values that their type's own methods refuse.
func TestNoRefusedElements(t *testing.T) {
	type refused struct {
		Name string
		One  *x509.OID // its zero value is refused, and so are all texts in forms
		List []x509.OID
		Map  map[string]*x509.OID
		Fine []netip.Addr
	}
	fine := 0
	for i, v := range Values(typeOf[refused](), 1, 50).Interface().([]refused) {
		if v.One != nil || len(v.List) > 0 || len(v.Map) > 0 {
			t.Fatalf("value %d: %v", i, v)
		}
		fine += len(v.Fine)
	}
	if fine == 0 {
		t.Error("there are no addresses")
	}
}

func TestValuesAreBounded(t *testing.T) {
	type l5 struct{ A, B, C []string }
	type l4 struct{ A, B, C []l5 }
	type l3 struct{ A, B, C []l4 }
	type l2 struct{ A, B, C []l3 }
	type l1 struct{ A, B, C []l2 }
	v := Values(typeOf[l1](), 1, 20)
	if n := inspect.Size(v); n > 20<<20 {
		t.Errorf("20 values take %d bytes", n)
	}
}

func TestSlices(t *testing.T) {
	type list []Sub
	for _, c := range []struct{ n, length int }{{1, 1}, {16, 100}, {5, 0}, {0, 10}} {
		v := Slices(typeOf[list](), 1, c.n, c.length).Interface().([]list)
		if len(v) != c.n {
			t.Fatalf("%+v: %d values", c, len(v))
		}
		for k, l := range v {
			if len(l) != c.length || cap(l) != c.length || l == nil {
				t.Fatalf("%+v: value %d has len %d, cap %d", c, k, len(l), cap(l))
			}
		}
	}
	a, b := Slices(typeOf[list](), 1, 3, 4), Slices(typeOf[list](), 1, 3, 4)
	if inspect.Hash(a) != inspect.Hash(b) {
		t.Error("one seed gave other values")
	}
}

func TestSlicesPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for int, which is not a slice type")
		}
	}()
	Slices(typeOf[int](), 1, 1, 1)
}

func TestCut(t *testing.T) {
	type list []int
	got := SplitElements(typeOf[list](), reflect.ValueOf([]int{1, 2, 3, 4, 5, 6}), 3).Interface().([]list)
	if want := []list{{1, 2, 3}, {4, 5, 6}}; !reflect.DeepEqual(got, want) || cap(got[0]) != 3 {
		t.Errorf("got %v of capacity %d, want %v", got, cap(got[0]), want)
	}
}
