// Package item prints code for formats in which each value begins with a head that tells its kind and its length, such as MessagePack and
// CBOR. A struct is encoded as a map from field names to values, or as an array of the values. A Wire describes such a format.
package item

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// A Wire describes how a format encodes the heads of values, and the values that are not made of others.
//
// The packages of these formats in internal/bale have functions with the same names and parameters: see package msgpack. Where the head that a
// function writes depends on the kind of the value, the strings List, Map, Bytes and Text are the arguments that select it.
type Wire struct {
	Title string // the part of names that stands for the format: "Msgpack"

	// Skips reports whether a field is not encoded.
	Skips func(f *model.Field) bool
	// Struct returns the struct t as messages hold it.
	Struct func(g *plan.Graph, d *plan.Directives, t model.Type) *plan.Struct

	Nil   byte   // encodes nil
	IsNil string // a condition on the byte at n that is true for nil
	True  byte   // encodes true; the byte before encodes false
	Small int    // integers from 0 on that are encoded as one byte of that value
	Map   Count  // heads of maps
	List  Count  // heads of lists
	Text  Short  // heads of short strings
	// TextMethod is the method of the decoder that decodes the head of a string.
	TextMethod string
	Bytes      string // arguments that select the head of bytes

	// UTF8 means that strings must be UTF-8.
	UTF8 bool
	// KeyBytes returns the encoding of the name of a field.
	KeyBytes func(f *plan.Field) []byte
	// BytesHead returns the head of k bytes.
	BytesHead func(k int) []byte
	// IntBytes returns the encoding of the number of a union member.
	IntBytes func(n int) []byte
	// Signs means that an entry of the table of heads tells that an integer is negative, not that it may be.
	Signs bool
	// Prefix returns the constant bytes before a number of a fixed width, or nil if the number has no such width.
	Prefix func(k model.Kind) []byte
	// MaxNumber returns the maximum number of bytes of a number that is not an integer, with its head.
	MaxNumber func(k model.Kind) int
	MaxTime   int // maximum number of bytes of a time, with its head
	// SortsMaps means that the entries of maps are in the order of their bytes, and that the fields of a struct with names are in the
	// order of their encoded names.
	SortsMaps bool
	// Level is the number of bytes that each of several pointers before a nil takes; 0 means that all of them together take 5.
	Level int
	// Plain means that the decoder has a method plain, which returns the message in the form that all other methods decode.
	Plain bool
	// Raw returns the part of the names of functions for a type that the format encodes in a way of its own, such as "Big" in measureBig, or "".
	Raw func(t model.Type) string
}

// A Count describes the heads of lists or maps.
type Count struct {
	First byte   // the head of an empty list; a head of one byte is First plus the number of elements
	Short int    // the smallest number of elements that needs a longer head
	Args  string // arguments that select the head in a call
	Bytes func(k int) []byte
}

// A Short describes the heads of strings or bytes.
type Short struct {
	First byte // the head of an empty string; a head of one byte is First plus the length
	Short int  // the smallest length that needs a longer head
	Args  string
}

// Facts is for Format.Print.
func (wire *Wire) Facts(*model.Named) emit.Facts {
	return emit.Facts{DropsZone: true, SortsMaps: wire.SortsMaps}
}

// MaxLen is for Format.View.
func (wire *Wire) MaxLen(f *model.Field) int {
	if wire.Skips(f) {
		return -1
	}
	return 0
}

// Print prints the code for the roots.
func (wire *Wire) Print(w *emit.Printer, roots []*model.Named) {
	g := &plan.Graph{Home: w.Package, Skip: wire.Skips}
	p := &generator{
		Generator: &emit.Generator{Printer: w, Graph: g, Title: "bale" + wire.Title, Lib: "bale" + strings.ToLower(wire.Title) + ".", DropsZone: true}, wire: wire, queued: map[string]bool{},
		tree: plan.NewTree(g, w.Directives, func(t model.Type) *plan.Struct { return wire.Struct(g, w.Directives, t) }),
	}
	p.dec = emit.NewDecoder(p.Generator, "int")
	p.dec.ListsInTextMemory = true
	minBytes := func(model.Type) int { return 1 }
	p.dec.ClaimedBytes, p.dec.TakeElems = emit.ClaimMinSize(minBytes), emit.TakeEstimated(minBytes)
	p.print(roots)
}

// A generator prints the format's part of a file.
type generator struct {
	*emit.Generator
	wire   *Wire
	tree   *plan.Tree
	queue  []*plan.Value
	queued map[string]bool
	skips  []model.Type // types with functions that skip their values
	dec    *emit.Decoder
}

// print prints the functions of the roots, and what these call.
func (p *generator) print(roots []*model.Named) {
	all := p.Directives.WithParts(roots)
	p.FindSharing(all)
	for _, r := range all {
		p.AddSlabs(r)
	}
	for _, path := range []string{"encoding/binary", "math", "math/bits", "time", "unicode/utf8"} {
		p.Import(path)
	}
	for _, r := range all {
		if r.Part == nil {
			p.root(r)
		}
		p.decodeRoot(r)
	}
	for i := 0; i < len(p.queue); i++ {
		p.functions(p.queue[i])
	}
	for i := 0; i < len(p.skips); i++ {
		p.skipFunc(p.skips[i])
	}
	p.coders()
}

// coders prints the encoder and the decoder.
func (p *generator) coders() {
	fields := p.TakenFields()
	if slices.ContainsFunc(p.queue, func(v *plan.Value) bool { return p.Recursive(v.Type) }) {
		fields = append(fields, "Depth int")
	}
	p.SlabTypes("numbers of elements taken so far")
	fields = append(fields, p.SlabFields()...)
	p.CoderTypes(slices.ContainsFunc(p.queue, func(v *plan.Value) bool { return p.Refusable(v.Type) }), fields, true)
	p.Constant(p.Title+"Unused", unused)
}

// functions prints the functions of a type. v is their value.
func (p *generator) functions(v *plan.Value) {
	name := p.name(v)
	p.sizeFuncs(v, name)
	p.putFunc(v, name)
	p.getFunc(v, name)
}

// composite returns the type whose parts the functions for v encode. It returns nil for an array of bytes, which has no parts.
func composite(v *plan.Value) model.Type {
	if v.Kind == plan.ByteArray {
		return nil
	}
	return model.Underlying(v.Type)
}

// name returns the suffix of the names of the functions for values like v, such as _Order in baleMsgpackPut_Order, and queues the functions
// for printing.
func (p *generator) name(v *plan.Value) string {
	name := p.Name(v.Type)
	if v.Rules.Max > 0 {
		name = p.NameAs(fmt.Sprint("max ", v.Rules.Max, name), fmt.Sprintf("%sMax%d", name, v.Rules.Max))
	}
	if v.Rules.Intern {
		name = p.NameAs("interned "+name, name+"Interned")
	}
	if v.Rules.Own {
		name = p.NameAs("own "+name, name+"Owned")
	}
	if !p.queued[name] {
		p.queued[name] = true
		p.queue = append(p.queue, p.tree.Top(v.Type, v.Rules))
	}
	return name
}

// record returns the struct t as messages hold it.
func (p *generator) record(t model.Type) *plan.Struct { return p.tree.Struct(t) }

// A cursor prints the code of a function.
type cursor struct {
	*generator
	*emit.Cursor
	lastInRun *plan.Value // the last of the fields that one room check covers, loaded
	plain     bool        // values are decoded by calls, in code for messages that are not in the order in which bale encodes them
}

func (p *generator) cursor() *cursor {
	return &cursor{generator: p, Cursor: emit.NewCursor(p.dec.Locals)}
}
