package delayed

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.org/both/plain"
)

// A texts makes random texts.
type texts struct{ *rand.Rand }

// value returns a text for a t, and rarely another one.
func (r texts) value(t reflect.Type, depth int) string {
	switch r.IntN(60) {
	case 0, 1, 2:
		return "null"
	case 3:
		return []string{`1`, `"x"`, `[]`, `{}`, `true`}[r.IntN(5)]
	}
	switch t {
	case reflect.TypeFor[JSON](), reflect.TypeFor[Counts](), reflect.TypeFor[Only]():
		return []string{`"a"`, `1`, `[1, {"x":2}]`, `{}`, `null`, `"a\u0041"`}[r.IntN(6)]
	case reflect.TypeFor[Text](), reflect.TypeFor[Letters]():
		return []string{`"a"`, `""`, `"b\n"`, `"\ud800"`, `"ü"`}[r.IntN(5)]
	}
	switch t.Kind() {
	case reflect.Pointer:
		return r.value(t.Elem(), depth)
	case reflect.Slice, reflect.Array:
		var list []string
		for range r.IntN(4 - min(depth, 2)) {
			list = append(list, r.value(t.Elem(), depth+1))
		}
		return "[" + strings.Join(list, ",") + "]"
	case reflect.Map:
		var list []string
		for range r.IntN(4) {
			list = append(list, fmt.Sprintf(`"%d": %s`, r.IntN(3), r.value(t.Elem(), depth+1)))
		}
		return "{" + strings.Join(list, ",") + "}"
	case reflect.Struct:
		var list []string
		fields := reflect.VisibleFields(t)
		for range r.IntN(8 - 2*min(depth, 3)) {
			if f := fields[r.IntN(len(fields))]; !f.Anonymous {
				list = append(list, fmt.Sprintf("%q:%s", f.Name, r.value(f.Type, depth+1)))
			}
		}
		return "{" + strings.Join(list, ", ") + "}"
	case reflect.Interface:
		if t.NumMethod() > 0 { // a union
			return fmt.Sprintf(`{"%s":{"J":"a"}}`, []string{"Member", "*Pointed", "Pointed"}[r.IntN(3)])
		}
		return `[{"J":"a"}]`
	}
	return "7"
}

// damaged returns a text with an error: of a method, or of the syntax.
func (r texts) damaged(text string) string {
	if text == "" {
		return text
	}
	switch r.IntN(7) {
	case 0:
		return strings.Replace(text, `"a"`, `"bad"`, 1)
	case 4:
		return strings.Replace(text, `"a"`, `"panic"`, 1)
	case 1:
		return text[:r.IntN(len(text))]
	case 2:
		return text + "]"
	case 3:
		k := r.IntN(len(text))
		return text[:k] + string(rune(' '+r.IntN(90))) + text[k+1:]
	}
	return text
}

// called returns a value and the calls of its methods while it is decoded. all has the calls.
func called(text string, v any, all *[]string) (string, []string, error) {
	*all = nil
	err := decoded(text, v)
	return dump(reflect.ValueOf(v), 0), *all, err
}

// decoded decodes a text into v. A panic is an error.
func decoded(text string, v any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if g, ok := v.(json.Unmarshaler); ok {
		return g.UnmarshalJSON([]byte(text))
	}
	return json.Unmarshal([]byte(text), v)
}

// dump returns all fields of v.
func dump(v reflect.Value, depth int) string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		return "&" + dump(v.Elem(), depth+1)
	case reflect.Struct:
		var list []string
		for i := range v.NumField() {
			if v.Field(i).CanInterface() {
				list = append(list, dump(v.Field(i), depth+1))
			}
		}
		return fmt.Sprint(list)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return "nil"
		}
		var list []string
		for i := range v.Len() {
			list = append(list, dump(v.Index(i), depth+1))
		}
		return fmt.Sprint(v.Len(), list)
	case reflect.Map:
		if v.IsNil() {
			return "nil"
		}
		var list []string
		for _, k := range v.MapKeys() {
			list = append(list, fmt.Sprint(k, dump(v.MapIndex(k), depth+1)))
		}
		slices.Sort(list)
		return fmt.Sprint(list)
	}
	return fmt.Sprint(v)
}

