package layout

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Stamp returns the four bytes that stand for the layout of messages of a root: the first of the SHA-256 hash of the format's
// name and of the root's text.
func (l *Layout) Stamp(r *Rules, root string) uint32 {
	sum := sha256.Sum256([]byte(l.Format + " " + l.Text(r, root)))
	return binary.BigEndian.Uint32(sum[:])
}

// Text returns all that the bytes of messages of a root depend on, as a text such as struct(int64,string,[]struct(time.Time)).
// It has no names of fields and types, but for those of custom types. Definitions that lead to the same bytes have the same
// text, however they refer to each other; where one comes again, its number stands there.
func (l *Layout) Text(r *Rules, root string) string {
	w := &texter{layout: l, rules: r, class: l.classes(r), numbers: map[int]int{}}
	text := w.def(root)
	if n := l.Defs[root].Totals; n > 0 {
		text += fmt.Sprintf(" totals=%d", n)
	}
	return text
}

// difference returns what differs between two texts, with a little of what stands around it.
func difference(a, b string) (string, string) {
	const around = 30
	start, end := 0, 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	cut := func(text string) string {
		from, to := start-around, len(text)-end+around
		if to < len(text) {
			text = text[:to] + "..."
		}
		if from > 0 {
			text = "..." + text[from:]
		}
		return text
	}
	return cut(a), cut(b)
}

// A texter writes the text of a layout.
type texter struct {
	layout  *Layout
	rules   *Rules
	class   map[string]int // of a definition, by its name
	numbers map[int]int    // of the classes that are written
}

func (w *texter) def(name string) string {
	if number := w.numbers[w.class[name]]; number > 0 {
		return fmt.Sprintf("#%d", number)
	}
	w.numbers[w.class[name]] = len(w.numbers) + 1
	return w.layout.Defs[name].text(w.rules, w.def)
}

// classes numbers the definitions: those that lead to the same bytes have the same number. It begins with one class, and tells
// apart definitions with parts of different classes, until no class is divided any more.
func (l *Layout) classes(r *Rules) map[string]int {
	names := slices.Sorted(maps.Keys(l.Defs))
	class, count := map[string]int{}, 0
	for {
		next, texts := map[string]int{}, map[string]int{}
		for _, name := range names {
			text := l.Defs[name].text(r, func(part string) string { return fmt.Sprintf("#%d", class[part]) })
			if _, ok := texts[text]; !ok {
				texts[text] = len(texts)
			}
			next[name] = texts[text]
		}
		if len(texts) == count {
			return class
		}
		class, count = next, len(texts)
	}
}

// text is the text of a definition, in which ref returns that of another one.
func (d *Def) text(r *Rules, ref func(name string) string) string {
	if d.Kind == Value {
		return d.Type.text(r, ref)
	}
	var parts []string
	for _, f := range d.Fields {
		text := f.Type.text(r, ref)
		if f.Omit {
			text = "omitempty " + text
		}
		if d.Kind == Names {
			text = escape(f.Name) + " " + text
		}
		parts = append(parts, text)
	}
	word := map[Kind]string{Struct: "struct", Names: "names", Union: "union"}[d.Kind]
	if d.Evolve {
		word = "evolving " + word
	}
	return word + "(" + strings.Join(parts, ",") + ")"
}

// importPath is the import path of a package in front of a name, which has no meaning for the bytes.
var importPath = regexp.MustCompile(`[^][(){},*\s"]*\.`)

func (t *Type) text(r *Rules, ref func(name string) string) string {
	switch t.Op {
	case Basic:
		if t.Name == "byte" && !r.Bytes {
			return "uint8"
		}
		return t.Name
	case Custom:
		return strings.ToLower(t.Method) + "(" + importPath.ReplaceAllString(t.Name, "") + ")"
	case Slice:
		if t.Parallel {
			return "parallel []" + t.Elem.text(r, ref)
		}
		return "[]" + t.Elem.text(r, ref)
	case Array:
		return fmt.Sprintf("[%d]%s", t.Len, t.Elem.text(r, ref))
	case Map:
		return fmt.Sprintf("map[%s]%s", t.Key.text(r, ref), t.Elem.text(r, ref))
	case Pointer:
		return "*" + t.Elem.text(r, ref)
	case Ref:
		return ref(t.Name)
	}
	return t.String()
}
