// Package sequence prints code for formats that encode the fields of a struct one after the other. Strings, slices and maps
// begin with a count. A Coding defines how a format encodes each of them.
package sequence

import (
	"math"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// A Width holds the minimum and the maximum number of bytes that something takes.
type Width struct{ Min, Max int }

// fixed reports whether the number of bytes is always the same.
func (w Width) fixed() bool { return w.Min == w.Max }

// unbounded is the Max of a Width without limit. It exceeds the size of any array, and the sum of two fits into a 32-bit int.
const unbounded = math.MaxInt / 4

// add returns the width of two consecutive values.
func (w Width) add(x Width) Width { return Width{w.Min + x.Min, min(unbounded, w.Max+x.Max)} }

// A Rule says how a format treats a field.
type Rule struct {
	Skip bool // the field is not encoded
	Omit bool // the field is not encoded if it is empty; it is the last one of a message
	Max  int  // maximum length of a decoded string or slice; 0 means no limit
}

// A Coding defines how a format encodes the parts of messages. The methods whose parameters include a Printer print code inside
// functions of the engine. That code encodes or decodes at the position [emit.Cursor.Pos], and the methods advance the position.
type Coding interface {
	// HasNilFlags reports whether slices and maps begin with a flag that distinguishes nil from empty.
	HasNilFlags() bool
	// Padding returns 1 or 4: strings, and values encoded as they are in memory, are padded with zeros to a multiple of it.
	Padding() int
	// ScansFirst reports whether a message is checked and counted before it is decoded, which pays off if a scan takes only a few
	// additions. The Get methods then do not check values again. The decoder does compare lengths with the end of the message
	// again, since the bytes may have changed.
	ScansFirst() bool
	// Slack returns the number of bytes after the end of a message that encoding may write to.
	Slack() int
	// MemoryForm reports whether t is encoded as it is in memory: on all machines, or on little-endian 64-bit machines.
	MemoryForm(t model.Type) (everywhere, wide bool)
	// FieldRule returns the rule for a field.
	FieldRule(f *model.Field) Rule

	// NumberWidth returns the width of a number. A flag has the width of a bool. Complex numbers are encoded as their two parts, so
	// SizeNumber and PutNumber are never called for them. Count and TimeWidth return the widths of a count and of a time. A
	// time without a fixed width begins with a count.
	NumberWidth(k model.Kind) Width
	CountWidth() Width
	TimeWidth() Width
	// HasInvalid reports whether a number with a fixed width has invalid encodings.
	HasInvalid(k model.Kind) bool
	// GetFlag returns an expression for the flag at an offset, which is 0 or 1 if it is valid, and the type of that expression.
	GetFlag(at string) (x, typ string)

	// SizeNumber and SizeCount return expressions for the sizes of a number and of a count without fixed widths. x is the
	// number, or the value whose length is the count.
	SizeNumber(p *Printer, k model.Kind, x string) string
	SizeCount(p *Printer, x string) string
	// SizeTime prints code that adds to n the size of a time beyond TimeWidth().Min. It need not add anything if p.Loose().
	SizeTime(p *Printer, x string)

	// PutNumber, PutCount and PutTime print code that encodes x.
	PutNumber(p *Printer, k model.Kind, x string)
	PutCount(p *Printer, x string)
	PutTime(p *Printer, x string)

	// ScanNumber prints the check of a number whose bytes are known to be there. ScanTime does so for a time with a fixed
	// width.
	ScanNumber(p *Printer, k model.Kind, path string)
	ScanTime(p *Printer, path string)

	// OpenRun prints code that makes b point at the bytes of a run, from n on.
	OpenRun(p *Printer, r *Run)
	// CloseRun prints code that moves n to the end of the run.
	CloseRun(p *Printer, r *Run)
	// GetNumber prints code that decodes a number into x, which has type typ.
	GetNumber(p *Printer, k model.Kind, x, typ, path string)
	// GetTime prints code that decodes a time into x. count is the length of a time without a fixed width.
	GetTime(p *Printer, x, path, count string)
	// GetCount prints code that decodes a count, the last part of a run, into the uint64 variable x. If only the first part of
	// the count is in the run, GetRestOfCount prints code that decodes the rest after the run is closed.
	GetCount(p *Printer, x string)
	GetRestOfCount(p *Printer, x, path string)
}

// A Printer prints one format's part of a file.
type Printer struct {
	*emit.Decoder
	*emit.Cursor
	Coding

	typeName      string           // type whose function is being printed, for errors
	roomChecked   bool             // the room for everything that is being printed has been checked
	unused        int              // maximum number of bytes that a check asks for in excess
	maxElemCode   int              // limit for inline elements in the function that is being printed
	loose         bool             // the function that is being printed returns an upper bound of sizes
	hasPaths      bool             // the encoder has a path for its error
	looping       int              // number of enclosing loops in the function that is being printed
	present       bool             // the bytes of the value that is being decoded are known to be there
	delayed       *[]delayedString // strings to decode at the end of the function; nil if strings are not delayed
	queue         []model.Type     // types whose functions have to be printed
	queued        map[string]bool  // types that are or were in queue
	decoderFields []string         // fields that the coding needs in the decoder
}

// Format returns a format with the given coding.
func Format(name, title string, c Coding) *emit.Format {
	return &emit.Format{Name: name, Title: title, Lock: emit.Lock{Layout: lockRules(c)}, Check: emit.Check{Directives: []string{"stamp"}}, Print: emit.Print{Code: func(w *emit.Printer, roots []*model.Named) {
		p := &Printer{Coding: c, queued: map[string]bool{}}
		p.Decoder = emit.NewDecoder(&emit.Generator{Printer: w, Title: "bale" + title, Lib: "bale" + name + ".", Graph: &plan.Graph{
			Home: w.Package, Skip: func(f *model.Field) bool { return c.FieldRule(f).Skip }, Byte: p.inMemory, OnePiece: p.inMemory, FormatFails: p.sizeFails,
		}}, "uint64")
		p.Cursor = emit.NewCursor(p.Decoder.Locals)
		p.EmptyNotNil, p.Counted, p.Scanned = c.HasNilFlags(), c.ScansFirst(), c.ScansFirst()
		if c.ScansFirst() {
			p.TakeElems, p.SharedSlab = p.TakeCountedElems, true
		} else {
			minBytes := func(e model.Type) int { return p.elemWidth(e).Min }
			p.ListsInTextMemory = true
			p.ClaimedBytes, p.TakeElems = emit.ClaimMinSize(minBytes), emit.TakeEstimated(func(e model.Type) int { return max(1, minBytes(e)) })
		}
		p.print(roots)
	}}}
}

// print prints everything for the roots.
func (p *Printer) print(roots []*model.Named) {
	p.FindSharing(roots)
	for _, r := range roots {
		p.AddSlabs(r)
		p.hasPaths = p.hasPaths || p.Refusable(r)
	}
	for _, r := range roots {
		p.root(r)
	}
	for i := 0; i < len(p.queue); i++ {
		p.functions(p.queue[i])
	}
	p.printSlabs()
	p.printCoder()
}

// UpperBounds reports whether the sizes that are being printed are upper bounds.
func (p *Printer) UpperBounds() bool { return p.loose }

// call returns the name of one of the functions of t, and makes sure that they are printed.
func (p *Printer) call(verb string, t model.Type) string {
	if key := p.Type(t); !p.queued[key] {
		p.queued[key] = true
		p.queue = append(p.queue, t)
	}
	return p.Title + verb + p.Name(t)
}

// functions prints the functions of a type that is not handled inline.
func (p *Printer) functions(t model.Type) {
	p.measureFunc(t)
	p.putFunc(t)
	if p.ScansFirst() {
		p.scanFunc(t)
	}
	p.getFunc(t)
}

// addDecoderField adds a field to the decoder, unless it has the field.
func (p *Printer) addDecoderField(text string) {
	if !slices.Contains(p.decoderFields, text) {
		p.decoderFields = append(p.decoderFields, text)
	}
}
