package convert

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// The kinds of differences between a JSON text and that of the value that was decoded from it. They are the last parts of names in -allow.
const (
	textUTF8      = "utf8"      // bytes that are not UTF-8, or half a surrogate pair
	textDuplicate = "duplicate" // a name that occurs twice in an object, also in upper and lower case if both are the same field
	textNumber    = "number"    // a number that the type does not hold
	textLength    = "elements"  // a list with more or fewer elements than the array has
	textOther     = "text"      // another text
)

// TextKinds lists the kinds.
var TextKinds = []string{textUTF8, textDuplicate, textNumber, textLength, textOther}

// textKinds has the kinds in words.
var textKinds = map[string]string{
	textUTF8:      "the text has bytes that are not UTF-8, or half a surrogate pair",
	textDuplicate: "the name occurs twice",
	textNumber:    "the number is not kept",
	textLength:    "the number of elements is not kept",
	textOther:     "the text is not kept",
}

// A textDifference is a part of a JSON text that does not survive decoding and encoding.
type textDifference struct {
	name, place, kind string
	before, after     []byte // nil if there is nothing
}

// Error implements error.
func (d *textDifference) Error() string {
	return fmt.Sprintf("%s: %s: %s comes back as %s; accept this with -allow %s", d.place, textKinds[d.kind], excerpt(d.before), excerpt(d.after), d.name)
}

// excerpt returns the beginning of a text for an error, with bytes that are not UTF-8 as numbers.
func excerpt(text []byte) string {
	const most = 60
	if text == nil {
		return "nothing"
	}
	var b strings.Builder
	for len(text) > 0 {
		if b.Len() > most {
			return b.String() + "..."
		}
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, text[0])
		} else {
			b.WriteRune(r)
		}
		text = text[n:]
	}
	return b.String()
}

// errNotJSON is the error for a record that a decoder accepts although it is no JSON text.
var errNotJSON = errors.New("the record is not a JSON text: bale convert cannot check that it survives decoding and encoding; accept this with -allow " + AllowText)

// A textComparer compares JSON texts with those of the values that were decoded from them. White space, escapes, the order of members and the
// notation of numbers make no difference, and neither do null, members that only one text has with an empty value, and what methods of types make
// of their texts.
type textComparer struct {
	typ     string       // name of the type
	of      reflect.Type // the type
	unknown bool         // members that the type does not have are accepted
	types   map[reflect.Type]*textType
	found   []*textDifference
	members []member // of the objects that are being compared
	path    []string // of the value: names of members; "" is an element of a list
}

// A member is a member of an object.
type member struct {
	name, value []byte // in the text
	key         string // the name without escapes
	other       int    // index of the member in the other text, or -1
}

// compare returns the differences between a text and the one that comes back.
func (c *textComparer) compare(text, back []byte) ([]*textDifference, error) {
	c.found, c.members, c.path = c.found[:0], c.members[:0], c.path[:0]
	a, b := &jsonText{data: text}, &jsonText{data: back}
	before, after := a.value(), b.value()
	if a.next() != 0 || b.next() != 0 {
		return nil, errNotJSON
	}
	if bytes.Equal(before, after) {
		return nil, nil
	}
	if err := c.value(before, after); err != nil {
		return nil, err
	}
	return c.found, nil
}

func (c *textComparer) value(before, after []byte) error {
	switch {
	case bytes.Equal(before, after) || string(before) == "null":
		return nil
	case before == nil || after == nil || len(c.path) > maxTextDepth:
		return errNotJSON
	case before[0] == '{' && after[0] == '{':
		return c.objects(before, after)
	case before[0] == '[' && after[0] == '[':
		return c.lists(before, after)
	case before[0] == '"' && after[0] == '"':
		if string(unquoted(before)) != string(unquoted(after)) {
			c.strings(before, after)
		}
	case isNumber(before) && isNumber(after):
		if !keepsNumber(before, after) {
			c.differ(textNumber, before, after)
		}
	default:
		c.differ(textOther, before, after)
	}
	return nil
}

// maxTextDepth is the depth of texts that are compared: that of encoding/json.
const maxTextDepth = 10000

func (c *textComparer) inside(step string, before, after []byte) error {
	c.path = append(c.path, step)
	err := c.value(before, after)
	c.path = c.path[:len(c.path)-1]
	return err
}

