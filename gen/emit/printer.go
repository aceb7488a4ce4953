// Package emit prints the code that all formats share: methods, unions, slabs, limits, error paths, and loops over
// maps in key order.
package emit

import (
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// A Printer collects the text of one generated file.
type Printer struct {
	*printer.Printer
	// Directives holds the directives in the source. It may be nil.
	Directives *plan.Directives
}

// NewPrinter returns a Printer for a file of package pkg.
func NewPrinter(pkg string) *Printer {
	return &Printer{Printer: printer.NewPrinter(pkg)}
}

// PrintFile returns a Printer with the output of print, for a file with functions that encode and decode.
func PrintFile(pkg string, print func(p *Printer)) *Printer {
	p := NewPrinter(pkg)
	p.Reserve = true
	print(p)
	return p
}

// Formats prints the code of formats, each for its roots.
func (p *Printer) Formats(formats []*Format, roots func(*Format) []*model.Named) {
	for _, f := range formats {
		if list := roots(f); len(list) > 0 {
			f.Print.Code(p, list)
		}
	}
}
