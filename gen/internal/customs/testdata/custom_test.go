package custom

import (
	"crypto/sha3"
	"crypto/x509"
	"fmt"
	"log/slog"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

// format and suffix are the format that a test is about, and the suffix of its methods.
var format, suffix string

// each runs a test for each format.
func each(t *testing.T, test func(t *testing.T)) {
	for name, end := range suffixes {
		format, suffix = name, end
		t.Run(name, test)
	}
}

func TestUsed(t *testing.T)     { each(t, testUsed) }
func TestStandard(t *testing.T) { each(t, testStandard) }
func TestRefused(t *testing.T)  { each(t, testRefused) }
func TestKeys(t *testing.T)     { each(t, testKeys) }

// encode calls v's method of a format.
func encode(t *testing.T, v any) ([]byte, error) {
	t.Helper()
	out := reflect.ValueOf(v).MethodByName("Marshal" + suffix).Call(nil)
	err, _ := out[1].Interface().(error)
	return out[0].Bytes(), err
}

// decode calls v's method of a format: Unmarshal, UnmarshalAlias or Decode.
func decode(v any, method string, b []byte) error {
	method = strings.Replace(method, "X", suffix, 1)
	out := reflect.ValueOf(v).MethodByName(method).Call([]reflect.Value{reflect.ValueOf(b)})
	err, _ := out[len(out)-1].Interface().(error)
	return err
}

var decoders = []string{"UnmarshalX", "UnmarshalXAlias", "DecodeX"}

// testUsed decodes different messages into one value, and compares it with new values.
func testUsed(t *testing.T) {
	messages := []*Message{first(), second(), {}, second(), first(), second()}
	for _, method := range decoders {
		used := new(Message)
		for i, m := range messages {
			b, err := encode(t, m)
			if err != nil {
				t.Fatal(err)
			}
			fresh := new(Message)
			if err := decode(fresh, method, b); err != nil {
				t.Fatal(err)
			}
			if err := decode(used, method, b); err != nil {
				t.Fatal(err)
			}
			same(t, fmt.Sprint(method, " ", i), reflect.ValueOf(used).Elem(), reflect.ValueOf(fresh).Elem())
			if got, err := encode(t, fresh); err != nil || format == "compact" && string(got) != string(b) {
				t.Fatalf("%v: encoded again as %q, want %q", err, got, b)
			}
		}
	}
}

// same compares the fields of two structs.
func same(t *testing.T, name string, got, want reflect.Value) {
	t.Helper()
	for i := range want.NumField() {
		f := want.Type().Field(i)
		a, b := got.Field(i).Interface(), want.Field(i).Interface()
		if k := f.Type.Kind(); (k == reflect.Slice || k == reflect.Map) && got.Field(i).Len()+want.Field(i).Len() == 0 {
			continue // in some formats, nil and empty are the same
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %s: got %+v, want %+v", name, f.Name, a, b)
		}
	}
}

// testStandard checks that types of the standard library come back as they were, also into a used value.
func testStandard(t *testing.T) {
	var values []*Standard
	for i, text := range []string{"1.5", "0", "-0", "3.14159265358979323846264338327950288419716939937510582097494", "+Inf", "-Inf", "1e100000", "-1e-100000"} {
		f, _, err := big.ParseFloat(text, 10, uint(24+i*60), big.RoundingMode(i%6))
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, &Standard{
			Float: *f, Floats: []*big.Float{f, nil2(i, f)}, ByKey: map[string]big.Float{text: *f}, Rounded: big.NewFloat(0.5).SetPrec(64),
			Int: new(big.Int).Lsh(big.NewInt(int64(i-3)), uint(i*40)), Rat: big.NewRat(int64(i-3), 7), Addr: addrs[i%len(addrs)], Port: netip.AddrPortFrom(addrs[i%len(addrs)], uint16(i)), Prefix: netip.PrefixFrom(addrs[i%len(addrs)], i*9),
			Addrs: map[netip.Addr]int{addrs[i%len(addrs)]: i, addrs[(i+1)%len(addrs)]: i}, Level: slog.Level(i), PCG: rand.NewPCG(uint64(i), 1), ChaCha: rand.NewChaCha8([32]byte{byte(i)}),
			URL: urls[i%len(urls)], Regexp: regexp.MustCompile("a|" + regexp.QuoteMeta(text)),
		})
		v := values[i]
		v.Var.Set(slog.Level(i*math.MaxInt16 - 5))
		for range i * 37 {
			v.PCG.Uint64()
			v.ChaCha.Uint64()
		}
	}
	used := new(Standard)
	for i, v := range values {
		b, err := encode(t, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []*Standard{new(Standard), used} {
			if err := decode(got, "UnmarshalX", b); err != nil {
				t.Fatalf("value %d: %v", i, err)
			}
			same(t, fmt.Sprint(i), reflect.ValueOf(got).Elem(), reflect.ValueOf(v).Elem())
		}
	}
	if b, err := encode(t, new(Standard)); err != nil {
		t.Error(err)
	} else if err := decode(used, "UnmarshalX", b); err != nil {
		t.Error(err)
	}
}

// nil2 returns f, or nil for every second value, in formats that have nil elements.
func nil2(i int, f *big.Float) *big.Float {
	if i%2 == 0 || format == "proto" {
		return f
	}
	return nil
}

var addrs = []netip.Addr{{}, netip.MustParseAddr("1.2.3.4"), netip.MustParseAddr("::ffff:1.2.3.4"), netip.MustParseAddr("fe80::1%eth0"), netip.IPv6Unspecified()}

var urls = []*url.URL{{}, {Scheme: "https", Host: "example.org", Path: "/a b", RawQuery: "q=1"}, {Scheme: "mailto", Opaque: "a@example.org"}, {Host: "h", User: url.UserPassword("u", ""), Path: "/a/b", RawPath: "/a%2fb", Fragment: "f"}}

// testRefused checks the errors for values that their own methods cannot decode.
func testRefused(t *testing.T) {
	oid, err := x509.OIDFromInts([]uint64{1, 2, 840})
	if err != nil {
		t.Fatal(err)
	}
	good := &ID{List: []x509.OID{oid}, Text: &oid, Hash: sha3.New256(), Link: urls[1]}
	b, err := encode(t, good)
	if err != nil {
		t.Fatal(err)
	}
	got := new(ID)
	if err := decode(got, "UnmarshalX", b); err != nil || !got.List[0].Equal(oid) || !got.Text.Equal(oid) {
		t.Fatalf("%+v: %v", got, err)
	}
	for want, v := range map[string]*ID{
		"ID.List[1]: ": {List: []x509.OID{oid, {}}},
		"ID.Text: ":    {Text: new(x509.OID)},
		"ID.Hash: ":    {Hash: sha3.New512()},
		"ID.Link: ":    {Link: &url.URL{Host: "a b"}},
	} {
		refused(t, v, want, "its marshal method returned what its unmarshal method refuses: ")
	}
	refused(t, &ID{Code: new(Code)}, "ID.Code: ", "its unmarshal method panics if there are no bytes, as its marshal method returns: ")
	for range 2 { // the second time, it is known that no bytes can be decoded
		b, err := encode(t, &ID{Code: &Code{1, 2}, Note: new(Note), Link: urls[1], Hash: sha3.New256()})
		if err != nil || decode(got, "UnmarshalX", b) != nil || *got.Code != (Code{1, 2}) || *got.Note != "" {
			t.Errorf("%+v: %v", got, err)
		}
	}
}

// refused checks the error for a value that cannot be encoded.
func refused(t *testing.T, v any, path, cause string) {
	t.Helper()
	_, err := encode(t, v)
	if err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), cause) {
		t.Errorf("%+v: error %v, want %s%s", v, err, path, cause)
	}
	if size := reflect.ValueOf(v).MethodByName("Size" + suffix).Call(nil)[0].Int(); size != 0 {
		t.Errorf("%+v: size %d, want 0", v, size)
	}
}

