package shape

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"io/fs"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"bale/shape/block"
	"bale/shape/mixed"
	"bale/shape/nested"
	"bale/shape/small"
	"bale/shape/submit"
	"bale/shape/valmsg"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// makers holds BaleSamples of every shape, by the name of the shape.
var makers = map[string]func(r *rand.Rand, n int) any{
	"small":  func(r *rand.Rand, n int) any { return small.BaleSamples(r, n) },
	"nested": func(r *rand.Rand, n int) any { return nested.BaleSamples(r, n) },
	"block":  func(r *rand.Rand, n int) any { return block.BaleSamples(r, n) },
	"submit": func(r *rand.Rand, n int) any { return submit.BaleSamples(r, n) },
	"valmsg": func(r *rand.Rand, n int) any { return valmsg.BaleSamples(r, n) },
	"mixed":  func(r *rand.Rand, n int) any { return mixed.BaleSamples(r, n) },
}

func TestSameSeedSameValues(t *testing.T) {
	for _, s := range All {
		a, b := makers[s.Name](seeded(1), 50), makers[s.Name](seeded(1), 50)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: two runs from one seed differ", s.Name)
		}
		if n := reflect.ValueOf(a).Len(); n != 50 {
			t.Errorf("%s: %d values, want 50", s.Name, n)
		}
		constant := s.Name == "submit" || s.Name == "valmsg"
		if same := reflect.DeepEqual(a, makers[s.Name](seeded(2), 50)); same != constant {
			t.Errorf("%s: values of another seed equal: %v, want %v", s.Name, same, constant)
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
