package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"bale/profile"
	"bale/report/term"
	"bale/result"
)

// maxCallers is the maximum number of callers that are printed, and minShare the share below which nothing is.
const maxCallers, minShare = 10, 0.0005

// printProfile prints a report as text.
func printProfile(w io.Writer, r *profile.Report) {
	printShares(w, r)
	printCallers(w, r)
	if r.ByCPU() {
		printAdvice(w, r)
	} else {
		fmt.Fprintln(w, "\nWhat another serializer would save is only known for the CPU time: give a CPU profile, too.")
	}
}

// printShares prints the table of the serializers and of everything else.
func printShares(w io.Writer, r *profile.Report) {
	t := &columns{}
	line := func(name, direction string, cpu, gc, alloc float64) {
		cells := []string{name, direction}
		if r.CPU != nil {
			cells = append(cells, percent(cpu))
		}
		if r.CPU != nil && r.Alloc != nil {
			cells = append(cells, percent(gc))
		}
		if r.Alloc != nil {
			cells = append(cells, percent(alloc))
		}
		t.line(cells...)
	}
	head := "serializer\tdirection"
	if r.CPU != nil {
		head += fmt.Sprintf("\tof %v CPU", time.Duration(r.CPU.Total).Round(time.Millisecond))
	}
	if r.CPU != nil && r.Alloc != nil {
		head += "\tGC, estimated"
	}
	if r.Alloc != nil {
		head += "\tof " + result.Bytes(r.Alloc.Total) + " allocated"
	}
	t.line(strings.Split(head, "\t")...)
	for _, row := range r.Rows {
		if max(row.CPU, row.GC, row.Alloc) < minShare {
			continue
		}
		line(row.Codec, string(row.Direction), row.CPU, row.GC, row.Alloc)
	}
	if len(r.Rows) != 1 {
		cpu, gc, alloc := r.Serializers()
		line("all serializers", "", cpu, gc, alloc)
	}
	for _, other := range otherShares(r) {
		if other.cpu > 0 || other.alloc > 0 || other.always {
			line(other.name, "", other.cpu, other.gc, other.alloc)
		}
	}
	t.print(w)
	printSame(w, r)
}

// columns is a table whose columns are aligned with spaces.
type columns struct{ text strings.Builder }

// line adds a line. The cells may be from a profile.
func (c *columns) line(cells ...string) {
	for i := range cells {
		cells[i] = term.Printable(cells[i])
	}
	fmt.Fprintln(&c.text, strings.Join(cells, "\t"))
}

