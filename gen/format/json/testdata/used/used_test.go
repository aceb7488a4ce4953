package used

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/both/plain"
)

// A maker makes values whose parts may share memory. Makers with the same random numbers make the same values of a type and of its copy in another package.
type maker struct {
	*rand.Rand
	shares bool                       // parts may share memory
	parts  map[string][]reflect.Value // pointers, maps, and lists with all of their capacity, by type
	order  []reflect.Value
}

// made returns a value and its maker.
func made[T any](seed uint64, shares bool) (*T, *maker) {
	v := new(T)
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 2)), shares: shares, parts: map[string][]reflect.Value{}}
	m.note(reflect.ValueOf(v))
	m.fill(reflect.ValueOf(v).Elem(), 0)
	return v, m
}

// keys has the names of types without their package. Making each again took more than half of the time of the tests.
var keys = map[reflect.Type]string{}

// key returns the name of a type without its package.
func key(t reflect.Type) string {
	if keys[t] == "" {
		keys[t] = strings.NewReplacer("used.", "", "plain.", "").Replace(t.String())
	}
	return keys[t]
}

// note notes a part.
func (m *maker) note(v reflect.Value) {
	m.parts[key(v.Type())] = append(m.parts[key(v.Type())], v)
	m.order = append(m.order, v)
}

// fill sets v to a random value.
func (m *maker) fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice:
		if depth > 5 || m.IntN(5) == 0 {
			return
		}
		if old := m.parts[key(v.Type())]; m.shares && len(old) > 0 && m.IntN(3) == 0 {
			x := old[m.IntN(len(old))]
			if v.Kind() == reflect.Slice {
				from := m.IntN(x.Cap() + 1)
				to := from + m.IntN(x.Cap()-from+1)
				x = x.Slice3(from, to, to+m.IntN(x.Cap()-to+1))
			}
			v.Set(x)
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		m.note(v)
		m.fill(v.Elem(), depth+1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		m.note(v)
		for i := range m.IntN(3) {
			k := reflect.ValueOf(fmt.Sprint(i))
			if v.Type().Key().Kind() == reflect.Int {
				k = reflect.ValueOf(i)
			}
			x := reflect.New(v.Type().Elem()).Elem()
			m.fill(x, depth+1)
			v.SetMapIndex(k, x)
		}
	case reflect.Slice:
		k := m.IntN(7)
		all := reflect.MakeSlice(v.Type(), k, k)
		m.note(all)
		for i := range k {
			m.note(all.Index(i).Addr())
			m.fill(all.Index(i), depth+1)
		}
		v.Set(all.Slice(0, m.IntN(k+1)))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				m.note(v.Field(i).Addr())
				m.fill(v.Field(i), depth+1)
			}
		}
	case reflect.Array:
		if v.CanAddr() {
			m.note(v.Slice(0, v.Len()))
		}
		for i := range min(v.Len(), 5) {
			m.fill(v.Index(i), depth+1)
		}
	case reflect.Interface:
		if inner := m.parts["*Inner"]; m.shares && len(inner) > 0 && m.IntN(2) == 0 {
			v.Set(inner[m.IntN(len(inner))])
			break
		}
		switch m.IntN(4) {
		case 0, 1:
			v.Set(reflect.ValueOf(map[string]any{"a": 1.5}))
		case 2:
			v.Set(reflect.ValueOf(new(int)))
		}
	case reflect.String:
		v.SetString(fmt.Sprintf(`"%d"`, m.IntN(100)))
	case reflect.Int, reflect.Int8, reflect.Int64:
		v.SetInt(m.Int64N(100))
	case reflect.Uint8:
		v.SetUint(m.Uint64N(100))
	case reflect.Float64:
		v.SetFloat(float64(m.IntN(100)))
	case reflect.Bool:
		v.SetBool(m.IntN(2) == 0)
	}
}

// dump returns all of v, and what it refers to, up to a depth.
func dump(v reflect.Value, depth int) string { return string(appendDump(nil, v, depth)) }

// appendDump appends what dump returns. Joining texts of parts with package fmt took four times as long.
func appendDump(b []byte, v reflect.Value, depth int) []byte {
	if depth > 9 {
		return append(b, "..."...)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(b, "nil"...)
		}
		return appendDump(append(b, '&'), v.Elem(), depth+1)
	case reflect.Struct:
		b = append(b, '[')
		for i := range v.NumField() {
			b = appendDump(append(b, ' '), v.Field(i), depth+1)
		}
		return append(b, ']')
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return append(b, "nil"...)
		}
		b = append(b, '[')
		for i := range v.Len() {
			b = appendDump(append(b, ' '), v.Index(i), depth+1)
		}
		return append(b, ']')
	case reflect.Map:
		if v.IsNil() {
			return append(b, "nil"...)
		}
		var list []string
		for _, k := range v.MapKeys() {
			list = append(list, fmt.Sprint(k, "=", dump(v.MapIndex(k), depth+1)))
		}
		slices.Sort(list)
		return fmt.Append(b, list)
	case reflect.Int, reflect.Int8, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.String:
		return append(b, v.String()...)
	}
	return fmt.Append(b, v)
}

