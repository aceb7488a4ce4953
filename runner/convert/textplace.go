package convert

import (
	"cmp"
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"bale/runner/inspect"
)

// A textPlace is a place in a type, that of a value in a JSON text.
type textPlace struct {
	path string       // as in names of differences; it ends where the type no longer tells what the text may have
	typ  reflect.Type // of the value, or of what holds it where path ends
	*textType
}

var (
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	timeType        = reflect.TypeFor[time.Time]()
)

// A textType is what is known of a type.
type textType struct {
	own     bool // it decodes itself from texts; those of times are known
	ownKeys bool // it is a map, whose keys do so
	fields  map[string]*reflect.StructField
}

// known returns what is known of a type.
func (c *textComparer) known(t reflect.Type) *textType {
	k := c.types[t]
	if k == nil {
		k = &textType{own: hasMethods(t), ownKeys: t.Kind() == reflect.Map && hasMethods(t.Key()), fields: map[string]*reflect.StructField{}}
		c.types[t] = k
	}
	return k
}

func hasMethods(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t != timeType && (p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler))
}

// at returns the place of the current value.
func (c *textComparer) at() textPlace {
	p := textPlace{typ: c.of}
	for i := 0; ; i++ {
		p.textType = c.known(p.typ)
		for p.typ.Kind() == reflect.Pointer && !p.own {
			p.typ = p.typ.Elem()
			p.textType = c.known(p.typ)
		}
		if p.own || i == len(c.path) || !p.enter(c.path[i]) {
			return p
		}
	}
}

// enter goes on to a part of the value. It reports false if the type does not tell what the parts are.
func (p *textPlace) enter(step string) bool {
	switch p.typ.Kind() {
	case reflect.Struct:
		f, ok := p.fields[step]
		if !ok {
			f = fieldNamed(p.typ, step)
			p.fields[step] = f
		}
		if f == nil {
			return false
		}
		p.path, p.typ = p.path+"."+f.Name, f.Type
	case reflect.Map:
		p.path, p.typ = p.path+"{}", p.typ.Elem()
	case reflect.Slice, reflect.Array:
		p.path, p.typ = p.path+"[]", p.typ.Elem()
	default:
		return false
	}
	return true
}

// fieldNamed returns the field of a struct that a member of a JSON object has, or nil.
func fieldNamed(t reflect.Type, name string) *reflect.StructField {
	var same *reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		tag, options, _ := inspect.JSONTag(f)
		if !f.IsExported() || f.Anonymous && tag+options == "" && f.Type.Kind() != reflect.Interface {
			continue
		}
		tag = cmp.Or(tag, f.Name)
		if tag == name {
			return &f
		}
		if same == nil && strings.EqualFold(tag, name) {
			same = &f
		}
	}
	return same
}

// holdsNames reports whether the value holds the names of all members, as a map does. What an interface has is a map, too.
func (p *textPlace) holdsNames() bool {
	return p.typ.Kind() == reflect.Map || p.typ.Kind() == reflect.Interface
}

// sameString reports whether two strings without escapes are the same value here: base64 may have line breaks, and times zeros.
func (p *textPlace) sameString(a, b string) bool {
	switch {
	case p.typ == timeType:
		return trimTime(a) == trimTime(b)
	case p.typ.Kind() == reflect.Slice && p.typ.Elem().Kind() == reflect.Uint8:
		return strings.NewReplacer("\r", "", "\n", "").Replace(a) == b
	}
	return false
}

// trimTime returns a time of RFC 3339 without zeros at the end of its fraction of a second. UTC is Z.
func trimTime(s string) string {
	zone := len(s)
	for _, utc := range []string{"Z", "+00:00", "-00:00"} {
		if before, ok := strings.CutSuffix(s, utc); ok {
			s, zone = before+"Z", len(before)
		}
	}
	if i := strings.LastIndexAny(s[:zone], "+-"); zone == len(s) && i > len("2006-01-02") {
		zone = i
	}
	seconds := s[:zone]
	if strings.Contains(seconds, ".") {
		seconds = strings.TrimRight(strings.TrimRight(seconds, "0"), ".")
	}
	return seconds + s[zone:]
}
