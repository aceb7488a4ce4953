package emit

import (
	"strings"

	"bale/gen/plan"
	"bale/schema"
)

// Coder prints the encoder and the decoder with the title: what is to be known about a value before it is written, and where
// the reading of a message stands. They are the Output and the Input of the helpers with a title. The decoder has the fields, too,
// and the encoder a path, if what is wrong with a value has one.
func (p *Printer) Coder(title, helpers string, path bool, fields []string) {
	p.Line("// A %[1]sEncoder is what is to be known about a value before it is written.\ntype %[1]sEncoder struct {", title)
	if path {
		p.Line("baleFault // where err is")
	}
	p.Line("%sOutput\n}\n", helpers)
	p.Line("// A %[1]sDecoder is where the reading of a message stands.\ntype %[1]sDecoder struct {\n%[2]sInput\n%[3]s\n}\n", title, helpers, strings.Join(fields, "\n"))
}

// AliasText prints what makes the strings that decoder d reads parts of the message b, if they may be.
func (p *Printer) AliasText(b string) {
	if !p.Safe {
		p.Line("if alias {\nd.whole = baleText(%s, true)\n}", b)
	}
}

// maxWhole is how long what is read may be for its strings to be parts of one copy of all: there may be something else
// behind the message.
const maxOneCopy = 1024

// OneCopy prints what makes the strings that decoder d reads parts of one copy of b, where they are most of that: it takes
// no call for each. Submit is read in 0.7 of the time as msgpack, in 0.6 as sproto, in 0.8 as sproto-packed. It is for a
// struct with these fields, if nothing but its strings is without limit; all the rest takes so many bytes at most.
func (p *Printer) OneCopy(b string, fields []*schema.Field, otherBytes int) {
	stringFields := 0
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
				stringFields++
			}
		case *schema.Time:
		default:
			return
		}
	}
	if stringFields > 0 {
		p.Line("if !alias && len(%[1]s) > %[2]d && len(%[1]s) <= %[3]d {\nd.whole = string(%[1]s)\n}", b, 4*otherBytes, maxOneCopy)
	}
}