// dumpAll returns the values and all of their memory that was made before.
func (m *maker) dumpAll(v reflect.Value) string {
	b := appendDump(nil, v, 0)
	for _, x := range m.order {
		b = appendDump(append(b, '\n'), x, 5)
	}
	return string(b)
}

// A texts makes random texts.
type texts struct{ *rand.Rand }

// value returns a text for a t, and rarely another one.
func (r texts) value(t reflect.Type, depth int) string {
	if r.IntN(25) == 0 {
		return "null"
	}
	if r.IntN(150) == 0 {
		return []string{`1`, `"x"`, `[]`, `{}`, `true`, `1e99`}[r.IntN(6)]
	}
	join := func(k int, one func(i int) string) string {
		var list []string
		for i := range k {
			list = append(list, one(i))
		}
		return strings.Join(list, []string{",", " , "}[r.IntN(2)])
	}
	switch t.Kind() {
	case reflect.Pointer:
		return r.value(t.Elem(), depth)
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return []string{`"AQID"`, `""`, `"AQIDBAUGBwgJ"`, `"AQ=="`, `"AQIDBA="`, `"A\u0051I"`, `"AQI?"`}[max(0, r.IntN(16)-9)]
		}
		return "[" + join(r.IntN(9-min(depth, 5)), func(int) string { return r.value(t.Elem(), depth+1) }) + "]"
	case reflect.Map:
		return "{" + join(r.IntN(4), func(int) string { return fmt.Sprintf(`"%d": %s`, r.IntN(4), r.value(t.Elem(), depth+1)) }) + "}"
	case reflect.Struct:
		fields := reflect.VisibleFields(t)
		return "{" + join(r.IntN(10-2*min(depth, 4)), func(int) string {
			f := fields[r.IntN(len(fields))]
			if f.Anonymous || !f.IsExported() {
				return `"unknown":[1]`
			}
			if f.Name == "Quoted" {
				return `"Quoted":"7"`
			}
			return fmt.Sprintf("%q:%s", f.Name, r.value(f.Type, depth+1))
		}) + "}"
	case reflect.Interface:
		return []string{`{"N":5,"List":[9,9]}`, `[1]`, `"a"`}[r.IntN(3)]
	case reflect.String:
		return []string{`"new"`, `"\u0041"`, `""`}[r.IntN(3)]
	case reflect.Bool:
		return "true"
	}
	return fmt.Sprint(100 + r.IntN(20))
}

// damaged returns a text with an error of the syntax, perhaps.
func (r texts) damaged(text string) string {
	switch k := r.IntN(len(text)); r.IntN(4) {
	case 0:
		return text[:k]
	case 1:
		return text + "]"
	case 2:
		return text[:k] + string(rune(' '+r.IntN(90))) + text[k+1:]
	}
	return text + "  "
}

// difference returns the first lines that differ, from where they do, and what was there before.
func difference(before, got, want string) string {
	b, g, w := strings.Split(before, "\n"), strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if g[i] != w[i] {
			k := 0
			for k < min(len(g[i]), len(w[i])) && g[i][k] == w[i][k] {
				k++
			}
			k = max(k-40, 0)
			return fmt.Sprintf("part %d from byte %d: got\n%.300s\nwant\n%.300s\nof\n%.300s", i, k, g[i][k:], w[i][k:], b[i])
		}
	}
	return "none"
}

// shares says whether values have parts that share memory. With the tag purego, a text that does not fit a used value is decoded twice, so that what it
// replaced in such a value may differ.
var shares = true

