// Package sequence prints code for formats that encode the fields of a struct one after the other, with a count in front of each
// string, slice and map. A Coding says how a format encodes each of them.
package sequence

import (
	"math"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// A Width is how few and how many bytes something takes.
type Width struct{ Min, Max int }

// fixed reports whether it is always the same number.
func (w Width) fixed() bool { return w.Min == w.Max }

// unbounded is the Max of what has no limit. It is more than any array takes, and the sum of two fits into an int of 32 bits, too.
const unbounded = math.MaxInt / 4

func (w Width) add(x Width) Width { return Width{w.Min + x.Min, min(unbounded, w.Max+x.Max)} }

// A Rule is what a format makes of a field.
type Rule struct {
	Skip bool // it is not written
	Omit bool // it is not written where it is empty; it is the last one of a message
	Max  int  // longest string or slice that is read; 0 is no limit
}

// A Coding is how a wire writes the things that messages are made of. The methods print code that stands in
// functions of the engine; what they read or write is at Printer.At, and they advance that.
type Coding interface {
	// Nils reports whether a flag in front of slices and maps tells nil from empty.
	Nils() bool
	// Unit is what the bytes of strings and of AsIs are filled up to a multiple of, with zeros: 1 or 4.
	Unit() int
	// Scans reports whether a message is checked and counted before any of it is read: worth it where that
	// is a matter of a few additions. Get methods are then told nothing that is wrong. What the message says of lengths is
	// compared with its end once more when it is read, since the bytes may have changed.
	Scans() bool
	// Slack is how many bytes behind its end the writing of a message may touch.
	Slack() int
	// AsIs reports whether t is written as it is in memory: everywhere, or on 64-bit machines with little-endian numbers.
	AsIs(t schema.Type) (everywhere, wide bool)
	Rule(f *schema.Field) Rule

	// A complex number is its two parts: no coding is asked how it sizes or puts one. A flag is a bool. A time without a fixed width has a count in front.
	Number(k schema.Kind) Width
	Count() Width
	TimeWidth() Width
	// Strict reports whether not all bytes are right for a number with a fixed width.
	Strict(k schema.Kind) bool
	// Flag is an expression for the flag at a place, which is 0 or 1 if that is right, and its type.
	Flag(at string) (x, typ string)

	// SizeNumber and SizeCount are expressions for the bytes of a number without a fixed width, and of a count.
	SizeNumber(p *Printer, k schema.Kind, x string) string
	SizeCount(p *Printer, x string) string
	// SizeTime prints what adds the bytes to n that a time takes beyond TimeWidth().Min; nothing is added where
	// sizes are Loose.
	SizeTime(p *Printer, x string)

	PutNumber(p *Printer, k schema.Kind, x string)
	PutCount(p *Printer, x string)
	PutTime(p *Printer, x string)

	// Scan prints the checks of a number, or of a time with a fixed width, that has been found to be there.
	ScanNumber(p *Printer, k schema.Kind, path string)
	ScanTime(p *Printer, path string)

	// Open prints what makes b point at bytes that may be read, beginning at n: those of a run.
	Open(p *Printer, r *Run)
	// Close brings n to the end of the run.
	Close(p *Printer, r *Run)
	// GetNumber prints what sets x, which is of type typ.
	GetNumber(p *Printer, k schema.Kind, x, typ, path string)
	// GetTime does so with a time. count has the bytes of one without a fixed width.
	GetTime(p *Printer, x, path, count string)
	// GetCount prints what sets the variable x, a uint64, to a count or to what of it is in the run, of which
	// it is the last. MoreCount prints the rest when the run is closed.
	GetCount(p *Printer, x string)
	MoreCount(p *Printer, x, path string)

	// Helpers makes sure of what the printed code calls.
	Helpers(p *Printer)
}

// A Printer prints one format's part of a file.
type Printer struct {
	*emit.Decoder
	*emit.Cursor
	Coding

	typeName      string           // the type whose function is being printed, for errors
	roomChecked   bool             // there is room for all that is being printed
	unused        int              // bytes that a check may ask for beyond those that are needed
	maxElemCode   int              // what a struct may weigh, in the function that is being printed
	loose         bool             // sizes are what things take at most
	hasPaths      bool             // the encoder has the path of a value that is not a union member
	looping       int              // loops around what is being printed, in its function
	present       bool             // the bytes of the value that is being read have been found to be there, whatever they are
	delayed       *[]delayedString // strings that are put off, in a function that does so
	queue         []schema.Type
	queued        map[string]bool
	decoderFields []string // fields of the decoder, for the coding
}

// Format makes a format of a coding.
func Format(name, title string, c Coding) *emit.Format {
	return &emit.Format{Name: name, Title: title, Layout: lockRules(c), Stamps: true, Print: func(w *emit.Printer, roots []*schema.Named) {
		p := &Printer{Coding: c, queued: map[string]bool{}}
		p.Decoder = emit.NewDecoder(&emit.Generator{Printer: w, Title: "bale" + title, Graph: &plan.Graph{
			Home: w.Package, Skip: func(f *schema.Field) bool { return c.Rule(f).Skip }, Byte: p.inMemory, Whole: p.inMemory, Fails: p.sizeFails,
		}}, "uint64")
		p.Cursor = emit.NewCursor(p.Decoder.Locals)
		p.NotNil, p.Counted, p.Scanned = c.Nils(), c.Scans(), c.Scans()
		if c.Scans() {
			p.Take, p.Shared = p.TakeCounted, !w.Safe
		} else {
			minBytes := func(e schema.Type) int { return p.elemWidth(e).Min }
			p.Spare = !w.Safe
			p.Claim, p.Take = emit.Claims(minBytes), emit.TakeSome(func(e schema.Type) int { return max(1, minBytes(e)) })
		}
		p.print(roots)
	}}
}

func (p *Printer) print(roots []*schema.Named) {
	for _, r := range roots {
		p.ManySlabs(r)
		p.hasPaths = p.hasPaths || p.Refusable(r)
	}
	p.Helpers(p)
	for _, r := range roots {
		p.root(r)
	}
	for i := 0; i < len(p.queue); i++ {
		p.functions(p.queue[i])
	}
	p.printSlabs()
	p.printCoder()
}

// Loose reports whether the sizes that are printed are what things take at most.
func (p *Printer) Loose() bool { return p.loose }

// call is the name of one of the functions of t, which are printed.
func (p *Printer) call(verb string, t schema.Type) string {
	if key := p.Type(t); !p.queued[key] {
		p.queued[key] = true
		p.queue = append(p.queue, t)
	}
	return p.Title + verb + p.Name(t)
}

// functions prints the functions of a type that is not done where it stands.
func (p *Printer) functions(t schema.Type) {
	p.measureFunc(t)
	p.putFunc(t)
	if p.Scans() {
		p.scanFunc(t)
	}
	p.getFunc(t)
}

// Field makes sure of a field of the decoder.
func (p *Printer) Field(text string) {
	if !slices.Contains(p.decoderFields, text) {
		p.decoderFields = append(p.decoderFields, text)
	}
}
