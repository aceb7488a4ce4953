// Package owntypes is what the codecs share whose generator adds methods to the user's own types:
// which types can be given methods, and the file that the generator reads in place of the user's,
// which may declare more than it can take.
package owntypes

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bale/codec"
	"bale/codec/lower"
	"bale/schema"
)

// Refuse is a Caps.Refuse: it refuses what the given methods cannot be added to. Types of other
// packages get none, but durations, which every generator takes for the integers they are.
func Refuse(methods ...string) func(schema.Type, *lower.Package) string {
	return func(t schema.Type, in *lower.Package) string {
		n, named := t.(*schema.Named)
		s, _ := schema.Underlying(t).(*schema.Struct)
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
			if s != nil && slices.ContainsFunc(s.Fields, func(f *schema.Field) bool { return f.Name == m }) {
				return "a field " + m
			}
		}
		return ""
	}
}

// special fields are those that a generator has to spell again where a struct has no name.
func special(f *schema.Field) bool { return f.Embedded || f.Tag != "" }

// Omits tells of the types of p's carriers whether a field of theirs may be left out of a message:
// decoding into a used value then leaves what it held.
func Omits(p *lower.Plan) func(schema.Type) bool {
	mirrors := mirrorsOf(p)
	return func(t schema.Type) bool {
		n, _ := t.(*schema.Named)
		if m := mirrors[n]; m != nil {
			return slices.ContainsFunc(m.Fields, func(f *lower.Field) bool { return strings.Contains(f.Tag, ",omit") })
		}
		s, ok := schema.Underlying(t).(*schema.Struct)
		return ok && slices.ContainsFunc(s.Fields, func(f *schema.Field) bool { return strings.Contains(f.Tag, ",omit") })
	}
}

func mirrorsOf(p *lower.Plan) map[*schema.Named]*lower.Msg {
	mirrors := map[*schema.Named]*lower.Msg{}
	for _, m := range p.Msgs {
		mirrors[m.Go] = m
	}
	return mirrors
}

// Options say how a generator wants its types.
type Options struct {
	Before func(n *schema.Named) string // the line above a declaration
	After  func(n *schema.Named) string // the lines below it
	Tag    func(tag string) string      // which part of a field's tag the generator reads; nil is all
	// TagOf is the tag of a field of type t, whatever tag it has. Nil leaves it to Tag.
	TagOf func(t schema.Type) string
}

// Source declares the types of the user's package, and the mirrors, that the carriers of a plan
// are made of. Blank fields are left out: the methods are compiled with the real types.
func Source(in *codec.Input, opt Options) []byte {
	w := &writer{in: in, opt: opt, seen: map[schema.Type]bool{}, mirrors: mirrorsOf(in.Plan)}
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
	seen    map[schema.Type]bool
	mirrors map[*schema.Named]*lower.Msg
	imports []string
	b       bytes.Buffer
}

func (w *writer) walk(t schema.Type) {
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	if n, ok := t.(*schema.Named); ok {
		w.declare(n)
		return
	}
	for child := range schema.Children(t) {
		w.walk(child)
	}
}

func (w *writer) declare(n *schema.Named) {
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

func (w *writer) body(n *schema.Named) string {
	s, ok := n.Underlying.(*schema.Struct)
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

// tag is in back quotes, which is all that some generators can read.
func (w *writer) tag(t schema.Type, tag string) string {
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

// spell says byte for the elements of byte strings, since generators that read source take them
// for nothing else.
func (w *writer) spell(t schema.Type) string {
	text := schema.GoType(t, func(path string) string {
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
