// Package printer prints Go files: the text of declarations, the names of types, variables and imports, and
// the packages of the runtime that the code calls.
package printer

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bale/model"
)

// A Printer collects the text of one generated file.
type Printer struct {
	Package string // import path of the file's package
	Runtime string // import path of the folder of the runtime's packages
	Version string // the runtime's constant for this version of bale; "" for a file that is compiled with this version's runtime in any case
	// Prefix replaces the prefix "bale" of the names that the file declares, so that the package can also have code of bale gen.
	// "" stands for "bale".
	Prefix string
	// Taken has the names that the package declares, which imports cannot have, with their positions.
	Taken map[string]string
	// Reserve means that functions of the file have local variables. Their names are reserved: see localNames.
	Reserve bool

	imports   map[string]string     // package names by import path
	declared  map[string]string     // texts of declarations by key; each is printed once
	names     map[string]string     // names of types in function names, by the text of the type
	inUse     map[string]bool       // variables of the current function that are named after fields
	keyed     map[string]string     // variables of the current function by key: see VarFor
	fieldVars map[string]bool       // those of all functions
	typeWords map[string]bool       // names of types of the package in the text
	numbers   map[string]int        // number of variables in the current function, by stem
	constants map[string]string     // values of names in the text: see Constant
	stack     int                   // bytes of the arrays of the current function: see OnStack
	types     map[model.Type]string // results of Type, which is called for every pair of types that a list of types compares
	body      bytes.Buffer
	aside     string // see Aside
}

// NewPrinter returns a Printer for a file of the package with the import path pkg.
func NewPrinter(pkg string) *Printer {
	return &Printer{Package: pkg, imports: map[string]string{}, declared: map[string]string{}, names: map[string]string{}, constants: map[string]string{}, numbers: map[string]int{}, inUse: map[string]bool{}, keyed: map[string]string{}, fieldVars: map[string]bool{}, typeWords: map[string]bool{}, types: map[model.Type]string{}}
}

// Line prints one or more lines.
func (p *Printer) Line(format string, args ...any) { fmt.Fprintf(&p.body, format+"\n", args...) }

// Declare adds the text of a declaration to the end of the file. A text with the same key replaces it.
func (p *Printer) Declare(name, text string) {
	p.declared[name] = text
}

// Declares reports whether a declaration has been added under a key.
func (p *Printer) Declares(name string) bool {
	_, ok := p.declared[name]
	return ok
}

// Var returns a variable name that the current function does not use yet.
func (p *Printer) Var(stem string) string {
	p.numbers[stem]++
	if p.numbers[stem] == 1 {
		return stem
	}
	return fmt.Sprintf("%s%d", stem, p.numbers[stem])
}

// Func prints the first line of a function, and starts a new set of variable names.
func (p *Printer) Func(format string, args ...any) {
	clear(p.numbers)
	clear(p.inUse)
	clear(p.keyed)
	p.stack = 0
	p.Line(format, args...)
}

// maxStack is the maximum size in bytes of the arrays in the frame of a function. Messages may be nested 10,000 deep, and the stack of a goroutine has
// at most 250 MB on 32-bit platforms. Without a limit, four maps of values of 3 KiB in a recursive message took more than 1 GB.
const maxStack = 2 << 10

// OnStack reports whether the current function may have an array of n more bytes in its frame, and counts it if so.
func (p *Printer) OnStack(n int) bool {
	if n > maxStack-p.stack {
		return false
	}
	p.stack += n
	return true
}

// Constant sets the number that stands for a name in the text. It is for numbers that are known only when all has been printed.
func (p *Printer) Constant(name string, n int) { p.constants[name] = strconv.Itoa(n) }

// Capture runs print and returns its output without printing it.
func (p *Printer) Capture(print func()) string {
	start := p.body.Len()
	print()
	text := string(p.body.Bytes()[start:])
	p.body.Truncate(start)
	return text
}

// Type returns the text of a type in the file's package.
func (p *Printer) Type(t model.Type) string {
	text, ok := p.types[t]
	if !ok {
		text = p.typeName(p.plain(t))
		p.types[t] = text
	}
	return text
}

// plain is Type without the alias for a type whose name local variables may have.
func (p *Printer) plain(t model.Type) string {
	return model.GoType(t, func(path string) string {
		if path == p.Package {
			return ""
		}
		return p.Import(path)
	})
}

// Name returns the part of function names that stands for a type; it is the same for all formats of a file. It begins with an
// underscore, which no other name in the file contains.
func (p *Printer) Name(t model.Type) string {
	name := p.nameOf(p.plain(t))
	if way := model.ChosenWay(t); way != "" { // other values of the same type may be encoded by other methods
		name = p.NameAs(way+" "+name, name+upper(way))
	}
	if part := model.PartOf(t); part != nil {
		name = p.NameAs("part "+part.Key()+" "+name, name+part.Name)
	}
	return name
}

// nameOf is Name for the text of a type.
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

// NameAs returns a unique name for key: name, or name with a number.
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

// Addr returns the address of an expression, as an expression.
func Addr(expr string) string {
	if dereferences(expr) {
		return expr[2 : len(expr)-1]
	}
	return "&" + expr
}

// upper returns the name with its first letter in upper case.
func upper(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// Unparen returns an expression without parentheses that only a longer expression needs.
func Unparen(expr string) string {
	if dereferences(expr) {
		return expr[1 : len(expr)-1]
	}
	return expr
}

// Field returns an expression for a field of a struct.
func Field(expr, name string) string {
	if dereferences(expr) {
		expr = expr[2 : len(expr)-1]
	}
	return expr + "." + name
}

// dereferences reports whether an expression dereferences a pointer, as in "(*v)".
func dereferences(expr string) bool {
	if !strings.HasPrefix(expr, "(*") {
		return false
	}
	depth := 0
	for i, c := range expr {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return i == len(expr)-1
		}
	}
	return false
}
