// Package emit prints what all formats share: the public methods, helpers, unions, and maps in the order of their keys.
package emit

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// A Printer collects the text of one generated file.
type Printer struct {
	*printer.Printer
	// Directives are what comments and tags in the source ask of the formats; nil has none.
	Directives *plan.Directives
}

// NewPrinter is a Printer for a file of the package.
func NewPrinter(pkg string, safe bool) *Printer {
	return &Printer{Printer: printer.NewPrinter(pkg, safe)}
}

// Print is a printer with what print prints into it. Where variables of that are called as types or packages are that it
// names, it prints again: the types then have other names.
func Print(pkg string, safe bool, print func(p *Printer)) *Printer {
	p := NewPrinter(pkg, safe)
	print(p)
	hidden := p.Hidden()
	if len(hidden) == 0 {
		return p
	}
	p = NewPrinter(pkg, safe)
	p.Avoid = hidden
	print(p)
	return p
}

// Formats prints the code of formats for the roots of each.
func (p *Printer) Formats(formats []*Format, roots func(*Format) []*schema.Named) {
	for _, f := range formats {
		if list := roots(f); len(list) > 0 {
			f.Print(p, list)
		}
	}
}