// testKeys checks the errors for maps whose keys have the same encoding, and that other maps come back.
func testKeys(t *testing.T) {
	at := time.Date(2026, 11, 25, 9, 0, 0, 5, time.UTC)
	east := at.In(time.FixedZone("east", 3600))
	local := at.In(time.FixedZone("", 0))
	day := func(t time.Time) Day { return Day{t} }
	calls := 0
	for want, v := range map[string]*Keys{
		"Keys.Times: ": {Times: map[time.Time]string{at: "a", local: "b"}},
		"Keys.Times:":  {Times: map[time.Time]string{east: "a", at.In(time.FixedZone("other", 3600)): "b"}},
		"Keys.Days: ":  {Days: map[Day]int{day(at): 1, day(at.Add(1)): 2}},
		"Keys.Pairs: ": {Pairs: map[[2]Day]bool{{day(at), day(at)}: true, {day(at), day(at.Add(1))}: true}},
		"Keys.Spans: ": {Spans: map[Span]int{{From: at, Note: "a"}: 1, {From: at}: 2}},
		"Keys.Names: ": {Names: map[Name][]int{{Text: "A"}: nil, {Text: "a"}: nil}},
		"Keys.Anys: ":  {Anys: map[any]int{at: 1, local: 2}},
		"Keys.Anys:":   {Anys: map[any]int{Span{Note: "x"}: 1, Span{Note: "y"}: 2}},
	} {
		refused(t, v, strings.TrimSuffix(want, " "), "two keys")
	}
	refused(t, &Keys{Outer: []map[time.Time]map[Name]int{nil, {at: {{Text: "A"}: 1, {Text: "a"}: 2}}}}, "Keys.Outer", "two keys")
	p, q := &Span{From: at}, &Span{From: at}
	good := &Keys{
		Times: map[time.Time]string{at: "a", at.Add(1): "b", {}: "c"}, Days: map[Day]int{day(at.Truncate(24 * time.Hour)): 1, day(at.AddDate(0, 0, 1).Truncate(24 * time.Hour)): 2},
		Spans: map[Span]int{{From: at}: 1, {From: at.Add(1)}: 2}, Names: map[Name][]int{{Text: "a"}: {1}, {Text: "b"}: {2}, {Text: ""}: {3}},
		Anys: map[any]int{1: 1, at: 2, day(at.Truncate(24 * time.Hour)): 3, Span{From: at}: 4}, Outer: []map[time.Time]map[Name]int{{at: {{Text: "a"}: 1}}},
	}
	check := func(v, want *Keys) {
		t.Helper()
		b, err := encode(t, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range decoders {
			got := new(Keys)
			if err := decode(got, method, b); err != nil {
				t.Fatal(err)
			}
			if format == "proto" || format == "xdr" || format == "sproto" || format == "sproto-packed" {
				continue // nil and empty maps are the same
			}
			same(t, method, reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem())
		}
	}
	check(good, good)
	refs := &Keys{Refs: map[*Span]int{p: 1, q: 2}, Anys: map[any]int{p: 1, q: 2}}
	if b, err := encode(t, refs); err != nil {
		t.Error(err)
	} else if got := new(Keys); decode(got, "UnmarshalX", b) != nil || len(got.Refs) != 2 || len(got.Anys) != 2 {
		t.Errorf("keys that are pointers: %+v", got)
	}
	if _, err := encode(t, &Keys{Names: map[Name][]int{{"A", &calls}: nil, {"b", &calls}: nil}}); err != nil || calls != 2 {
		t.Errorf("%d calls: %v", calls, err)
	}
	if format != "proto" && format != "msgpack" && format != "cbor" { // their times have no offset
		check(&Keys{Times: map[time.Time]string{at: "a", at.In(time.FixedZone("", 7200)): "b"}}, &Keys{Times: map[time.Time]string{at: "a", at.In(time.FixedZone("", 7200)): "b"}})
	} else {
		refused(t, &Keys{Times: map[time.Time]string{at: "a", east: "b"}}, "Keys.Times", "two keys")
	}
}
