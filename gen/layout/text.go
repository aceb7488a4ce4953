package layout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bale/schema"
)

// A Line is a line of the lock file: the head of a definition, or one of its fields.
//
//	compact Order: root stamped struct totals=1
//	compact Order.Lines 3 []Line
type Line struct {
	Owner, Field string
	Head         bool
	Number       int // position from 1, or Unplaced if the field has its name in the message
	Form         string
	Removed      bool
	At           int // line number in the file
}

// Unplaced is the number of a field that has its name in the message.
const Unplaced = -1

// Lines returns the layout as lines, in the order of type names.
func (l *Layout) Lines() []*Line {
	var list []*Line
	for _, name := range slices.Sorted(maps.Keys(l.Defs)) {
		d := l.Defs[name]
		list = append(list, &Line{Owner: name, Head: true, Form: d.head(), Removed: d.Removed})
		fields := slices.Clone(d.Fields)
		if d.Kind == Names {
			slices.SortStableFunc(fields, func(a, b *Field) int { return strings.Compare(a.Name, b.Name) })
		}
		for i, f := range fields {
			line := &Line{Owner: name, Field: escape(f.Name), Number: i + 1, Form: f.form(), Removed: f.Removed}
			if d.Kind == Names {
				line.Number = Unplaced
			}
			list = append(list, line)
		}
	}
	return list
}

// head returns the text after the name of a definition.
func (d *Def) head() string {
	var words []string
	if d.Root {
		words = append(words, "root")
	}
	if d.Stamp {
		words = append(words, "stamped")
	}
	switch d.Kind {
	case Struct:
		if d.Evolve {
			words = append(words, "evolving")
		}
		words = append(words, "struct")
	case Names:
		words = append(words, "struct with names")
	case Union:
		words = append(words, "union")
	case Value:
		words = append(words, d.Type.String())
	}
	if d.Totals > 0 {
		words = append(words, fmt.Sprintf("totals=%d", d.Totals))
	}
	return strings.Join(words, " ")
}

// form returns the text after the number of a field.
func (f *Field) form() string {
	if f.Omit {
		return "omitempty " + f.Type.String()
	}
	return f.Type.String()
}

// String returns the type as the lock file has it.
func (t *Type) String() string {
	switch t.Op {
	case Time:
		return "time.Time"
	case Custom:
		return strings.ToLower(t.Method) + "(" + t.Name + ")"
	case Slice:
		if t.Parallel {
			return "parallel []" + t.Elem.String()
		}
		return "[]" + t.Elem.String()
	case Array:
		return fmt.Sprintf("[%d]%s", t.Len, t.Elem)
	case Map:
		return fmt.Sprintf("map[%s]%s", t.Key, t.Elem)
	case Pointer:
		return "*" + t.Elem.String()
	}
	return t.Name
}

