package emit

import (
	_ "embed"
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// A Format is one wire format.
type Format struct {
	Name  string // as -wire calls it: "compact"
	Title string // in the names of functions: "Compact"
	// Evolves says that the format acts on the directive evolve. Where it does not, that is an error.
	Evolves bool
	// Parallel says that it writes and reads long slices by several goroutines, where that is asked for.
	Parallel bool
	// Reserved are ends of names of functions that are no types': PutBytes is no function of a type Bytes.
	Reserved []string
	// IntEncodings says that the format acts on the directives sint, fixed and unknown.
	IntEncodings bool
	// Print prints, for each root T, which has a name in the file's package,
	//
	//	func bale<Title>Append<T>(b []byte, v *T) ([]byte, error)
	//	func bale<Title>Size<T>(v *T) int
	//	func bale<Title>Decode<T>(b []byte, v *T, alias bool) (int, error)
	//
	// and what they need. Decode reads one message at the front of b and says how long it is; with
	// alias, strings and byte slices may point into b. All names that it declares begin with bale<Title>.
	Print func(p *Printer, roots []*schema.Named)
	// Check says what keeps this format from writing a root that others could write, for code in package home.
	// Nil has nothing to say.
	Check func(root *schema.Named, home string) schema.Errors
	// NilIsEmpty says that nil and empty slices and maps have the same encoding.
	NilIsEmpty bool
	// DropsZone says that decoded times are in UTC, whatever zone they had.
	DropsZone bool
	// StructsAsArrays says that the format acts on the directive array.
	StructsAsArrays bool
	// RejectsNil says that encoding fails for a nil pointer in a list, map or interface.
	RejectsNil bool
	// Unterminated reports whether messages of a root do not mark their end, so that following bytes may be decoded as
	// part of the message. A nil function means never.
	Unterminated func(root *schema.Named) bool
	// Schema is the file that describes the messages of the roots to others, for a package of this name; nil where
	// there is no language for that.
	Schema func(p *Printer, name string, roots []*schema.Named) []byte
	// Numbers says how fields are numbered; nil where they are not.
	Numbers *plan.Numbering
	// SizeVaries reports whether the encoded size of equal values differs, since the order of map entries does. A nil
	// function means never.
	SizeVaries func(root *schema.Named) bool
	// Most is how long what is in a field may be by a tag that only this format reads: 0 is no limit, -1 that the
	// field is not written. Nil reads no tags.
	Most func(f *schema.Field) int
}

var (
	//go:embed shared.txt
	sharedText string
	//go:embed safe.txt
	safeText string
	//go:embed unsafe.txt
	unsafeText string
	//go:embed zone.txt
	zoneText string
	//go:embed limits.txt
	limitsText string
	//go:embed slab.txt
	slabText string
	//go:embed memory.txt
	memoryText string
	//go:embed memory_safe.txt
	memorySafeText string
	//go:embed intern.txt
	internText string
	//go:embed coder.txt
	coderText string
	//go:embed strings.txt
	stringsText string
	//go:embed strings_safe.txt
	stringsSafeText string
	//go:embed estimate.txt
	estimateText string
)

// shared prints what every format may use: see shared.txt, safe.txt and unsafe.txt.
func (p *Printer) shared() {
	for _, path := range []string{"encoding/binary", "errors", "fmt", "io", "slices", "strings"} {
		p.Import(path)
	}
	p.Helper("a shared", sharedText)
	if p.Safe {
		p.Helper("a store", safeText)
		return
	}
	p.Import("unsafe")
	p.Helper("a store", unsafeText)
}

// Zones makes sure of baleZone.
func (p *Printer) Zones() {
	p.Import("time")
	p.Helper("a zone", zoneText)
}

// Slabs makes sure of baleTake.
func (p *Printer) Slabs() { p.Helper("a slab", slabText) }

// Limits makes sure of the variables that bound what a message may ask for, and of baleAfford: see limits.txt.
func (p *Printer) Limits() {
	p.Import("math/bits")
	p.Helper("a limits", limitsText)
}

// Memory makes sure of what copies strings, and elements that are in memory what they are in a message:
// baleStoreText, and baleStoreMemory, baleLoadMemory and baleWide, or baleStoreBytes and baleLoadBytes without unsafe.
func (p *Printer) Memory() {
	if p.Safe {
		p.Helper("a memory", memorySafeText)
		return
	}
	p.Import("runtime")
	p.Helper("a memory", memoryText)
}

// Intern makes sure of the method intern of the decoder with the title, which has to have a field known *[64]string.
func (p *Printer) Intern(title string) {
	p.Helper(title+" intern", strings.ReplaceAll(internText, "baleWIRE", title))
}

// Coder makes sure of the encoder and the decoder with the title: what is to be known about a value before it is
// written, and where the reading of a message stands. The decoder has the fields, too, and the encoder a path, if what
// is wrong with a value has one.
func (p *Printer) Coder(title string, path bool, fields []string) {
	p.Limits()
	backing, strs, where := "[]byte", stringsText, ""
	if path {
		where = "\tbaleFault // where err is\n"
	}
	if p.Safe {
		backing, strs = "strings.Builder", stringsSafeText
	}
	coder := strings.NewReplacer("BACKING", backing, "\tWHERE\n", where, "\tFIELDS\n", strings.Join(fields, "\n")+"\n", "baleWIRE", title).Replace(coderText)
	p.Helper(title+" coder", coder)
	p.Helper(title+" strings", strings.ReplaceAll(strs, "baleWIRE", title))
}

// Estimates makes sure of what a decoder that has not counted a message's parts takes memory with: moreRoom,
// expectText, and the function Take for slabs.
func (p *Printer) Estimates(title string) {
	p.Helper(title+" texts", strings.ReplaceAll(estimateText, "baleWIRE", title))
}

// AliasText prints what makes the strings that decoder d reads parts of the message b, if they may be.
func (p *Printer) AliasText(b string) {
	if !p.Safe {
		p.Line("if alias {\nd.whole = baleText(%s, true)\n}", b)
	}
}

// mostWhole is how long what is read may be for its strings to be parts of one copy of all: there may be something else
// behind the message.
const mostWhole = 1024

// OneCopy prints what makes the strings that decoder d reads parts of one copy of b, where they are most of that: it takes
// no call for each. Submit is read in 0.7 of the time as msgpack, in 0.6 as sproto, in 0.8 as sproto-packed. It is for a
// struct with these fields, if nothing but its strings is without limit; all the rest takes so many bytes at most.
func (p *Printer) OneCopy(b string, fields []*schema.Field, rest int) {
	texts := 0
	for _, f := range fields {
		if n, ok := f.Type.(*schema.Named); ok && plan.Marshals(n, p.Package) != "" {
			return
		}
		switch schema.Underlying(f.Type).(type) {
		case *schema.Basic:
			if r := p.Directives.Field(f); r.Own || r.Intern {
				return
			}
			if schema.IsKind(f.Type, schema.String) {
				texts++
			}
		case *schema.Time:
		default:
			return
		}
	}
	if texts > 0 {
		p.Line("if !alias && len(%[1]s) > %[2]d && len(%[1]s) <= %[3]d {\nd.whole = string(%[1]s)\n}", b, 4*rest, mostWhole)
	}
}

// Reader makes sure of all that a format needs whose messages are read without being counted first: Coder, Memory,
// Intern and Estimates.
func (p *Printer) Reader(title string, path bool, fields []string) {
	p.Import("math")
	p.Import("math/bits")
	p.Coder(title, path, fields)
	p.Memory()
	p.Intern(title)
	p.Estimates(title)
}
