package compact

import (
	_ "embed"
	"strings"
)

var (
	//go:embed always.txt
	alwaysText string
	//go:embed bools.txt
	boolsText string
	//go:embed zones.txt
	zonesText string
	//go:embed blobs.txt
	blobsText string
	//go:embed putlist.txt
	putListText string
	//go:embed getlist.txt
	getListText string
	//go:embed takenumber.txt
	takeNumberText string
	//go:embed taketext.txt
	takeTextText string
	//go:embed raw.txt
	rawText string
	//go:embed grow.txt
	growText string
	//go:embed parallel.txt
	parallelText string
)

// types prints the encoder, the decoder, and what every record needs.
func (p *generator) types() {
	p.Import("math/bits")
	n := len(p.Slabs)
	p.Line("// baleCompactEncoder adds up what a message needs.\ntype baleCompactEncoder struct {")
	if p.anyRefuses() {
		p.Line("baleFault // where err is")
	}
	p.Line("baleOutput\nsize int64 // bytes at most, beside the text\ntext int64 // bytes of all strings\ntextEnd int // offset behind the text\ntotals [%d]int // elements by slab", n)
	if p.splits {
		p.Line("inner bool // of a chunk of a list\nlists map[baleCompactList][]baleCompactPart // what their chunks need")
	}
	p.Line("}\n")
	p.Line("// baleCompactDecoder is where the reading of a message stands.\ntype baleCompactDecoder struct {\nbaleFault\nbaleBudget\nb []byte\nn int // read of b\ntext string // a part of the text, not yet used\ntextAt, textEnd int // where in b the rest of the text is")
	if p.interns {
		p.Line("known *[64]string // strings that are interned")
	}
	p.Line("alias bool // strings and bytes may be parts of b\ndepth int // of what holds itself")
	if p.splits {
		p.Line("inner bool // of a chunk of a list")
	}
	p.Line("totals [%d]int // elements that no slab was taken for yet", n)
	for i, e := range p.Slabs {
		p.Line("slab%d []%s", i, p.Type(e))
	}
	p.Line("}\n")
	p.UnusedConst("baleCompactUnused", p.unused)
	if p.splits {
		p.splitHelper()
	}
	p.Helper("compact always", alwaysText)
	p.listsHelper()
}

// intern makes sure of what strings that are interned need.
func (p *generator) intern() {
	p.raw()
	p.interns = true
}

// raw makes sure of the method of that name.
func (p *generator) raw() {
	p.raws = true
	p.Helper("compact raw", rawText)
}

func (p *generator) zoneHelper() {
	p.Helper("compact zones", zonesText)
}

func (p *generator) customHelper() { p.Helper("compact blobs", blobsText) }

func (p *generator) boolsHelper() { p.Helper("compact bools", boolsText) }

func (p *generator) growHelper() {
	p.listsHelper()
	p.Helper("compact grow", growText)
}

func (p *generator) listsHelper() {
	text := numbers("Ints", "~int | ~int32 | ~int64", "baleZigzag(int64(y))", "baleUnzigzag(x)") +
		numbers("Uints", "~uint | ~uint32 | ~uint64 | ~uintptr", "uint64(y)", "x") +
		putLens + textList("", "d.text[:x]")
	if p.raws {
		text += textList("Own", "d.raw(int(x))")
	}
	if p.interns {
		text += textList("Interned", "baleIntern(&d.known, d.raw(int(x)))")
	}
	p.Helper("compact lists", text)
}

// numbers is the text for lists of one kind of number.
func numbers(name, kinds, to, from string) string {
	return putList(name, kinds, to) + getList(name, kinds, fill(takeNumberText, "FROM", from), "wide := 0", "if wide != 0 {\nreturn d.fail(baleOverflow)\n}")
}

// putLens is the text for writing the lengths of strings, which may not fit: a byte is expected for each. The sum of the lengths is
// returned, too: the strings are looked at again when their bytes are written.
var putLens = fill(putList("Lens", "~string", "uint64(len(y))"), "Lens[T ~string](b baleBuffer, n int, v []T) int {\n",
	"Lens[T ~string](e *baleCompactEncoder, b baleBuffer, n int, v []T, path string) (end, sum int) {\n",
	"		m := n + (k+1)/2\n", "		m := n + (k+1)/2\n		if m+5*k > e.end {\n			return e.changed(path, n), 0\n		}\n",
	"			x := uint64(len(y))\n", "			x := uint64(len(y))\n			sum += len(y)\n", "	return n\n}", "	return n, sum\n}")

func putList(name, kinds, to string) string {
	return fill(putListText, "NAME", name, "KINDS", kinds, "TO", to) + "\n"
}

func getList(name, kinds, take, begin, check string) string {
	return fill(getListText, "NAME", name, "KINDS", kinds, "TAKE", take, "BEGIN\n", begin+"\n", "CHECK\n", check+"\n") + "\n"
}

// textList is the text for reading a list of strings.
func textList(name, text string) string {
	return getList(name+"Strings", "~string", fill(takeTextText, "TEXT", text), "", "")
}

func fill(text string, with ...string) string { return strings.NewReplacer(with...).Replace(text) }