// check decodes texts into two equal values of type T and its copy P, and compares them and all memory that they had.
func check[T, P any](t *testing.T, shares bool, decode func(v *T, text []byte) error) {
	t.Helper()
	counts := map[string]int{}
	for i := range uint64(400) {
		r := texts{rand.New(rand.NewPCG(i, 1))}
		text := r.value(reflect.TypeFor[T](), 0)
		if i%2 == 1 {
			text = r.damaged(text)
		}
		v, m := made[T](i, shares)
		w, n := made[P](i, shares)
		before := m.dumpAll(reflect.ValueOf(v))
		if want := n.dumpAll(reflect.ValueOf(w)); before != want {
			t.Fatalf("%d: values differ before:\n%s\n%s", i, before, want)
		}
		err, wantErr := decode(v, []byte(text)), json.Unmarshal([]byte(text), w)
		got, want := m.dumpAll(reflect.ValueOf(v)), n.dumpAll(reflect.ValueOf(w))
		var syntax *json.SyntaxError
		if (err == nil) != (wantErr == nil) || err != nil && strings.ReplaceAll(wantErr.Error(), "plain.", "used.") != err.Error() {
			t.Fatalf("%d: %s: error %v, want %v", i, text, err, wantErr)
		}
		if !shares && err != nil && !errors.As(err, &syntax) { // what was decoded twice is the same, but not all that it replaced
			got, want = dump(reflect.ValueOf(v), 0), dump(reflect.ValueOf(w), 0)
		}
		if got != want {
			t.Fatalf("%d: %s, error %v: %s", i, text, err, difference(before, got, want))
		}
		if errors.As(err, &syntax) && got != before {
			t.Fatalf("%d: %s, error %v: %s", i, text, err, difference(before, got, before))
		}
		counts[fmt.Sprintf("%T", err)]++
	}
	t.Log(counts)
	if counts["<nil>"] < 100 || counts["*json.SyntaxError"] < 60 || counts["*json.UnmarshalTypeError"] < 5 {
		t.Errorf("too few kinds of results: %v", counts)
	}
}

// TestUsed checks that decoding into a used value changes it and the memory that it had as encoding/json does, and that malformed texts change nothing.
func TestUsed(t *testing.T) {
	t.Run("Plain", func(t *testing.T) { check[Plain, plain.Plain](t, shares, (*Plain).UnmarshalJSON) })
	t.Run("Alias", func(t *testing.T) { check[Plain, plain.Plain](t, shares, (*Plain).UnmarshalJSONAlias) })
	t.Run("Methods", func(t *testing.T) { check[Methods, plain.Methods](t, shares, (*Methods).UnmarshalJSON) })
	t.Run("Large", func(t *testing.T) { check[Large, plain.Large](t, shares, (*Large).UnmarshalJSON) })
	t.Run("Rare", func(t *testing.T) { check[Rare, plain.Rare](t, shares, (*Rare).UnmarshalJSON) })
	t.Run("Hidden", func(t *testing.T) { check[Hidden, plain.Hidden](t, false, (*Hidden).UnmarshalJSON) })
}

// TestBeyond checks that what follows a list in its memory, which may be of another list, is not restored after an error.
func TestBeyond(t *testing.T) {
	defer func() { OnKeep = nil }()
	all := make([]Inner, 8)
	v := Methods{In: all[:1]}
	called := 0
	OnKeep = func() {
		if called++; called == 1 {
			all[3].N = 99
		}
	}
	err := v.UnmarshalJSON([]byte(`{"In":[{"N":1},{"N":2}],"K":"bad"}`))
	if !errors.Is(err, errBad) || all[0].N != 1 || all[1].N != 2 || all[3].N != 99 {
		t.Errorf("%v: %v", err, all)
	}
}

// TestLocks checks that decoding does not change locks that another goroutine holds, whether the value is zero or not and the text is right or not.
func TestLocks(t *testing.T) {
	defer func() { OnKeep = nil }()
	for _, text := range []string{`{"K":1}`, `{"K":"bad"}`, `{"K":1,"N":1e99}`, `{"K":1,"N":"x"}`, `{"K":1,"A":[`} {
		for _, n := range []int8{0, 1} {
			v := &Locks{N: n}
			if n != 0 {
				v.P = new(Guarded)
			}
			OnKeep = func() { // another goroutine locks v.G and v.A[0]
				v.G.TryLock()
				v.A[0].TryLock()
			}
			err := v.UnmarshalJSON([]byte(text))
			if locked := !v.G.TryLock() && !v.A[0].TryLock(); locked != json.Valid([]byte(text)) {
				t.Errorf("%s into N=%d: locked is %v; error %v", text, n, locked, err)
			}
		}
	}
}

// TestLocked checks that a value can be decoded while its locks are in use. The race detector finds what reads or writes them.
func TestLocked(t *testing.T) {
	v := &Locks{N: 1, P: new(Guarded)}
	done := make(chan bool)
	go func() {
		for range 2000 {
			v.G.MarshalJSON()
			v.A[0].MarshalJSON()
		}
		close(done)
	}()
	for i := 0; ; i++ {
		v.UnmarshalJSON([]byte([]string{`{"G":7,"A":[8],"P":9}`, `{"G":7,"A":[8],"P":9,"N":"x"}`, `{"G":7,"A":[8]`}[i%3]))
		select {
		case <-done:
			return
		default:
		}
	}
}

