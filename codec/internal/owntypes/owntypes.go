// Package owntypes is shared by the codecs whose generator adds methods to the user's own types. It decides which types can have
// methods, and prints the file that the generator reads in place of the user's files, which may contain declarations that it cannot
// handle.
package owntypes

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// Refuse returns a Caps.Refuse for types that the methods cannot be added to. Types of other packages cannot have methods, except that
// every generator handles time.Duration as an integer.
func Refuse(methods ...string) func(model.Type, *lower.Package) string {
	return func(t model.Type, in *lower.Package) string {
		n, named := t.(*model.Named)
		s, _ := model.Underlying(t).(*model.Struct)
		switch {
		case named && n.Package == "time" && n.Name == "Duration":
			return ""
		case named && n.Package != in.Path:
			return "a type of another package"
		case named && len(n.Args) > 0:
			return "an instance of a generic type"
		case !named && s != nil && slices.ContainsFunc(s.Fields, special):
			return "a struct without a name, with tags or embedded fields"
		}
		for _, m := range methods {
			if named && slices.Contains(n.Methods.Names, m) {
				return "already has a method " + m
			}
			if s != nil && slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return f.Name == m }) {
				return "a field " + m
			}
		}
		return ""
	}
}

// special reports whether f is a field that a generator would have to repeat in the source of an unnamed struct type.
func special(f *model.Field) bool { return f.Embedded || f.Tag != "" }

// Omits returns a function that reports whether a type in p's carriers has a field that may be omitted from a message. Decoding into a
// used value then keeps the old value of the field.
func Omits(p *lower.Plan) func(model.Type) bool {
	mirrors := mirrorsOf(p)
	return func(t model.Type) bool {
		n, _ := t.(*model.Named)
		if m := mirrors[n]; m != nil {
			return slices.ContainsFunc(m.Fields, func(f *lower.Field) bool { return strings.Contains(f.Tag, ",omit") })
		}
		s, ok := model.Underlying(t).(*model.Struct)
		return ok && slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return strings.Contains(f.Tag, ",omit") })
	}
}

func mirrorsOf(p *lower.Plan) map[*model.Named]*lower.Msg {
	mirrors := map[*model.Named]*lower.Msg{}
	for _, m := range p.Msgs {
		mirrors[m.Go] = m
	}
	return mirrors
}

// Structs returns the names of the structs that [Source] declares, for generators that take a list of types.
func Structs(p *lower.Plan) []string {
	var names []string
	for i := range p.Roots {
		p.Walk(i, func(t model.Type) {
			n, ok := t.(*model.Named)
			if !ok || n.Package != p.In.Path || slices.Contains(names, n.Name) {
				return
			}
			if _, ok := n.Underlying.(*model.Struct); ok {
				names = append(names, n.Name)
			}
		})
	}
	return names
}

// Options describe the declarations that a generator needs.
type Options struct {
	Before func(n *model.Named) string // the line before a declaration
	After  func(n *model.Named) string // the lines after it
	Tag    func(tag string) string     // the part of a field's tag that the generator reads; nil means all
	// TagOf returns the tag of a field of type t, in place of its own tag. Nil means that Tag applies.
	TagOf func(t model.Type) string
}

// Source returns declarations of the user's types and the mirrors that the carriers of a plan consist of. Blank fields are left out,
// since the generated methods are compiled with the real types.
func Source(in *codec.Input, opt Options) []byte {
	w := &writer{in: in, opt: opt, seen: map[model.Type]bool{}, mirrors: mirrorsOf(in.Plan)}
	for _, r := range in.Plan.Roots {
		w.walk(r.Node.Go)
	}
	var head bytes.Buffer
	fmt.Fprintf(&head, "package %s\n\n", in.Name)
	slices.Sort(w.imports)
	for _, path := range w.imports {
		fmt.Fprintf(&head, "import %q\n\n", path)
	}
	return append(head.Bytes(), w.b.Bytes()...)
}

type writer struct {
	in      *codec.Input
	opt     Options
	seen    map[model.Type]bool
	mirrors map[*model.Named]*lower.Msg
	imports []string
	b       bytes.Buffer
}

func (w *writer) walk(t model.Type) {
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	if n, ok := t.(*model.Named); ok {
		w.declare(n)
		return
	}
	for child := range model.Children(t) {
		w.walk(child)
	}
}

func (w *writer) declare(n *model.Named) {
	if n.Package != w.in.Plan.In.Path {
		return
	}
	if w.opt.Before != nil {
		fmt.Fprintln(&w.b, w.opt.Before(n))
	}
	fmt.Fprintf(&w.b, "type %s %s\n\n", n.Name, w.body(n))
	if w.opt.After != nil {
		fmt.Fprintln(&w.b, w.opt.After(n))
	}
	if m := w.mirrors[n]; m != nil {
		for _, f := range m.Fields {
			w.walk(f.Node.Go)
		}
		return
	}
	w.walk(n.Underlying)
}

func (w *writer) body(n *model.Named) string {
	s, ok := n.Underlying.(*model.Struct)
	if !ok {
		return w.spell(n.Underlying)
	}
	var b strings.Builder
	b.WriteString("struct {\n")
	if m := w.mirrors[n]; m != nil {
		for i, f := range m.Fields {
			tag := f.Tag
			if w.in.Plan.Caps.Tag != nil {
				tag = w.in.Plan.Caps.Tag(f, i)
			}
			fmt.Fprintf(&b, "\t%s %s %s\n", f.Go, w.spell(f.Node.Go), w.tag(f.Node.Go, tag))
		}
		return b.String() + "}"
	}
	for _, f := range s.Fields {
		name := f.Name
		if f.Embedded {
			name = ""
		}
		fmt.Fprintf(&b, "\t%s %s %s\n", name, w.spell(f.Type), w.tag(f.Type, f.Tag))
	}
	return b.String() + "}"
}

// tag returns the tag in back quotes if possible, since some generators cannot read other quotes.
func (w *writer) tag(t model.Type, tag string) string {
	switch {
	case w.opt.TagOf != nil:
		tag = w.opt.TagOf(t)
	case w.opt.Tag != nil:
		tag = w.opt.Tag(tag)
	}
	switch {
	case tag == "":
		return ""
	case strconv.CanBackquote(tag):
		return "`" + tag + "`"
	}
	return strconv.Quote(tag)
}

// spell returns the source of t. Elements of byte strings are written as byte, since generators that read source do not recognize
// uint8.
func (w *writer) spell(t model.Type) string {
	text := model.GoType(t, func(path string) string {
		if path == w.in.Plan.In.Path {
			return ""
		}
		if !slices.Contains(w.imports, path) {
			w.imports = append(w.imports, path)
		}
		return path[strings.LastIndexByte(path, '/')+1:]
	})
	return strings.ReplaceAll(text, "]uint8", "]byte")
}