// escape writes characters that would end a name in the lock file as %XX.
func escape(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c == '.' || c == ':' || c == '%' || c == 0x7f {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	if name == "" {
		return "%"
	}
	return b.String()
}

// unescape is the inverse of escape.
func unescape(text string) string {
	if text == "%" {
		return ""
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if c, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// A LineError describes an error in a line of the lock file.
type LineError struct {
	At  int
	Msg string
}

// Parse parses lines of the lock file in the format of now, the layout of the source. It returns their layout, and what is wrong with them.
func Parse(now *Layout, lines []*Line) (*Layout, []LineError) {
	p := &parser{layout: &Layout{Format: now.Format, Defs: map[string]*Def{}}, now: now, last: map[string]int{}}
	for _, line := range lines {
		if line.Head {
			p.head(line)
		}
	}
	fields := slices.DeleteFunc(slices.Clone(lines), func(l *Line) bool { return l.Head })
	slices.SortStableFunc(fields, func(a, b *Line) int { return cmp.Compare(a.Number, b.Number) })
	for _, line := range fields {
		p.field(line)
	}
	p.refs()
	return p.layout, p.bad
}

// A parser collects the layout and the errors.
type parser struct {
	layout *Layout
	now    *Layout        // the layout of the source, for advice
	last   map[string]int // number of the last field, by name of definition
	bad    []LineError
}

// fail records an error in a line.
func (p *parser) fail(at int, format string, args ...any) {
	p.bad = append(p.bad, LineError{at, fmt.Sprintf(format, args...)})
}

// restore is the advice for damaged and missing lines.
const restore = "restore the line as it was in an earlier commit, or run bale gen -accept if nobody keeps such messages"

// lost returns the line of a type that has none. The type is described as it is now; if it is gone, as an ellipsis.
func (p *parser) lost(name string) string {
	head := "..."
	if d := p.now.Defs[name]; d != nil {
		head = d.head()
	}
	return fmt.Sprintf("%s %s: %s", p.layout.Format, name, head)
}

// head parses the head of a definition.
func (p *parser) head(line *Line) {
	if other := p.layout.Defs[line.Owner]; other != nil {
		p.fail(line.At, "line %d already describes %s: delete the line that describes no existing messages", other.At, line.Owner)
		return
	}
	d := &Def{Name: line.Owner, Removed: line.Removed, At: line.At}
	p.layout.Defs[line.Owner] = d
	form := line.Form
	if front, totals, ok := cutLast(form, " totals="); ok {
		n, err := strconv.Atoi(totals)
		if err != nil {
			p.fail(line.At, "%q is not a number of totals: %s", totals, restore)
		}
		form, d.Totals = front, n
	}
	form, d.Root = strings.CutPrefix(form, "root ")
	form, d.Stamp = strings.CutPrefix(form, "stamped ")
	switch form {
	case "evolving struct":
		d.Evolve = true
	case "struct":
	case "struct with names":
		d.Kind = Names
	case "union":
		d.Kind = Union
	default:
		d.Kind, d.Type = Value, p.typ(line.At, form)
	}
}

// field parses a field.
func (p *parser) field(line *Line) {
	d := p.layout.Defs[line.Owner]
	if d == nil || d.Kind == Value {
		p.fail(line.At, "there is no line `%s` for this field: %s", p.lost(line.Owner), restore)
		return
	}
	f := &Field{Name: unescape(line.Field), Removed: line.Removed, At: line.At}
	form, omit := strings.CutPrefix(line.Form, "omitempty ")
	f.Omit, f.Type = omit, p.typ(line.At, form)
	if last := p.last[line.Owner]; d.Kind != Names && line.Number != last+1 {
		p.fail(line.At, "there is no place %d in front of this one: %s", last+1, restore)
	}
	p.last[line.Owner] = line.Number
	d.Fields = append(d.Fields, f)
}

// refs reports names that have no definition.
func (p *parser) refs() {
	var look func(at int, t *Type)
	look = func(at int, t *Type) {
		if t == nil {
			return
		}
		if t.Op == Ref && p.layout.Defs[t.Name] == nil {
			p.fail(at, "there is no line `%s`: %s", p.lost(t.Name), restore)
		}
		look(at, t.Key)
		look(at, t.Elem)
	}
	for _, name := range slices.Sorted(maps.Keys(p.layout.Defs)) {
		d := p.layout.Defs[name]
		look(d.At, d.Type)
		for _, f := range d.Fields {
			look(f.At, f.Type)
		}
	}
}

// typ parses a type, and reports an error if it is malformed.
func (p *parser) typ(at int, text string) *Type {
	t, rest := parseType(text)
	if t == nil || rest != "" {
		p.fail(at, "%q is no type: want one such as []Line or map[string]int64; %s", text, restore)
		return &Type{Op: Basic, Name: text}
	}
	return t
}

// basicNames are the names of basic types.
var basicNames = func() map[string]bool {
	m := map[string]bool{"byte": true}
	for k := schema.Bool; k <= schema.String; k++ {
		m[k.String()] = true
	}
	return m
}()

// parseType parses the type at the start of text, and returns it with the rest of text. It returns nil if there is no type.
func parseType(text string) (*Type, string) {
	elem := func(t *Type, rest string) (*Type, string) {
		t.Elem, rest = parseType(rest)
		if t.Elem == nil {
			return nil, rest
		}
		return t, rest
	}
	if rest, ok := strings.CutPrefix(text, "parallel []"); ok {
		return elem(&Type{Op: Slice, Parallel: true}, rest)
	}
	if rest, ok := strings.CutPrefix(text, "[]"); ok {
		return elem(&Type{Op: Slice}, rest)
	}
	if rest, ok := strings.CutPrefix(text, "*"); ok {
		return elem(&Type{Op: Pointer}, rest)
	}
	if rest, ok := strings.CutPrefix(text, "map["); ok {
		key, rest := parseType(rest)
		rest, ok := strings.CutPrefix(rest, "]")
		if key == nil || !ok {
			return nil, rest
		}
		return elem(&Type{Op: Map, Key: key}, rest)
	}
	if rest, ok := strings.CutPrefix(text, "["); ok {
		number, rest, ok := strings.Cut(rest, "]")
		n, err := strconv.ParseInt(number, 10, 64)
		if !ok || err != nil || n < 0 {
			return nil, rest
		}
		return elem(&Type{Op: Array, Len: n}, rest)
	}
	end := nameEnd(text)
	name, rest := text[:end], text[end:]
	switch {
	case name == "":
		return nil, rest
	case name == "time.Time":
		return &Type{Op: Time}, rest
	case basicNames[name]:
		return &Type{Op: Basic, Name: name}, rest
	}
	for _, method := range []string{"Binary", "Text", "JSON", "Gob"} {
		if inner, ok := strings.CutPrefix(name, strings.ToLower(method)+"("); ok && strings.HasSuffix(inner, ")") {
			return &Type{Op: Custom, Name: strings.TrimSuffix(inner, ")"), Method: method}, rest
		}
	}
	return &Type{Op: Ref, Name: name}, rest
}

// nameEnd returns the length of the name at the start of text, which ends at a space, at a bracket that it does not open, or at the
// end of text. The arguments of a generic type may have struct tags in quotes.
func nameEnd(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			if depth--; depth < 0 {
				return i
			}
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case ' ':
			if depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// cutLast is strings.Cut for the last occurrence of sep. If there is none, before is text.
func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}
