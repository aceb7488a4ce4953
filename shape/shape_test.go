package shape

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"bale/shape/block"
	"bale/shape/candles"
	"bale/shape/expr"
	"bale/shape/github"
	"bale/shape/log"
	"bale/shape/logs"
	"bale/shape/maps"
	"bale/shape/matrix"
	"bale/shape/mesh"
	"bale/shape/minecraft"
	"bale/shape/mixed"
	"bale/shape/mk48"
	"bale/shape/nested"
	"bale/shape/optional"
	"bale/shape/otel"
	"bale/shape/small"
	"bale/shape/submit"
	"bale/shape/tree"
	"bale/shape/valmsg"
	"bale/shape/wide"
	"bale/shape/words"
	"bale/shape/ymz"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// makers holds BaleSamples of every shape, by the name of the shape.
var makers = map[string]func(r *rand.Rand, n int) any{
	"small":     made(small.BaleSamples),
	"nested":    made(nested.BaleSamples),
	"block":     made(block.BaleSamples),
	"submit":    made(submit.BaleSamples),
	"valmsg":    made(valmsg.BaleSamples),
	"mixed":     made(mixed.BaleSamples),
	"wide":      made(wide.BaleSamples),
	"maps":      made(maps.BaleSamples),
	"words":     made(words.BaleSamples),
	"optional":  made(optional.BaleSamples),
	"candles":   made(candles.BaleSamples),
	"matrix":    made(matrix.BaleSamples),
	"tree":      made(tree.BaleSamples),
	"expr":      made(expr.BaleSamples),
	"logs":      made(logs.BaleSamples),
	"otel":      made(otel.BaleSamples),
	"github":    made(github.BaleSamples),
	"ymz":       made(ymz.BaleSamples),
	"log":       made(log.BaleSamples),
	"mesh":      made(mesh.BaleSamples),
	"minecraft": made(minecraft.BaleSamples),
	"mk48":      made(mk48.BaleSamples),
}

func made[T any](make func(*rand.Rand, int) []T) func(*rand.Rand, int) any {
	return func(r *rand.Rand, n int) any { return make(r, n) }
}

func TestSameSeedSameValues(t *testing.T) {
	for _, s := range All {
		a, b := makers[s.Name](seeded(1), 50), makers[s.Name](seeded(1), 50)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: two runs from one seed differ", s.Name)
		}
		v := reflect.ValueOf(a)
		if v.Len() != 50 {
			t.Errorf("%s: %d values, want 50", s.Name, v.Len())
		}
		constant := s.Name == "submit" || s.Name == "valmsg"
		if same := reflect.DeepEqual(a, makers[s.Name](seeded(2), 50)); same != constant {
			t.Errorf("%s: values of another seed equal: %v, want %v", s.Name, same, constant)
		}
		different := true // a word may occur twice
		for i := 1; i < v.Len() && different; i++ {
			different = !reflect.DeepEqual(v.Index(i-1).Interface(), v.Index(i).Interface())
		}
		if different == constant {
			t.Errorf("%s: each value differs from the one before: %v, want %v", s.Name, different, !constant)
		}
	}
}

// TestPlain checks that sample values hold nothing that serializers lose for reasons that the shape is not about: empty lists and maps, which many
// decode as nil, NaN and infinity, zero times, times with other zones, and nil in interfaces.
func TestPlain(t *testing.T) {
	for _, s := range All {
		walk(reflect.ValueOf(makers[s.Name](seeded(1), 300)), func(v reflect.Value) {
			switch v.Kind() {
			case reflect.Slice:
				if v.Len() == 0 && !v.IsNil() {
					t.Fatalf("%s: an empty %s that is not nil", s.Name, v.Type())
				}
			case reflect.Map:
				if v.Len() == 0 {
					t.Fatalf("%s: an empty %s", s.Name, v.Type())
				}
			case reflect.Interface:
				if v.IsNil() {
					t.Fatalf("%s: a nil %s", s.Name, v.Type())
				}
			case reflect.Float32, reflect.Float64:
				if x := v.Float(); math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
					t.Fatalf("%s: the number %v", s.Name, x)
				}
			case reflect.String:
				if !utf8.ValidString(v.String()) {
					t.Fatalf("%s: the string %q", s.Name, v)
				}
			case reflect.Struct:
				if at, ok := v.Interface().(time.Time); ok && (at.Location() != time.UTC || at.Year() < 1970 || at.Year() > 2100) {
					t.Fatalf("%s: the time %v", s.Name, at)
				}
			}
		})
	}
}

