package loss

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"unicode/utf8"

	"bale/runner/inspect"
)

// sameForm compares a and b by their marshaled form, and records a loss. It returns false if the type's methods refuse one of them.
func (d *differ) sameForm(i *inspect.Info, a, b reflect.Value) bool {
	a, b = inspect.Accessible(a), inspect.Accessible(b)
	before, ok1 := i.Marshal(a)
	after, ok2 := i.Marshal(b)
	if !ok1 || !ok2 {
		return false
	}
	if bytes.Equal(before, after) || equal(a, b) {
		return true
	}
	if l := d.add(formKind(i, before, after)); l != nil {
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
func formKind(i *inspect.Info, before, after []byte) string {
	a, ok1 := parseJSON(before)
	b, ok2 := parseJSON(after)
	if i.Preferred() != (inspect.Methods{JSON: true}) || !ok1 || !ok2 {
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
