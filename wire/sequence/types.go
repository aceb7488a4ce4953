package sequence

import (
	_ "embed"
	"strings"
)

var (
	//go:embed coder.txt
	coderText string
	//go:embed estimate.txt
	estimateText string
	//go:embed exact.txt
	exactText string
	//go:embed backing.txt
	backingText string
	//go:embed backing_safe.txt
	backingSafeText string
	//go:embed memory.txt
	memoryText string
	//go:embed memory_safe.txt
	memorySafeText string
)

// helpers makes sure of what the code of every coding calls.
func (p *Printer) helpers() {
	backing, memory := backingText, memoryText
	if p.Safe {
		backing, memory = backingSafeText, memorySafeText
	}
	p.Import("math")
	p.Import("math/bits")
	p.Limits()
	p.Helper("sequence backing", backing)
	p.Helper(p.title+" memory", p.named(memory))
	p.Helper(p.title+" coder", strings.ReplaceAll(p.named(coderText), "\tFIELDS\n", strings.Join(p.decoder, "\n")+"\n"))
	if p.Scans() {
		p.Helper(p.title+" texts", p.named(exactText))
	} else {
		p.Helper(p.title+" texts", p.named(estimateText))
	}
}

// named puts the format's title into a text.
func (p *Printer) named(text string) string { return strings.ReplaceAll(text, "baleWIRE", p.title) }

// types prints the slabs.
func (p *Printer) types() {
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
