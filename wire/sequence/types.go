package sequence

import (
	_ "embed"
	"strings"

	"bale/wire"
)

var (
	//go:embed coder.txt
	coderText string
	//go:embed vacant.txt
	vacantText string
	//go:embed estimate.txt
	estimateText string
	//go:embed exact.txt
	exactText string
	//go:embed strings.txt
	stringsText string
	//go:embed strings_safe.txt
	stringsSafeText string
)

// helpers makes sure of what the code of every coding calls.
func (p *Printer) helpers() {
	if p.Scans() { // whether there are strings or not: another wire of the file may have them, and farString with it
		p.Field("whole string // what strings are parts of that are not copied")
	}
	Support(p.Printer, p.title, p.decoder, p.Scans(), p.stranger)
	p.Helper(p.title+" vacant", Titled(vacantText, p.title))
}

// Support makes sure of an encoder and a decoder with some fields, and of what they need, for code whose names begin
// with title. scans says that what a message takes is known before it is read, and not estimated; stranger that the
// encoder notes where in a value something is wrong.
func Support(p *wire.Printer, title string, fields []string, scans, stranger bool) {
	backing, strs, where := "[]byte", stringsText, ""
	if stranger {
		where = "\tbaleFault // where err is\n"
	}
	if p.Safe {
		backing, strs = "strings.Builder", stringsSafeText
	}
	p.Import("math")
	p.Import("math/bits")
	p.Limits()
	p.Helper(title+" strings", Titled(strs, title))
	p.Memory()
	coder := strings.NewReplacer("BACKING", backing, "\tWHERE\n", where, "\tFIELDS\n", strings.Join(fields, "\n")+"\n").Replace(coderText)
	p.Helper(title+" coder", Titled(coder, title))
	p.Intern(title)
	if scans {
		p.Helper(title+" texts", Titled(exactText, title))
	} else {
		p.Helper(title+" texts", Titled(estimateText, title))
	}
}

// Titled puts a format's title into a text.
func Titled(text, title string) string { return strings.ReplaceAll(text, "baleWIRE", title) }

// mostInsideSlabs is how many slabs stand in the decoder. Every decoder is cleared, whatever type it is for, but what
// it points at is taken from the heap.
const mostInsideSlabs = 8

func (p *Printer) slabsInside() bool { return len(p.slabs) <= mostInsideSlabs }

// types prints the slabs. What few messages need is a field of the decoder only where some do.
func (p *Printer) types() {
	if len(p.slabs) == 0 {
		return
	}
	if p.slabsInside() {
		p.Field("slabs " + p.title + "Slabs")
	} else {
		p.Field("slabs *" + p.title + "Slabs")
	}
	p.Line("// %[1]sSlabs are what the lists and pointers of a message are cut from, one for each type of their elements.\ntype %[1]sSlabs struct {", p.title)
	for i, e := range p.slabs {
		what := "taken so far"
		if p.Scans() {
			what = "no slab was taken for yet"
		}
		p.Line("slab%d []%s\ntotal%d int // %s", i, p.Type(e), i, what)
	}
	p.Line("}\n")
}