// print prints the table without spaces at the ends of lines.
func (c *columns) print(w io.Writer) {
	var aligned strings.Builder
	t := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	_, _ = io.WriteString(t, c.text.String())
	t.Flush()
	for line := range strings.Lines(aligned.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}

// An otherShare is a line about what is charged to no serializer.
type otherShare struct {
	name           string
	cpu, gc, alloc float64
	always         bool
}

func otherShares(r *profile.Report) []otherShare {
	var cpu, alloc profile.Shares
	if r.CPU != nil {
		cpu = *r.CPU
	}
	if r.Alloc != nil {
		alloc = *r.Alloc
	}
	gc := "garbage collection"
	if r.Alloc == nil {
		gc += ", not attributed" // see the usage: it takes a profile of allocations
	}
	return []otherShare{
		{name: "reading and writing in their calls", cpu: cpu.Transfer, alloc: alloc.Transfer},
		{name: gc, cpu: cpu.GC, alloc: alloc.GC},
		{name: "stacks without names", cpu: cpu.Unnamed, alloc: alloc.Unnamed},
		{name: "everything else", cpu: cpu.Rest, alloc: alloc.Rest, always: true},
	}
}

// printSame prints which serializers a row stands for.
func printSame(w io.Writer, r *profile.Report) {
	var seen []string
	for _, row := range r.Rows {
		if len(row.Same) > 0 && max(row.CPU, row.Alloc) >= minShare && !slices.Contains(seen, row.Codec) {
			seen = append(seen, row.Codec)
			fmt.Fprintf(w, "%s may also be %s: their functions have the same names\n", row.Codec, strings.Join(row.Same, " or "))
		}
	}
}

// printCallers prints the largest callers.
func printCallers(w io.Writer, r *profile.Report) {
	if len(r.Callers) == 0 {
		return
	}
	fmt.Fprintln(w, "\ncallers")
	t := &columns{}
	for _, c := range r.Callers[:min(len(r.Callers), maxCallers)] {
		share := c.CPU
		if !r.ByCPU() {
			share = c.Alloc
		}
		if share < minShare {
			break
		}
		place := ""
		if c.Line > 0 {
			place = fmt.Sprintf("%s:%d", filepath.Base(c.File), c.Line)
		}
		t.line(percent(share), c.Codec+" "+string(c.Direction), shortFunction(c.Function), place, c.Type)
	}
	t.print(w)
	if more := len(r.Callers) - maxCallers; more > 0 {
		fmt.Fprintf(w, "and %d more, which -json prints\n", more)
	}
}

// majorVersion matches the path of a package that ends with a major version.
var majorVersion = regexp.MustCompile(`/v[0-9]+[._]`)

// shortFunction returns the name of a function with the last element of its package's path, and with the one before if the last is a major version.
func shortFunction(name string) string {
	head, _, _ := strings.Cut(name, "(")
	slash := strings.LastIndexByte(head, '/')
	if slash > 0 && majorVersion.MatchString(head[slash:]) {
		slash = strings.LastIndexByte(head[:slash], '/')
	}
	return name[slash+1:]
}

// printAdvice prints what other serializers would save.
func printAdvice(w io.Writer, r *profile.Report) {
	if r.Share() < profile.Noticeable {
		fmt.Fprintf(w, "\nserialization takes %s of the CPU: another serializer changes nothing you would notice\n", percent(r.Share()))
		return
	}
	for _, a := range r.Advice {
		fmt.Fprintf(w, "\n%s takes %s of the CPU\n", a.Codec, percent(a.CPU))
		for _, alt := range a.Alternatives {
			fmt.Fprintf(w, "  %s %s in %s of the time: %s of the CPU saved\n", alt.Codec, writes(alt), ratioText(alt.Ratio), savedText(alt.Saved))
		}
		switch {
		case a.Now == "":
			fmt.Fprintf(w, "  no ratios of it are known\n")
		case len(a.Alternatives) == 0:
			fmt.Fprintf(w, "  no serializer is faster\n")
		case a.Converts:
			fmt.Fprintf(w, "  the time of %s includes conversions from and to a struct: a program without conversions saves less\n", a.Now)
		}
		fmt.Fprintf(w, "  measure it: %s\n", term.Printable(a.Next))
	}
	if slices.ContainsFunc(r.Advice, func(a profile.Advice) bool { return len(a.Alternatives) > 0 }) {
		fmt.Fprintf(w, "\nThe ratios are from the best to the worst shape of %s.\n", term.Printable(r.Ratios))
	}
}

// writes says how the messages of an alternative differ.
func writes(a profile.Alternative) string {
	switch {
	case a.Bytes:
		return "writes the same bytes, with MarshalJSON and UnmarshalJSON called directly,"
	case a.SameWire:
		return "has the same wire format and works"
	}
	return "has another wire format (" + a.Wire + ") and works"
}

// ratioText returns a range of ratios, rounded to the outside: to two digits after the point, and to three below 0.01.
func ratioText(r profile.Range) string {
	lo := fmt.Sprintf("%.2f", math.Floor(r.Lo*100)/100)
	if r.Lo < 0.01 {
		lo = fmt.Sprintf("%.3f", math.Floor(r.Lo*1000)/1000)
	}
	return fmt.Sprintf("%s-%.2f", lo, math.Ceil(r.Hi*100)/100)
}

// savedText returns a range of shares in percent, rounded to the outside.
func savedText(r profile.Range) string {
	if r.Lo < 0 {
		return fmt.Sprintf("%.0f to %.0f %%", math.Floor(r.Lo*100), math.Ceil(r.Hi*100))
	}
	return fmt.Sprintf("%.0f-%.0f %%", math.Floor(r.Lo*100), math.Ceil(r.Hi*100))
}

// profileUnit returns what the shares of a report are shares of.
func profileUnit(r *profile.Report) string {
	if r.ByCPU() {
		return "the CPU time"
	}
	return "the allocated bytes"
}

// percent returns a share in percent. Shares below 10 % have a digit after the point.
func percent(share float64) string {
	if p := share * 100; p > 0 && p < 9.95 {
		return fmt.Sprintf("%.1f %%", p)
	}
	return fmt.Sprintf("%.0f %%", share*100)
}
