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

// Stamp returns the stamp of a root's messages: the first four bytes of the SHA-256 hash of the format's name and the root's text,
// in big-endian order.
func (l *Layout) Stamp(r *Rules, root string) uint32 {
	sum := sha256.Sum256([]byte(l.Format + " " + l.Text(r, root)))
	return binary.BigEndian.Uint32(sum[:])
}

// Text returns everything that the bytes of a root's messages depend on, as a text such as
// struct(int64,string,[]struct(time.Time)). It has no names of fields and types, except those of custom types and of fields that
// are encoded with their names. Definitions that lead to the same bytes have the same text, however they refer to each other. A
// repeated definition is a number, such as #2.
func (l *Layout) Text(r *Rules, root string) string {
	w := &textWriter{layout: l, rules: r, class: l.classes(r), numbers: map[int]int{}}
	text := w.def(root)
	if n := l.Defs[root].Totals; n > 0 {
		text += fmt.Sprintf(" totals=%d", n)
	}
	return text
}

// difference returns the parts of two texts that differ, with up to 30 bytes of context.
func difference(a, b string) (string, string) {
	const context = 30
	start, end := 0, 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	cut := func(text string) string {
		from, to := start-context, len(text)-end+context
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

// A textWriter writes the text of a layout.
type textWriter struct {
	layout  *Layout
	rules   *Rules
	class   map[string]int // classes of definitions, by name
	numbers map[int]int    // numbers of the classes that have been written, by class
}

// def returns the text of a definition, or its number if it has been written.
func (w *textWriter) def(name string) string {
	if number := w.numbers[w.class[name]]; number > 0 {
		return fmt.Sprintf("#%d", number)
	}
	w.numbers[w.class[name]] = len(w.numbers) + 1
	return w.layout.Defs[name].text(w.rules, w.def)
}

// classes divides the definitions into numbered classes: definitions that lead to the same bytes are in the same class. It starts
// with a single class, and splits classes whose definitions have parts in different classes, until none can be split.
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

// text returns the text of a definition. ref returns the text of another definition.
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
	if d.Sparse {
		word = "sparse " + word
	}
	return word + "(" + strings.Join(parts, ",") + ")"
}

// importPath matches the import path before a type's name, which does not affect the bytes.
var importPath = regexp.MustCompile(`[^][(){},*\s"]*\.`)

// text returns the text of a type. ref returns the text of a definition.
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
