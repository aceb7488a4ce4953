// Package printer prints Go files.
package printer

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bale/schema"
)

// A Printer collects the text of one generated file.
type Printer struct {
	Package string // import path of the package that the file is in
	Safe    bool   // without package unsafe
	// Prefix stands for the "bale" of names that the file declares: for code beside that of bale gen. "" is "bale".
	Prefix string
	// Taken has what the package declares: names that imports cannot have.
	Taken map[string]string
	// Avoid are words of types that variables would hide.
	Avoid []string

	imports map[string]string // what packages are called, by path
	helpers map[string]string // by name: each is printed once
	names   map[string]string // of types, by how they are spelled
	numbers map[string]int    // variables by stem, for names that are in no scope around
	spelled map[string]bool   // words of types that have been printed
	body    bytes.Buffer
}

// NewPrinter is a Printer for a file of the package.
func NewPrinter(pkg string, safe bool) *Printer {
	return &Printer{Package: pkg, Safe: safe, imports: map[string]string{}, helpers: map[string]string{}, names: map[string]string{}, numbers: map[string]int{}, spelled: map[string]bool{}}
}

// Line prints a line, or several.
func (p *Printer) Line(format string, args ...any) { fmt.Fprintf(&p.body, format+"\n", args...) }

// Helper makes sure that a helper's text is in the file.
func (p *Printer) Helper(name, text string) {
	p.helpers[name] = text
}

// Var is a name that no variable of the function has had.
func (p *Printer) Var(stem string) string {
	p.numbers[stem]++
	if p.numbers[stem] == 1 {
		return stem
	}
	return fmt.Sprintf("%s%d", stem, p.numbers[stem])
}

// Func begins a function: its variables have names of their own.
func (p *Printer) Func(format string, args ...any) {
	clear(p.numbers)
	p.Line(format, args...)
}

// Capture is what print prints, which is not printed.
func (p *Printer) Capture(print func()) string {
	start := p.body.Len()
	print()
	text := string(p.body.Bytes()[start:])
	p.body.Truncate(start)
	return text
}

// Type spells a type as the file's package does.
func (p *Printer) Type(t schema.Type) string { return p.known(p.plain(t)) }

// plain is Type without regard to variables.
func (p *Printer) plain(t schema.Type) string {
	return schema.GoType(t, func(path string) string {
		if path == p.Package {
			return ""
		}
		return p.Import(path)
	})
}

// Name is what a type is called in the names of functions, behind a verb: the same for all formats of a file. It begins with
// an underscore, which no helper has in its name, so that no function of a type is called like a helper.
func (p *Printer) Name(t schema.Type) string { return p.nameOf(p.plain(t)) }

func (p *Printer) nameOf(key string) string {
	if n, ok := p.names[key]; ok {
		return n
	}
	name := "_"
	for _, part := range strings.FieldsFunc(key, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		name += upper(part)
	}
	return p.NameAs(key, name)
}

// NameAs is a name for what key stands for: the given one, or one like it.
func (p *Printer) NameAs(key, name string) string {
	if n, ok := p.names[key]; ok {
		return n
	}
	base := name
	for i := 2; slices.Contains(slices.Collect(maps.Values(p.names)), name); i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	p.names[key] = name
	return name
}

// Addr is the address of an expression.
func Addr(expr string) string {
	if dereferences(expr) {
		return expr[2 : len(expr)-1]
	}
	return "&" + expr
}

// upper is a name with its first letter in upper case.
func upper(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// Bare is an expression without the parentheses that it needs only in a longer one.
func Bare(expr string) string {
	if dereferences(expr) {
		return expr[1 : len(expr)-1]
	}
	return expr
}

// Field is an expression for a field of a struct.
func Field(expr, name string) string {
	if dereferences(expr) {
		expr = expr[2 : len(expr)-1]
	}
	return expr + "." + name
}

// dereferences reports whether an expression is what a pointer points at, as in "(*v)".
func dereferences(expr string) bool {
	return len(expr) > 3 && expr[:2] == "(*" && expr[len(expr)-1] == ')'
}
