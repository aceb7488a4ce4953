package fixed

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// check returns errors for fields that Skycoin's encoder would lose or could not decode, and for invalid tags.
func check(root *model.Named, _ *plan.Directives, home string) model.Errors {
	c := &checker{home: home, seen: map[visit]bool{}}
	c.walk(root, root.Name, true, true)
	return c.errs
}

// A checker walks over the types of a root, each at most twice: at the end of a message and elsewhere.
type checker struct {
	home string
	seen map[visit]bool
	errs model.Errors
}

// A visit is a type that has been checked. last means that it was at the end of a message.
type visit struct {
	typ  model.Type
	last bool
}

// walk checks the type t at path. last means that t is at the end of a message, and top that t is the root.
func (c *checker) walk(t model.Type, path string, last, top bool) {
	if n, ok := t.(*model.Named); ok {
		if c.seen[visit{t, last}] || !top && plan.MethodSuffix(n, c.home) != "" {
			return
		}
		c.seen[visit{t, last}] = true
	}
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		for i, f := range u.Fields {
			c.field(t, f, path+"."+f.Name, i == len(u.Fields)-1, last)
		}
	case *model.Slice, *model.Array:
		c.walk(plan.Elem(t), path+"[]", false, false)
	case *model.Map:
		c.walk(u.Key, path+"[key]", false, false)
		c.walk(u.Elem, path+"[]", false, false)
	case *model.Pointer:
		c.walk(u.Elem, path, last, false)
	}
}

// field checks a field of the struct t. lastField means that it is the last one of its struct, and last that the struct is at the end of a
// message.
func (c *checker) field(t model.Type, f *model.Field, path string, lastField, last bool) {
	if (coding{}).FieldRule(f).Skip {
		return
	}
	tag := reflect.StructTag(f.Tag).Get("enc")
	omits := strings.Contains(tag, ",omitempty")
	switch _, maxText, ok := strings.Cut(tag, ",maxlen="); {
	case !f.Exported && f.Package != c.home: // no format can access it
		return
	case !f.Exported:
		c.fail(t, f, path, "the fixed format has no unexported fields: mark it `bale:\"skip\"`, or use another format")
		return
	case omits && !lastField:
		c.fail(t, f, path, "omitempty is allowed only on the last field of a struct: a decoder cannot tell that another field is missing; move the field to the end, or remove the option")
	case omits && !last:
		c.fail(t, f, path, "omitempty is allowed only at the end of a message: the data after it would be decoded as this field; move it there, or remove the option")
	case ok:
		maxText, _, _ = strings.Cut(maxText, ",")
		if n, err := strconv.Atoi(maxText); err != nil || n < 0 {
			c.fail(t, f, path, "maxlen=%s is not a length: write an integer of at least 0, as in maxlen=64", maxText)
		}
	}
	c.walk(f.Type, path, lastField && last, false)
}

func (c *checker) fail(t model.Type, f *model.Field, path, format string, args ...any) {
	c.errs = append(c.errs, &model.Error{Pos: f.Pos, Path: path, Msg: fmt.Sprintf(format, args...) + plan.LeaveOut(t, f, f.Name, c.home)})
}

// unterminated reports whether the last field of t's messages is omitted when it is empty.
func unterminated(t *model.Named) bool { return endsUnterminated(t, map[model.Type]bool{}) }

func endsUnterminated(t model.Type, seen map[model.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := model.Underlying(t).(type) {
	case *model.Pointer:
		return endsUnterminated(u.Elem, seen)
	case *model.Struct:
		if len(u.Fields) > 0 {
			last := u.Fields[len(u.Fields)-1]
			rule := coding{}.FieldRule(last)
			return !rule.Skip && (rule.Omit || endsUnterminated(last.Type, seen))
		}
	}
	return false
}

// maxLen returns the maximum length of a field, 0 for no limit, or -1 for a field that is not encoded.
func maxLen(f *model.Field) int {
	rule := coding{}.FieldRule(f)
	if rule.Skip {
		return -1
	}
	return rule.Max
}
