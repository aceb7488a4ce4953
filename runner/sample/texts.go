package sample

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"time"

	"bale/runner/inspect"
)

// probe is the result of testing which texts or values a type accepts.
type probe struct {
	forms []form          // of a custom type: the texts that it accepts
	free  bool            // of a validated type: it accepts all values
	valid []reflect.Value // of a validated type that is not free: values that it accepts, or else the zero value
}

// form is a kind of text that a type may accept.
type form struct {
	fixed  string
	random func(r *rand.Rand) string
}

// forms lists the texts that are tested on types whose fields this package does not set.
var forms = []form{
	{"12345", func(r *rand.Rand) string { return fmt.Sprint(signed(r, 64)) }},
	{"3.25", func(r *rand.Rand) string { return fmt.Sprintf("%d.%02d", signed(r, 32), r.IntN(100)) }},
	{"192.0.2.7", func(r *rand.Rand) string { return fmt.Sprintf("192.0.2.%d", r.IntN(256)) }},
	{"2001:db8::1", func(r *rand.Rand) string { return fmt.Sprintf("2001:db8::%x:%x", 1+r.IntN(0xffff), r.IntN(0x10000)) }},
	{"192.0.2.0/24", func(r *rand.Rand) string { return fmt.Sprintf("10.%d.0.0/%d", r.IntN(256), 16+r.IntN(17)) }},
	{"192.0.2.7:8080", func(r *rand.Rand) string { return fmt.Sprintf("192.0.2.%d:%d", r.IntN(256), 1+r.IntN(65535)) }},
	{"6ba7b810-9dad-41d1-80b4-00c04fd430c8", uuid},
	{"01arz3ndektsv4rrffq69g5fav", nil},
	{"01ARZ3NDEKTSV4RRFFQ69G5FAV", nil},
	{"https://example.com/a/b?c=d", func(r *rand.Rand) string { return fmt.Sprintf("https://example.com/%s?id=%d", word(r), r.IntN(1e6)) }},
	{"2021-03-04", func(r *rand.Rand) string { return time.Unix(r.Int64N(lastSecond), 0).UTC().Format("2006-01-02") }},
	{"2021-03-04T05:06:07Z", func(r *rand.Rand) string { return time.Unix(r.Int64N(lastSecond), 0).UTC().Format(time.RFC3339) }},
	{"05:06:07", nil},
	{"1h30m0s", nil},
	{"true", nil},
	{"deadbeef", hex},
	{"en", nil},
	{"example", word},
}

func uuid(r *rand.Rand) string {
	a, b := r.Uint64(), r.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", a>>32, a>>16&0xffff, a&0xfff, b>>48&0xfff, b&0xffffffffffff)
}

// hex returns eight hexadecimal digits. They are never a number outside the range of float64, such as 4793e342, since JSON parsers may
// refuse that.
func hex(r *rand.Rand) string {
	s := fmt.Sprintf("%08x", r.Uint32())
	if _, err := strconv.ParseFloat(s, 64); errors.Is(err, strconv.ErrRange) {
		return "f" + s[1:]
	}
	return s
}

// parse sets v from a text of forms. It leaves v zero and returns false if the type refuses the text.
func parse(i *inspect.Info, v reflect.Value, text string) bool {
	v.SetZero()
	var ok bool
	if i.Text || i.Binary {
		ok = i.Unmarshal(v, []byte(text))
	} else {
		ok = json.Valid([]byte(text)) && i.Unmarshal(v, []byte(text)) || i.Unmarshal(v, []byte(`"`+text+`"`))
	}
	if ok && i.Preferred().RoundTrips(v) {
		return true
	}
	v.SetZero()
	return false
}

// acceptedForms returns the forms that a custom type accepts.
func (m *maker) acceptedForms(i *inspect.Info) []form {
	p := m.probes[i]
	if p == nil {
		p = &probe{}
		m.probes[i] = p
		v := reflect.New(i.Type).Elem()
		for _, f := range forms {
			if parse(i, v, f.fixed) {
				p.forms = append(p.forms, f)
			}
		}
	}
	return p.forms
}

// allowed tests which values a validated type accepts: an enumeration often accepts only a few numbers.
func (m *maker) allowed(i *inspect.Info) *probe {
	p := m.probes[i]
	if p != nil {
		return p
	}
	p = &probe{free: true}
	m.probes[i] = p
	r := rand.New(rand.NewPCG(1, 1))
	v := reflect.New(i.Type).Elem()
	back := func() bool {
		b, ok := i.Marshal(v)
		c := reflect.New(i.Type).Elem()
		return ok && i.Unmarshal(c, b) && c.Interface() == v.Interface()
	}
	for k := 0; k < 16 && p.free; k++ {
		random(r, v)
		p.free = back()
	}
	if p.free {
		return p
	}
	keep := func() {
		if back() {
			c := reflect.New(i.Type).Elem()
			c.Set(v)
			p.valid = append(p.valid, c)
		}
	}
	switch {
	case v.CanInt():
		for n := int64(0); n < 128; n++ {
			v.SetInt(n)
			keep()
		}
	case v.CanUint():
		for n := uint64(0); n < 128; n++ {
			v.SetUint(n)
			keep()
		}
	case i.Kind == reflect.String:
		for _, f := range forms {
			v.SetString(f.fixed)
			keep()
		}
	}
	if p.valid == nil {
		p.valid = []reflect.Value{reflect.Zero(i.Type)}
	}
	return p
}