// walk calls f for each value in v.
func walk(v reflect.Value, f func(reflect.Value)) {
	f(v)
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			walk(it.Key(), f)
			walk(it.Value(), f)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walk(v.Field(i), f)
			}
		}
	}
}

func TestSource(t *testing.T) {
	var folders []string
	err := fs.WalkDir(Source, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasSuffix(path, "_test.go") {
			t.Errorf("%s: a test is embedded", path)
		}
		folders = append(folders, strings.SplitN(path, "/", 2)[0])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range All {
		if Names[i] != s.Name {
			t.Errorf("Names[%d] = %s, All says %s", i, Names[i], s.Name)
		}
		src, err := Source.ReadFile(s.Name + "/" + s.Name + ".go")
		if err != nil {
			t.Error(err)
			continue
		}
		if !bytes.Contains(src, []byte("\ntype "+s.Type+" ")) {
			t.Errorf("%s: source has no type %s", s.Name, s.Type)
		}
	}
	for _, n := range Default {
		if s, length, ok := Find(n); !ok || (s.Lengths != nil) != (length > 0) {
			t.Errorf("the default %s is not the name of a shape, with a length if it is a list", n)
		}
	}
	if len(folders) != len(All) {
		t.Errorf("embedded %v, want one file for each of %v", folders, Names)
	}
}

func TestSmall(t *testing.T) {
	for _, s := range small.BaleSamples(seeded(3), 1000) {
		if len(s.Name) != 16 || len(s.Phone) != 10 || s.Siblings < 0 || s.Siblings > 4 || s.Money < 0 || s.Money >= 1 {
			t.Fatalf("out of its ranges: %+v", s)
		}
		if s.BirthDay.Location() != time.UTC {
			t.Fatalf("not in UTC: %v", s.BirthDay)
		}
	}
}

func TestNestedSizes(t *testing.T) {
	items := nested.Nested(nested.BaleSamples(seeded(4), 10_000))
	near(t, "JSON", jsonSize(t, items), 23_981_425)
	near(t, "gob", gobSize(t, items), 8_846_815)
	near(t, "varint", size(reflect.ValueOf(items), varintRules), 7_790_238)
	for _, it := range items {
		if it.SubPointer == nil || len(it.Subs) != 10 || len(it.Str) != 10 {
			t.Fatalf("wrong lengths: %+v", it)
		}
	}
}

// near checks that got is within 0.2 % of want, since sizes of random values vary.
func near(t *testing.T, what string, got, want int) {
	t.Helper()
	if d := float64(got-want) / float64(want); d < -0.002 || d > 0.002 {
		t.Errorf("%s: %d bytes, want %d within 0.2 %% (is %+.3f %%)", what, got, want, d*100)
	}
}

func TestBlockSizes(t *testing.T) {
	for _, b := range block.BaleSamples(seeded(5), 100) {
		for _, c := range []struct {
			wire  string
			rules rules
			want  int
		}{
			{"Skycoin", rules{count: 4}, 1546},
			{"gencode", rules{}, 1516},
			{"gencode with varints", rules{varint: true}, 1421},
		} {
			if got := size(reflect.ValueOf(b), c.rules); got != c.want {
				t.Fatalf("%s: %d bytes, want %d", c.wire, got, c.want)
			}
		}
	}
}

func TestSubmitLengths(t *testing.T) {
	s := submit.BaleSamples(nil, 1)[0]
	want := submit.Submit{Recvtime: 170123456}
	if s.Recvtime != want.Recvtime {
		t.Errorf("Recvtime = %d", s.Recvtime)
	}
	var got []int
	v := reflect.ValueOf(s)
	for i := 1; i < v.NumField(); i++ {
		got = append(got, v.Field(i).Len())
	}
	if want := []int{18, 29, 11, 271, 14, 6, 0, 6}; !reflect.DeepEqual(got, want) {
		t.Errorf("lengths %v, want %v", got, want)
	}
}

func TestValMsgSizes(t *testing.T) {
	for _, v := range valmsg.BaleSamples(nil, 2) {
		if n := jsonSize(t, v); n != 697 {
			t.Errorf("JSON: %d bytes, want 697", n)
		}
		// gob encodes the name of []*HoldValMsg with the name of its package. That package was gob in the benchmark.
		want := 571 + len("valmsg") - len("gob")
		if n := gobSize(t, v); n != want {
			t.Errorf("gob: %d bytes, want %d", n, want)
		}
	}
}

func jsonSize(t *testing.T, v any) int {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return len(b)
}

func gobSize(t *testing.T, v any) int {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// rules determines the sizes in a wire format without field names.
type rules struct {
	varint   bool // integers of 16 bits or more are varints
	byteInts bool // uint8 fields are varints
	nilFlag  bool // each pointer and slice has one byte in front
	count    int  // bytes of a slice's length; 0 for a varint
}

var varintRules = rules{varint: true, byteInts: true, nilFlag: true}

// size returns the number of bytes that v takes under r.
func size(v reflect.Value, r rules) int {
	uvarint := func(u uint64) int { return len(binary.AppendUvarint(nil, u)) }
	n := 0
	switch v.Kind() {
	case reflect.Bool:
		return 1
	case reflect.Uint8:
		if r.byteInts {
			return uvarint(v.Uint())
		}
		return 1
	case reflect.Int, reflect.Int16, reflect.Int64:
		if r.varint {
			return len(binary.AppendVarint(nil, v.Int()))
		}
		return int(v.Type().Size())
	case reflect.Uint, reflect.Uint32, reflect.Uint64:
		if r.varint {
			return uvarint(v.Uint())
		}
		return int(v.Type().Size())
	case reflect.String:
		return uvarint(uint64(v.Len())) + v.Len()
	case reflect.Array:
		return v.Len() // all arrays are byte arrays
	case reflect.Pointer:
		n = size(v.Elem(), r)
		if r.nilFlag {
			n++
		}
		return n
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return 15
		}
		for i := range v.NumField() {
			n += size(v.Field(i), r)
		}
		return n
	case reflect.Slice:
		if r.nilFlag {
			n++
		}
		n += r.count
		if r.count == 0 {
			n += uvarint(uint64(v.Len()))
		}
		for i := range v.Len() {
			n += size(v.Index(i), r)
		}
		return n
	}
	panic("unexpected type " + v.Type().String())
}

// TestMixed checks that numbers of all bit lengths, names of all lengths and lists of all lengths are about equally frequent.
func TestMixed(t *testing.T) {
	const n = 20_000
	numbers, names, lists := map[int]int{}, map[int]int{}, map[int]int{}
	for _, m := range mixed.BaleSamples(seeded(5), n) {
		numbers[bits.Len64(m.ID)]++
		names[len(m.Name)]++
		lists[len(m.Codes)]++
		if len(m.Note) > 63 {
			t.Fatalf("a note of %d bytes", len(m.Note))
		}
	}
	for what, c := range map[string]struct {
		got   map[int]int
		kinds int
	}{"bits": {numbers, 65}, "bytes of a name": {names, 32}, "numbers of a list": {lists, 8}} {
		if len(c.got) != c.kinds {
			t.Errorf("%d different %s, want %d", len(c.got), what, c.kinds)
		}
		for k, count := range c.got {
			if share := float64(count) * float64(c.kinds) / n; k > 0 && (share < 0.6 || share > 1.5) {
				t.Errorf("%d %s are %.2f times as frequent as expected", k, what, share)
			}
		}
	}
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"small": "small 0", "nested": "nested 0", "nested-7": "nested 7", "words-10000": "words 10000",
		"small-1": "", "nested-0": "", "nested--1": "", "nested-": "", "nested-x": "", "nested-1-2": "", "Small": "", "": "", "-1": "",
	} {
		s, length, ok := Find(name)
		if got := fmt.Sprint(s.Name, " ", length); ok != (want != "") || ok && got != want {
			t.Errorf("Find(%q) = %s, %v, want %q", name, got, ok, want)
		}
	}
}

