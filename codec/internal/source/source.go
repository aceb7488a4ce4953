// Package source prints straight-line Go code for the types of a plan. It is shared by the codecs without a generator.
package source

import (
	"fmt"
	"strings"

	"bale/codec"
	"bale/model"
)

// A Writer prints the declarations of one adapter.
type Writer struct {
	in      *codec.Input
	imports map[string]codec.Import // by path
	numbers map[string]int          // of types that have functions, by the types' source and their unions
	queue   []model.Type
	depth   int
	b       strings.Builder
}

// New returns a Writer for one root of in. Text that the Writer does not print may use imports.
func New(in *codec.Input, imports ...codec.Import) *Writer {
	w := &Writer{in: in, imports: map[string]codec.Import{}, numbers: map[string]int{}}
	for _, im := range imports {
		w.imports[im.Path] = im
	}
	return w
}

// Line prints one or more lines.
func (w *Writer) Line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

// String returns the printed text.
func (w *Writer) String() string { return w.b.String() }

// Import returns the name of the package with this import path, which is the same for all roots.
func (w *Writer) Import(path string) string {
	im, ok := w.imports[path]
	if !ok {
		im = codec.Import{Name: "bale", Path: path}
		for _, r := range path {
			if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
				im.Name += string(r)
			} else {
				im.Name += fmt.Sprintf("_%x", r)
			}
		}
		w.imports[path] = im
	}
	return im.Name
}

// Used returns the imports that a text uses.
func (w *Writer) Used(text string) []codec.Import {
	var list []codec.Import
	for _, im := range w.imports {
		if strings.Contains(text, im.Name+".") {
			list = append(list, im)
		}
	}
	return list
}

// Type returns the source of a type.
func (w *Writer) Type(t model.Type) string {
	return model.GoType(t, func(path string) string {
		if path == w.in.Plan.In.Path {
			return ""
		}
		return w.Import(path)
	})
}

// Number returns the number of the functions for t. Each prints them.
func (w *Writer) Number(t model.Type) int {
	key := w.Type(t) + w.unions(t)
	n, ok := w.numbers[key]
	if !ok {
		n = len(w.numbers)
		w.numbers[key] = n
		w.queue = append(w.queue, t)
	}
	return n
}

// unions distinguishes types with the same source: two fields of type any may have different unions.
func (w *Writer) unions(t model.Type) (text string) {
	model.Walk(t, func(part model.Type) bool {
		i, ok := model.Underlying(part).(*model.Interface)
		if ok {
			for _, m := range i.Members {
				text += " " + w.Type(m)
			}
			text += ";"
		}
		_, named := part.(*model.Named)
		return !named && !ok
	})
	return text
}

// Each calls print for every type with a number, including those that get one during the calls.
func (w *Writer) Each(print func(n int, t model.Type)) {
	for n := 0; n < len(w.queue); n++ {
		print(n, w.queue[n])
	}
}

// Capture runs print and returns its output without printing it.
func (w *Writer) Capture(print func()) string {
	whole := w.b
	w.b = strings.Builder{}
	print()
	text := w.b.String()
	w.b = strings.Builder{}
	w.b.WriteString(whole.String())
	return text
}

// Name returns the name of a variable that does not exist in the enclosing scopes.
func (w *Writer) Name(stem string) string { return fmt.Sprintf("%s%d", stem, w.depth) }

// Scope runs print with new names.
func (w *Writer) Scope(print func()) {
	w.depth++
	print()
	w.depth--
}

// Loop prints a loop over the elements of x, unless print prints nothing.
func (w *Writer) Loop(x string, print func(elem string)) {
	w.Scope(func() {
		i := w.Name("i")
		if text := w.Capture(func() { print(fmt.Sprintf("%s[%s]", x, i)) }); text != "" {
			w.Line("for %s := range %s {\n%s}", i, x, text)
		}
	})
}

// LoopMap prints a loop over the entries of x, unless print prints nothing.
func (w *Writer) LoopMap(x string, print func(key, elem string)) {
	w.Scope(func() {
		k, e := w.Name("k"), w.Name("e")
		if text := w.Capture(func() { print(k, e) }); text != "" {
			w.Line("for %s, %s := range %s {\n_, _ = %s, %s\n%s}", k, e, x, k, e, text)
		}
	})
}

// Addr returns an expression for the address of x.
func Addr(x string) string {
	if p, ok := strings.CutPrefix(x, "(*"); ok && strings.IndexByte(p, ')') == len(p)-1 {
		return p[:len(p)-1]
	}
	return "&" + x
}

// HasFunction reports whether t has its own function: named structs, and other recursive named types.
func HasFunction(t model.Type) bool {
	n, ok := t.(*model.Named)
	if !ok {
		return false
	}
	apart := isNamedStruct(n)
	model.Walk(n.Underlying, func(part model.Type) bool {
		apart = apart || part == t
		return !apart && !isNamedStruct(part) // a named struct has its own function
	})
	return apart
}

func isNamedStruct(t model.Type) bool {
	n, ok := t.(*model.Named)
	if !ok {
		return false
	}
	_, ok = n.Underlying.(*model.Struct)
	return ok
}