// limited returns a value whose parts are too large for copies.
func limited() *Limited {
	return &Limited{P: new(Big), M: map[string]Big{"a": {}}, L: make([]Big, 1), A: new([600]int64), D: &[]Big{{}}, S: struct{ Q *Big }{new(Big)}, Embedded: new(Embedded)}
}

// limitedTexts are texts after K of a Limited.
var limitedTexts = []string{`"P":{}`, `"M":{"a":{}}`, `"L":[{}]`, `"A":[1]`, `"D":[{"N":1}]`, `"S":{"Q":{"N":1}}`, `"X":5`}

// TestLimited checks that errors of methods are returned which are called before a part that is too large for copies, and that these methods may change parts.
func TestLimited(t *testing.T) {
	defer func() { OnKeep = nil }()
	for _, text := range limitedTexts {
		OnKeep = nil
		if err := limited().UnmarshalJSON([]byte(`{"K":"bad",` + text + `}`)); !errors.Is(err, errBad) {
			t.Errorf("%s: error %v, want %v", text, err, errBad)
		}
		v := limited()
		OnKeep = func() { *v = Limited{K: v.K} }
		if err := v.UnmarshalJSON([]byte(`{"K":1,` + text + `}`)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestAliasKeys checks that a malformed text leaves no keys in maps that refer to it.
func TestAliasKeys(t *testing.T) {
	v := Plain{Map: map[string]int{"1": 1}, Maps: map[int]map[string]Inner{}}
	text := []byte(`{"Map":{"1":2,"2":3}`)
	err := v.UnmarshalJSONAlias(text)
	for i := range text {
		text[i] = 'z'
	}
	if err == nil || len(v.Map) != 1 || v.Map["1"] != 1 {
		t.Errorf("%v: %v", err, v.Map)
	}
}

// TestShared checks that lists that share memory are as after encoding/json, if a text has an error and a part that encoding/json decodes.
func TestShared(t *testing.T) {
	text := []byte(`{"Any":1,"Lists":[[5],[1,2]],"Number":1000}`)
	a, b := []int{0}, []int{0}
	v := Plain{Any: new(int), Lists: [][]int{a, a}}
	w := plain.Plain{Any: new(int), Lists: [][]int{b, b}}
	err, wantErr := v.UnmarshalJSON(text), json.Unmarshal(text, &w)
	if err == nil || wantErr == nil || (a[0] != b[0] || dump(reflect.ValueOf(v.Lists), 0) != dump(reflect.ValueOf(w.Lists), 0)) {
		t.Errorf("%v: %v of %v, want %v: %v of %v", err, v.Lists, a, wantErr, w.Lists, b)
	}
}

// TestOrder checks that what was replaced twice, as parts of different types, gets its first value again.
func TestOrder(t *testing.T) {
	v := Plain{Structs: []Inner{{N: 1}}}
	v.Quoted = &v.Structs[0].N
	if err := v.UnmarshalJSON([]byte(`{"Quoted":"7","Structs":[{"N":5}]`)); err == nil || v.Structs[0].N != 1 {
		t.Errorf("%v: %v", err, v.Structs)
	}
}

// TestTrees decodes into lists of which one has a list in the same memory. If the text is malformed, the memory is as before.
func TestTrees(t *testing.T) {
	forest := func(i, from, to, end int) (*Tree, []Tree) {
		all := make([]Tree, 6)
		for i := range all {
			all[i].N = i
		}
		all[i].L = all[from:to:end]
		return &Tree{L: all}, all
	}
	state := func(all []Tree) (list [][3]int) {
		for _, x := range all {
			list = append(list, [3]int{x.N, len(x.L), cap(x.L)})
		}
		return list
	}
	for _, text := range []string{`{"L":[{"N":7},{},{},{"L":[{"N":8}]},{}]}`, `{"L":[{"L":[{},{"N":9}]},{"N":7},{},{"L":[{"N":8},{}]},{"N":6}]}`, `{"L":[{"L":[{},{},{}]},{"L":[{"L":[{}]}]}]}`} {
		for i := range 6 {
			for from := range 7 {
				for to := from; to <= 6; to++ {
					for end := to; end <= 6; end++ {
						v, all := forest(i, from, to, end)
						before := state(all)
						if err := v.UnmarshalJSON([]byte(text[:len(text)-1])); err == nil || !reflect.DeepEqual(state(all), before) {
							t.Fatalf("malformed %s, all[%d].L = all[%d:%d:%d]: %v, %v, want %v", text, i, from, to, end, err, state(all), before)
						}
						if err := v.UnmarshalJSON([]byte(text)); err != nil {
							t.Fatalf("%s, all[%d].L = all[%d:%d:%d]: %v", text, i, from, to, end, err)
						}
					}
				}
			}
		}
	}
}