// TestTuned checks that half of the default list is home ground.
func TestTuned(t *testing.T) {
	home := 0
	for _, n := range Default {
		if s, _, _ := Find(n); s.Tuned {
			home++
		}
	}
	if 2*home != len(Default) || len(Tuned) != 6 {
		t.Errorf("%d of %d default shapes and %d of all are tuned for", home, len(Default), len(Tuned))
	}
}

// TestWide checks that nine in ten fields are zero, and that each field is set in some values.
func TestWide(t *testing.T) {
	const n = 4096
	fields := reflect.TypeFor[wide.Wide]().NumField()
	if fields != 200 {
		t.Fatalf("%d fields", fields)
	}
	set := make([]int, fields)
	for _, w := range wide.BaleSamples(seeded(6), n) {
		v, count := reflect.ValueOf(w), 0
		for i := range fields {
			if !v.Field(i).IsZero() {
				set[i]++
				count++
			}
		}
		if count < 13 || count > 20 {
			t.Fatalf("%d fields are set", count)
		}
	}
	for i, count := range set {
		if i < 12 && count != n || i >= 12 && (count < n/100 || count > n/10) {
			t.Errorf("field %d is set in %d of %d values", i, count, n)
		}
	}
}

// TestTree checks that the trees are search trees of different sizes.
func TestTree(t *testing.T) {
	sizes := map[int]bool{}
	var count func(n *tree.Tree, low, high int64) int
	count = func(n *tree.Tree, low, high int64) int {
		if n == nil {
			return 0
		}
		if key := int64(n.Key); key <= low || key >= high {
			t.Fatalf("the key %d is not between %d and %d", key, low, high)
		}
		return 1 + count(n.Left, low, int64(n.Key)) + count(n.Right, int64(n.Key), high)
	}
	for _, root := range tree.BaleSamples(seeded(7), 1000) {
		n := count(&root, -1, 1<<32)
		if n < 18 || n > 200 {
			t.Fatalf("%d nodes", n)
		}
		sizes[n] = true
	}
	if len(sizes) < 150 {
		t.Errorf("only %d different sizes", len(sizes))
	}
}

// TestOptional checks that each field is nil in some values and not in others, except two that are always set.
func TestOptional(t *testing.T) {
	const n = 2000
	set, all := map[string]int{}, 0
	for _, o := range optional.BaleSamples(seeded(8), n) {
		v := reflect.ValueOf(o)
		for i := range v.NumField() {
			if !v.Field(i).IsNil() {
				set[v.Type().Field(i).Name]++
				all++
			}
		}
	}
	for name, count := range set {
		if always := name == "Amount" || name == "Currency"; always != (count == n) || count < n/10 {
			t.Errorf("%s is set in %d of %d values", name, count, n)
		}
	}
	if len(set) != 28 || all < 10*n || all > 12*n {
		t.Errorf("%d fields, %d set, want 28 and 11 in each", len(set), all)
	}
}
