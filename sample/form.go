package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// hasHiddenParts reports whether values of i, which is custom, have parts that are accessible only through the type's own methods:
// unexported fields of another module. Such values are compared by their marshaled form, and so are custom lists and maps. All others
// are compared by their fields, since the form may leave some out.
func (i *info) hasHiddenParts() bool {
	if i.hidden == nil {
		hides := i.kind != reflect.Struct || i.inHome || i.reachesHidden(map[*info]bool{})
		i.hidden = &hides
	}
	return *i.hidden
}

func (i *info) reachesHidden(seen map[*info]bool) bool {
	if i == nil || seen[i] {
		return false
	}
	seen[i] = true
	for _, f := range i.fields {
		if !f.settable || f.info.compared().reachesHidden(seen) {
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

// compared returns i if its values may be compared part by part, or nil if they are compared as a unit.
func (i *info) compared() *info {
	if i == nil || i.class == timestamp || i.class == custom || i.class == validated {
		return nil
	}
	return i
}

// sameForm compares a and b by their marshaled form, and records a loss. It returns false if the type's methods refuse one of them.
func (d *differ) sameForm(i *info, a, b reflect.Value) bool {
	a, b = accessible(a), accessible(b)
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

// formText returns a marshaled form as text.
func formText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return fmt.Sprintf("%x", b)
}

// formKind returns the kind of the difference between two forms.
func (i *info) formKind(before, after []byte) string {
	a, ok1 := parseJSON(before)
	b, ok2 := parseJSON(after)
	if i.preferred() != (methods{json: true}) || !ok1 || !ok2 {
		return KindValue
	}
	kind := ""
	if !sameExceptEmpty(a, b, &kind) {
		return KindValue
	}
	return kind
}

// parseJSON returns the value of a JSON text.
func parseJSON(b []byte) (v any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	return v, d.Decode(&v) == nil
}

// sameExceptEmpty reports whether a and b, decoded JSON, differ only in null and empty. It sets kind to the kind of the first such
// difference.
func sameExceptEmpty(a, b any, kind *string) bool {
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
			same = sameExceptEmpty(a[k], b[k], kind)
		}
		return same
	case map[string]any:
		b, ok := b.(map[string]any)
		same := ok && len(a) == len(b)
		for k := range a {
			other, has := b[k]
			same = same && has && sameExceptEmpty(a[k], other, kind)
		}
		return same
	}
	return reflect.DeepEqual(a, b)
}

// isEmpty reports whether v, decoded JSON, is a list, map or string of length 0. Byte slices are strings.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return v == ""
}