// TestCalls checks that methods are called as often, in the same order and with the same arguments and receivers as by encoding/json, into new and
// used values, and that a text with an error of its syntax calls none.
func TestCalls(t *testing.T) {
	r := texts{rand.New(rand.NewPCG(1, 2))}
	counts := map[string]int{}
	n := 5000
	if os.Getenv("BALE_TEST") == "slow" {
		n = 20000
	}
	for i := range n {
		text := r.value(reflect.TypeFor[Root](), 0)
		if i%2 == 1 {
			text = r.damaged(text)
		}
		var before string
		if i%5 == 4 {
			before = r.value(reflect.TypeFor[Root](), 0)
		}
		var v Root
		var p plain.Root // without generated methods
		if before != "" {
			if json.Unmarshal([]byte(before), &p) != nil {
				continue
			}
			v.UnmarshalJSON([]byte(before))
		}
		want, calls, wantErr := called(text, &p, &plain.Calls)
		got, gotCalls, err := called(text, &v, &Calls)
		var syntax *json.SyntaxError
		switch {
		case (err == nil) != (wantErr == nil) || err != nil && strings.ReplaceAll(wantErr.Error(), "plain.", "delayed.") != err.Error():
			t.Fatalf("%s into %s: error %v, want %v", text, before, err, wantErr)
		case got != want:
			t.Fatalf("%s into %s:\n%s, want\n%s", text, before, got, want)
		case errors.As(err, &syntax) && len(gotCalls) > 0:
			t.Fatalf("%s into %s: calls before an error of the syntax: %s", text, before, gotCalls)
		case err == nil && (len(gotCalls) < len(calls) || !slices.Equal(gotCalls[len(gotCalls)-len(calls):], calls)): // it may call them twice
			t.Fatalf("%s into %s:\n%q, want\n%q", text, before, gotCalls, calls)
		}
		counts[fmt.Sprintf("%T", err)]++
		if err == nil && slices.Equal(gotCalls, calls) {
			counts["equal calls"]++
		}
	}
	t.Log(counts)
	if counts["equal calls"] < n/4 || counts["*json.SyntaxError"] < n/40 || len(counts) < 3 {
		t.Errorf("the texts have too few results: %v", counts)
	}
}

// TestMany checks that a list with more methods than are delayed calls them in order, and none if the text is not valid.
func TestMany(t *testing.T) {
	for _, n := range []int{4095, 4096, 4097, 10000} {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprint(i))
		}
		text := fmt.Sprintf(`{"N": 1, "L": [%s], "TL": ["a", null, "b"], "M": {"x": 1}`, strings.Join(list, ","))
		var v, w Root
		Calls = nil
		if err := v.UnmarshalJSON([]byte(text + ",}")); err == nil || len(Calls) > 0 {
			t.Errorf("%d: error %v after %d calls", n, err, len(Calls))
		}
		if err := w.UnmarshalJSON([]byte(text + "}")); err != nil || len(Calls) != n+3 || len(w.L) != n || w.M["x"].Times != 1 {
			t.Errorf("%d: error %v after %d calls", n, err, len(Calls))
		}
		for i, j := range w.L {
			if j.Times != 1 || j.Text != list[i] || !strings.HasPrefix(Calls[i], "JSON("+list[i]+")") {
				t.Fatalf("%d: element %d is %v after %s", n, i, j, Calls[i])
			}
		}
	}
}

// TestUndone checks that a method decodes into the value that a pointer had before, if encoding/json has to decode a text again that sets the pointer to nil.
func TestUndone(t *testing.T) {
	for _, text := range []string{`{"P":1,"P":null,"N":1e99}`, `{"AP":[1],"AP":[],"N":1e99}`, `{"PP":1,"PP":null,"N":1e99}`, `{"LP":[1,2],"LP":null,"N":1e99}`, `{"R":{"P":1},"R":null,"N":1e99}`} {
		p, q := &JSON{Times: 5}, &plain.JSON{Times: 5}
		v := Root{P: p, AP: [1]*JSON{p}, PP: &p, LP: []*JSON{p}, R: &Root{P: p}}
		w := plain.Root{P: q, AP: [1]*plain.JSON{q}, PP: &q, LP: []*plain.JSON{q}, R: &plain.Root{P: q}}
		old, oldPlain := p, q
		err, wantErr := v.UnmarshalJSON([]byte(text)), json.Unmarshal([]byte(text), &w)
		if err == nil || wantErr == nil || *old != JSON(*oldPlain) || dump(reflect.ValueOf(v), 0) != dump(reflect.ValueOf(w), 0) {
			t.Errorf("%s: %v of %v and %v, want %v of %v and %v", text, *old, dump(reflect.ValueOf(v), 0), err, *oldPlain, dump(reflect.ValueOf(w), 0), wantErr)
		}
	}
}

// TestTrees checks that lists of a recursive type take memory in proportion to the text.
func TestTrees(t *testing.T) {
	for _, e := range []string{`{"L":[{"L":[{"L":[{}]}]},{"L":[{"L":[{}]}]}]}`, `{"L":[{}]}`, `{"P":[{"P":[{},{}]}]}`, `{"L":[{"P":[{}]}]}`, `{"M":{"a":{"L":[{},{},{},{},{}]}}}`} {
		for _, n := range []int{100, 2000} {
			text := []byte(`{"L":[` + strings.Repeat(e+",", n) + e + `]}`)
			memory := func(decode func()) uint64 {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				decode()
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc
			}
			want := memory(func() { json.Unmarshal(text, new(plain.Tree)) })
			if got := memory(func() { new(Tree).UnmarshalJSON(text) }); got > 3*want+uint64(20*len(text)) {
				t.Errorf("decoding %d of %s takes %d bytes, encoding/json %d", n, e, got, want)
			}
		}
	}
}
