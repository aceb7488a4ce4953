package emit

import (
	"fmt"
	"strings"

	"bale/gen/plan"
	"bale/model"
)

// StreamTypes are the names of the types that a file with streams declares for all types.
var StreamTypes = []string{"BaleReader", "BaleWriter", "BaleStreamError"}

// StreamNames returns the names of the functions that make the reader and the writer of streams of a type. Those of an unexported type begin with
// a lower-case letter.
func (s MethodSet) StreamNames(typ string) (reader, writer string) {
	verb := "New"
	if plan.Upper(typ) != typ {
		verb = "new"
	}
	name := verb + plan.Upper(typ) + s.Suffix()
	return name + "Reader", name + "Writer"
}

// ElementsName returns the name of the function that makes the reader of the elements of a list.
func (s MethodSet) ElementsName(typ string) string {
	reader, _ := s.StreamNames(typ)
	return strings.TrimSuffix(reader, "Reader") + "Elements"
}

// StreamTypeStubs has the types of package stream with the right signatures and no implementation, for type checking the package before code is
// generated.
const StreamTypeStubs = `
type BaleReader[T any] struct{}
func (*BaleReader[T]) SetMaxFrame(int) { for {} }
func (*BaleReader[T]) Offset() int64 { for {} }
func (*BaleReader[T]) Read(*T) error { for {} }
func (*BaleReader[T]) All() func(yield func(*T, error) bool) { for {} }
func (*BaleReader[T]) End() (int64, error) { for {} }
type BaleWriter[T any] struct{}
func (*BaleWriter[T]) SetMaxFrame(int) { for {} }
func (*BaleWriter[T]) Offset() int64 { for {} }
func (*BaleWriter[T]) Write(*T) error { for {} }
type BaleStreamError struct { Frame, Offset int64; Whole bool; Err error }
func (*BaleStreamError) Error() string { for {} }
func (*BaleStreamError) Unwrap() error { for {} }
`

// StreamStubs returns the functions that [Printer.Stream] prints, without implementation. pkg is the name of package io in the file.
func (s MethodSet) StreamStubs(typ, pkg string) string {
	reader, writer := s.StreamNames(typ)
	return fmt.Sprintf("func %s(%s.Reader) *BaleReader[%s] { for {} }\nfunc %s(%[2]s.Writer) *BaleWriter[%[3]s] { for {} }\n", reader, pkg, typ, writer)
}

// ElementsStub returns the function that [Printer.Elements] prints, without implementation.
func (s MethodSet) ElementsStub(typ, elem, pkg string) string {
	return fmt.Sprintf("func %s(%s.Reader) *BaleReader[%s] { for {} }\n", s.ElementsName(typ), pkg, elem)
}

// Elements prints the function that makes a reader of the elements of a list. elem has the methods of the elements.
func (p *Printer) Elements(s MethodSet, t *model.Named, elem MethodSet, of *model.Named) {
	p.streamTypes()
	name, pkg, typ := s.ElementsName(t.Name), p.Import("io"), p.Type(of)
	p.Func("// %s returns a reader of the elements of one message in the %s format, a %s.\nfunc %[1]s(r %[4]s.Reader) *BaleReader[%[5]s] {", name, s.Name, t.Name, pkg, typ)
	if elements := s.Format.Methods.Elements; elements.Framed {
		p.Line("return &BaleReader[%[2]s]{*balestream.NewReader(r, balestream.%[1]s, (*%[2]s).%[3]s)}\n}\n", elements.Func, typ, elem.Fill("UnmarshalS", "", ""))
	} else {
		p.Line("return &BaleReader[%[2]s]{*balestream.NewElements(r, balestream.%[1]s, (*%[2]s).%[3]s)}\n}\n", elements.Func, typ, elem.Fill("DecodeS", "", ""))
	}
	p.keepUnexported(name)
}

// streamTypes declares the types of streams that users of the package see. Under Go 1.22, a generic type can have no alias.
func (p *Printer) streamTypes() {
	p.Declare("a streams", `
// A BaleReader reads a stream of messages: see its methods, and docs/streams.md of bale. It is not safe for concurrent use.
type BaleReader[T any] struct{ balestream.Reader[T] }

// A BaleWriter writes a stream of messages, which a BaleReader reads. It is not safe for concurrent use.
type BaleWriter[T any] struct{ balestream.Writer[T] }

// A BaleStreamError is an error of a frame of a stream.
type BaleStreamError = balestream.Error
`)
}

// keepUnexported prints a use of functions that begin with a lower-case letter: the package may leave some unused.
func (p *Printer) keepUnexported(names ...string) {
	if name := names[0]; name[0] == 'n' {
		p.Line("var %s = %s\n", strings.Repeat(", _", len(names))[2:], strings.Join(names, ", "))
	}
}

// Stream prints the functions that make readers and writers of streams of a type.
func (p *Printer) Stream(s MethodSet, t *model.Named) {
	p.streamTypes()
	reader, writer := s.StreamNames(t.Name)
	split, seal, frame := "Prefixed", "SealPrefixed", "after its length"
	if s.View.Kind == LikeJSON {
		split, seal, frame = "Lines", "SealLine", "on a line"
	}
	pkg, typ := p.Import("io"), p.Type(t)
	p.Func("// %s returns a reader of messages in the %s format, each %s.\nfunc %[1]s(r %[4]s.Reader) *BaleReader[%[5]s] {", reader, s.Name, frame, pkg, typ)
	p.Line("return &BaleReader[%[2]s]{*balestream.NewReader(r, balestream.%[1]s, (*%[2]s).%[3]s)}\n}\n", split, typ, s.Fill("UnmarshalS", "", ""))
	p.Func("// %s returns a writer of messages in the %s format, each %s.\nfunc %[1]s(w %[4]s.Writer) *BaleWriter[%[5]s] {", writer, s.Name, frame, pkg, typ)
	p.Line("return &BaleWriter[%[2]s]{*balestream.NewWriter(w, balestream.%[1]s, (*%[2]s).%[3]s)}\n}\n", seal, typ, s.Fill("AppendS", "", ""))
	p.keepUnexported(reader, writer)
}