func (c *textComparer) lists(before, after []byte) error {
	a, b := &jsonText{data: before, at: 1}, &jsonText{data: after, at: 1}
	for {
		moreA, moreB := a.more(']'), b.more(']')
		switch {
		case !moreA && !moreB:
			return nil
		case moreA != moreB:
			c.differ(textLength, before, after)
			return nil
		}
		if err := c.inside("", a.value(), b.value()); err != nil {
			return err
		}
	}
}

// objects compares objects: each member before has one of its own after.
func (c *textComparer) objects(before, after []byte) error {
	start := len(c.members)
	defer func() { c.members = c.members[:start] }()
	if !c.readMembers(before) {
		return errNotJSON
	}
	middle := len(c.members)
	if !c.readMembers(after) {
		return errNotJSON
	}
	if c.pair(start, middle); middle-start != len(c.members)-middle && c.at().ownKeys {
		c.differ(textLength, before, after)
	}
	for i := start; i < middle; i++ {
		m := c.members[i]
		if m.other < 0 {
			if m.other == missing {
				c.missing(&m)
			}
			continue
		}
		if err := c.inside(m.key, m.value, c.members[m.other].value); err != nil {
			return err
		}
	}
	return nil
}

// readMembers appends the members of an object.
func (c *textComparer) readMembers(object []byte) bool {
	t := &jsonText{data: object, at: 1}
	for t.more('}') {
		name := t.value()
		if len(name) == 0 || name[0] != '"' || t.next() != ':' {
			return false
		}
		t.at++
		value := t.value()
		if value == nil {
			return false
		}
		c.members = append(c.members, member{name, value, string(unquoted(name)), missing})
	}
	return true
}

// Values of member.other that are not an index.
const (
	missing   = -1 // the other text does not have the member
	duplicate = -2 // another member has its counterpart
)

// pair finds the counterparts of the members from start to middle among those behind them: the members of the same name, or else, as fields have
// them, of a name that differs in upper and lower case.
func (c *textComparer) pair(start, middle int) {
	before, after := c.members[start:middle], c.members[middle:]
	exact, folded := map[string]int{}, map[string]int(nil)
	inOrder := len(before) == len(after)
	for i := range before {
		inOrder = inOrder && before[i].key == after[i].key
	}
	if inOrder {
		for i := range before {
			before[i].other = middle + i
		}
		return
	}
	for i := range after {
		exact[after[i].key] = i
	}
	for i := range before {
		m := &before[i]
		k, ok := exact[m.key]
		if !ok {
			if folded == nil {
				folded = map[string]int{}
				for k := range after {
					folded[foldName(after[k].key)] = k
				}
			}
			if k, ok = folded[foldName(m.key)]; !ok || !utf8.ValidString(m.key) {
				continue
			}
		}
		if first := after[k].other; first == missing {
			after[k].other = i
		} else {
			before[first].other = duplicate
			c.differ(textDuplicate, m.name, after[k].name)
			m.other = duplicate
			continue
		}
		m.other = middle + k
	}
}

// missing looks at a member that does not come back. Structs leave out fields with empty values, and maps leave out nothing.
func (c *textComparer) missing(m *member) {
	at := c.at()
	switch {
	case !isUnicode(m.name):
		c.differ(textUTF8, m.name, nil)
	case at.own || at.ownKeys || !at.holdsNames() && (string(m.value) == "null" || c.unknown):
	case at.holdsNames() || !isEmpty(m.value):
		c.path = append(c.path, m.key)
		c.differ(textOther, m.value, nil)
		c.path = c.path[:len(c.path)-1]
	}
}

// strings looks at strings that are not the same.
func (c *textComparer) strings(before, after []byte) {
	at := c.at()
	switch {
	case !isUnicode(before):
		c.differ(textUTF8, before, after)
	case at.sameString(string(unquoted(before)), string(unquoted(after))):
	default:
		c.differ(textOther, before, after)
	}
}

// differ adds a difference. Where a type has methods of its own, they decide what a text means, unless it is not one of Unicode, or ambiguous.
func (c *textComparer) differ(kind string, before, after []byte) {
	at := c.at()
	if at.own && kind != textUTF8 && kind != textDuplicate {
		return
	}
	place := c.typ + at.path
	c.found = append(c.found, &textDifference{place + "." + kind, place, kind, before, after})
}
