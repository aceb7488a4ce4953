package emit

import (
	"slices"
	"strings"

	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// A Generator prints one format's part of a file. It combines a Printer, the facts about types, and the slabs.
type Generator struct {
	*Printer
	*plan.Graph
	Title string       // prefix of all declared names: "baleProto"
	Lib   string       // prefix of the names in the format's package of the runtime: "baleproto."
	Slabs []model.Type // element types of the slabs
	// DropsZone means that messages have no offsets from UTC: see [Facts.DropsZone].
	DropsZone bool
	// SharedSlab means that all elements without pointers come from one slab of words. It is for code that knows the number
	// of elements in a message before it takes the first.
	SharedSlab bool
	sharing    *plan.Sharing // set by [Generator.FindSharing]
}

// IndexOfType returns the index of e in a list of types, or -1.
func (p *Printer) IndexOfType(list []model.Type, e model.Type) int {
	return slices.IndexFunc(list, func(t model.Type) bool { return p.Type(t) == p.Type(e) })
}

// Encoder returns the encoder parameter of a function, or "" if the function needs no encoder.
func (p *Generator) Encoder(needed bool) string {
	if needed {
		return "e *" + p.Title + "Encoder, "
	}
	return ""
}

// Arg returns the argument for a parameter of Encoder. The expression e is "e" or "&e".
func Arg(needed bool, e string) string {
	if needed {
		return e + ", "
	}
	return ""
}

// VarEncoder prints the declaration of an encoder if one is needed.
func (p *Generator) VarEncoder(needed bool) {
	if needed {
		p.Line("var e %sEncoder", p.Title)
	}
}

// Paste prints lines that Capture returned.
func (p *Printer) Paste(lines string) {
	if lines != "" {
		p.Line("%s", strings.TrimSuffix(lines, "\n"))
	}
}

// ReserveVars reserves variable names, separated by spaces, in the function that is being printed.
func (p *Printer) ReserveVars(names string) {
	for _, name := range strings.Fields(names) {
		p.Var(name)
	}
}

// Store returns a call that writes the bytes of x at offset at and returns their number.
func (p *Printer) Store(at, x string) string {
	return "balecore.StoreMemory(b, " + at + ", " + x + ")"
}

// Plain returns an expression for a value of a basic type, converted to the predeclared type if its type is named.
func Plain(expr string, t model.Type) string {
	if _, named := t.(*model.Named); named {
		return plan.Basic(t).String() + "(" + printer.Unparen(expr) + ")"
	}
	return printer.Unparen(expr)
}

// Zero returns an expression for the zero value of a type.
func (p *Generator) Zero(t model.Type) string {
	switch k := p.Kind(t, false); {
	case k == plan.String:
		return `""`
	case k == plan.Bool:
		return "false"
	case k.Number():
		return "0"
	case k.Nilable():
		return "nil"
	}
	return "*new(" + p.Type(t) + ")"
}
