package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// hidesParts reports whether values of i, which is sealed, have parts that only the type's own methods know: unexported fields of another
// module. Such values are compared by their marshalled form, and so are those of lists and maps. All others are compared by their fields,
// of which the form may leave some out.
func (i *info) hidesParts() bool {
	if i.hides == nil {
		hides := i.kind != reflect.Struct || i.ours || i.reachesHidden(map[*info]bool{})
		i.hides = &hides
	}
	return *i.hides
}

func (i *info) reachesHidden(seen map[*info]bool) bool {
	if i == nil || seen[i] {
		return false
	}
	seen[i] = true
	for _, f := range i.fields {
		if !f.ours || f.info.compared().reachesHidden(seen) {
			return true
		}
	}
	for _, m := range i.members {
		if m.compared().reachesHidden(seen) {
			return true
		}
	}
	return i.elem.compared().reachesHidden(seen) || i.key.compared().reachesHidden(seen)
}

// compared is i where its values may be compared part by part, nil where they are compared as a whole.
func (i *info) compared() *info {
	if i == nil || i.class == clock || i.class == sealed || i.class == checked {
		return nil
	}
	return i
}

// sameForm compares a and b, of a type that is compared by its marshalled form. It reports false if the type's methods refuse one of them.
func (d *differ) sameForm(i *info, a, b reflect.Value) bool {
	a, b = reach(a), reach(b)
	before, ok1 := i.marshal(a)
	after, ok2 := i.marshal(b)
	if !ok1 || !ok2 {
		return false
	}
	if bytes.Equal(before, after) || equal(a, b) {
		return true
	}
	if l := d.add(i.formKind(before, after)); l != nil {
		l.Before, l.After = around(formText(before), formText(after))
	}
	return true
}

// formText is a marshalled form as a text.
func formText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return fmt.Sprintf("%x", b)
}

// formKind is the kind of difference between two forms.
func (i *info) formKind(before, after []byte) string {
	a, ok1 := parsed(before)
	b, ok2 := parsed(after)
	if i.first() != (methods{json: true}) || !ok1 || !ok2 {
		return KindValue
	}
	kind := ""
	if !sameButEmpty(a, b, &kind) {
		return KindValue
	}
	return kind
}

// parsed is the value of a JSON text.
func parsed(b []byte) (v any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	return v, d.Decode(&v) == nil
}

// sameButEmpty reports whether a and b, of JSON, differ in nothing but null and empty. The kind of the first such difference is written to kind.
func sameButEmpty(a, b any, kind *string) bool {
	set := func(k string) bool {
		if *kind == "" {
			*kind = k
		}
		return true
	}
	switch {
	case a == nil && b != nil:
		return isEmpty(b) && set(KindNilEmpty)
	case a != nil && b == nil:
		return isEmpty(a) && set(KindEmptyNil)
	}
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		same := ok && len(a) == len(b)
		for k := 0; same && k < len(a); k++ {
			same = sameButEmpty(a[k], b[k], kind)
		}
		return same
	case map[string]any:
		b, ok := b.(map[string]any)
		same := ok && len(a) == len(b)
		for k := range a {
			other, has := b[k]
			same = same && has && sameButEmpty(a[k], other, kind)
		}
		return same
	}
	return reflect.DeepEqual(a, b)
}

// isEmpty reports whether v, of JSON, is a list, map or string of length 0. Bytes are a string.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return v == ""
}
