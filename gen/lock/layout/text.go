package layout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Lines returns the layout as lines, in the order of type names.
func (l *Layout) Lines() []*Line {
	var list []*Line
	for _, name := range slices.Sorted(maps.Keys(l.Defs)) {
		d := l.Defs[name]
		list = append(list, &Line{Numbering: l.Format, Owner: name, Head: true, Form: d.head(), Removed: d.Removed})
		fields := slices.Clone(d.Fields)
		if d.Kind == Names {
			slices.SortStableFunc(fields, func(a, b *Field) int { return strings.Compare(a.Name, b.Name) })
		}
		for i, f := range fields {
			line := &Line{Numbering: l.Format, Owner: name, Field: escape(f.Name), Number: i + 1, Form: f.form(), Removed: f.Removed}
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
	switch {
	case d.Kept != 0:
		words = append(words, fmt.Sprintf("stamped=%08x", d.Kept))
	case d.Stamp:
		words = append(words, "stamped")
	}
	words = append(words, d.kind())
	if d.Totals > 0 {
		words = append(words, fmt.Sprintf("totals=%d", d.Totals))
	}
	if d.Version > 0 {
		words = append(words, fmt.Sprintf("layout=%d", d.Version))
	}
	if d.Check > 0 {
		words = append(words, fmt.Sprintf("check=%08x", d.Check))
	}
	return strings.Join(words, " ")
}

// kind returns the kind of a definition as the lock file has it.
func (d *Def) kind() string {
	switch {
	case d.Kind == Names:
		return "struct with names"
	case d.Kind == Union:
		return "union"
	case d.Kind == Value:
		return d.Type.String()
	case d.Evolve && d.Accepted > 0:
		return fmt.Sprintf("evolving struct accepted=%d", d.Accepted)
	case d.Evolve:
		return "evolving struct"
	case d.Sparse:
		return "sparse struct"
	}
	return "struct"
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
	p := &lineParser{layout: &Layout{Format: now.Format, Defs: map[string]*Def{}}, now: now, last: map[string]int{}}
	p.lines(lines)
	return p.layout, p.bad
}

// lines parses the lines.
func (p *lineParser) lines(lines []*Line) {
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
}

// A lineParser collects the layout and the errors.
type lineParser struct {
	layout *Layout
	now    *Layout        // the layout of the source, for advice
	last   map[string]int // number of the last field, by name of definition
	bad    []LineError
	// versions means that the lines are those of versions: an evolving struct has no line among them.
	versions bool
	accepted map[string]int // accepted changes of evolving structs, by name
}

// fail records an error in a line.
func (p *lineParser) fail(at int, format string, args ...any) {
	p.bad = append(p.bad, LineError{at, fmt.Sprintf(format, args...)})
}

// restore is the advice for damaged and missing lines.
const restore = "restore the line as it was in an earlier commit, or run bale gen -accept if nobody keeps such messages"

// lost returns the line of a type that has none. The type is described as it is now; if it is gone, as an ellipsis.
func (p *lineParser) lost(name string) string {
	head := "..."
	if d := p.now.Defs[name]; d != nil {
		head = d.head()
	}
	return fmt.Sprintf("%s %s: %s", p.layout.Format, name, head)
}

// head parses the head of a definition.
func (p *lineParser) head(line *Line) {
	if other := p.layout.Defs[line.Owner]; other != nil {
		p.fail(line.At, "line %d already describes %s: delete the line that describes no existing messages", other.At, line.Owner)
		return
	}
	d := &Def{Name: line.Owner, Removed: line.Removed, At: line.At}
	p.layout.Defs[line.Owner] = d
	form := line.Form
	if front, text, ok := cutLast(form, " check="); ok {
		check, err := strconv.ParseUint(text, 16, 32)
		if err != nil {
			p.fail(line.At, "%q is not a hash: %s", text, restore)
		}
		form, d.Check = front, uint32(check)
	}
	form, d.Version = p.number(line, form, " layout=")
	form, d.Totals = p.number(line, form, " totals=")
	form, d.Accepted = p.number(line, form, " accepted=")
	form, d.Root = strings.CutPrefix(form, "root ")
	form, d.Stamp = strings.CutPrefix(form, "stamped ")
	if text, rest, ok := strings.Cut(form, " "); ok && strings.HasPrefix(text, "stamped=") {
		stamp, err := strconv.ParseUint(text[len("stamped="):], 16, 32)
		if err != nil {
			p.fail(line.At, "%q is not a stamp: %s", text, restore)
		}
		form, d.Stamp, d.Kept = rest, true, uint32(stamp)
	}
	switch form {
	case "evolving struct":
		d.Evolve = true
	case "sparse struct":
		d.Sparse = true
	case "struct":
	case "struct with names":
		d.Kind = Names
	case "union":
		d.Kind = Union
	default:
		d.Kind, d.Type = Value, p.typ(line.At, form)
	}
}

// number cuts the number after a word off the end of the form of a line. It is 0 if the word is not there.
func (p *lineParser) number(line *Line, form, word string) (rest string, n int) {
	rest, text, ok := cutLast(form, word)
	if !ok {
		return form, 0
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		p.fail(line.At, "%q is not a number: %s", text, restore)
	}
	return rest, n
}

// field parses a field.
func (p *lineParser) field(line *Line) {
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
	if d.Kind == Struct && !f.Removed {
		if other := indexOf(d.live(), f.Name); other >= 0 {
			p.fail(line.At, "line %d has the field already: %s", d.live()[other].At, restore)
		}
	}
	d.Fields = append(d.Fields, f)
}

// refs reports names that have no definition.
func (p *lineParser) refs() {
	var look func(at int, t *Type)
	look = func(at int, t *Type) {
		if t == nil {
			return
		}
		if t.Op == Ref && p.layout.Defs[t.Name] == nil && !p.evolves(t.Name) {
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

// evolves reports whether a name without a definition is that of an evolving struct in the lines of versions.
func (p *lineParser) evolves(name string) bool { return p.versions && !versioned(name) }

// typ parses a type, and reports an error if it is malformed.
func (p *lineParser) typ(at int, text string) *Type {
	t := parseType(text)
	if t == nil {
		p.fail(at, "%q is no type: want one such as []Line or map[string]int64; %s", text, restore)
		return &Type{Op: Basic, Name: text}
	}
	return t
}
