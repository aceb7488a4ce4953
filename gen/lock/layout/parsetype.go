package layout

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"bale/model"
)

// parseType parses a type as [Type.String] prints it. It returns nil if text is not one.
//
// The type is Go, except that a name may be a path, such as Order.M[] or example.com/m/go-money.Amount, and that a custom type is
// called binary(T). So parseType replaces each name by an identifier, and has package go/parser parse the rest.
func parseType(text string) *Type {
	x, err := parser.ParseExpr(maskNames(text))
	if err != nil {
		return nil
	}
	t := typeParser(text).typ(x)
	if t == nil || t.String() != text { // there are spaces or comments that String does not print
		return nil
	}
	return t
}

// maskNames returns text with identifiers in place of names. No offset changes.
func maskNames(text string) string {
	b := []byte(text)
	for i := 0; i < len(b); {
		rest := text[i:]
		switch {
		case strings.HasPrefix(rest, "map["):
			i += len("map[")
		case strings.IndexByte("[]*() ", text[i]) >= 0 || '0' <= text[i] && text[i] <= '9':
			i++
		default:
			i += copy(b[i:], strings.Repeat("x", nameEnd(rest)))
		}
	}
	return string(b)
}

// nameEnd returns the length of the name at the start of text, which ends at a space, at a bracket that it does not open, or at the
// end of text. It is at least 1. The arguments of a generic type may have struct tags in quotes.
func nameEnd(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			if depth--; depth < 0 {
				return max(i, 1)
			}
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case ' ':
			if depth == 0 {
				return max(i, 1)
			}
		}
	}
	return len(text)
}

// A typeParser is the text of a type, which has the names that the syntax tree lacks.
type typeParser string

// source returns the text of a node.
func (p typeParser) source(n ast.Node) string { return string(p[n.Pos()-1 : n.End()-1]) }

// typ returns the type of an expression, or nil if it is not a type.
func (p typeParser) typ(x ast.Expr) *Type {
	switch x := x.(type) {
	case *ast.Ident:
		return namedType(p.source(x))
	case *ast.StarExpr:
		return withElem(&Type{Op: Pointer}, p.typ(x.X))
	case *ast.MapType:
		t := &Type{Op: Map, Key: p.typ(x.Key)}
		if t.Key == nil {
			return nil
		}
		return withElem(t, p.typ(x.Value))
	case *ast.ArrayType:
		if x.Len == nil {
			return withElem(&Type{Op: Slice}, p.typ(x.Elt))
		}
		n, err := int64(0), error(nil)
		if l, ok := x.Len.(*ast.BasicLit); !ok || l.Kind != token.INT {
			return nil
		} else if n, err = strconv.ParseInt(l.Value, 10, 64); err != nil {
			return nil
		}
		return withElem(&Type{Op: Array, Len: n}, p.typ(x.Elt))
	}
	return nil
}

// withElem returns t with an element type, or nil if there is none.
func withElem(t, elem *Type) *Type {
	if t.Elem = elem; elem == nil {
		return nil
	}
	return t
}

// customMethods are the suffixes of marshal methods, by the word for them.
var customMethods = map[string]string{"binary": "Binary", "text": "Text", "json": "JSON", "gob": "Gob"}

// namedType returns the type with a name: a basic type, the time, a custom type or a definition.
func namedType(name string) *Type {
	switch {
	case name == "time.Time":
		return &Type{Op: Time}
	case name == "byte" || kindOf(name) != 0:
		return &Type{Op: Basic, Name: name}
	}
	if word, arg, ok := strings.Cut(name, "("); ok && customMethods[word] != "" {
		inner, closed := strings.CutSuffix(arg, ")")
		if !closed || inner == "" || nameEnd(inner) != len(inner) {
			return nil
		}
		return &Type{Op: Custom, Name: inner, Method: customMethods[word]}
	}
	return &Type{Op: Ref, Name: name}
}

// A NumberedForm is the form of a field with a number: "repeated Line ([]Line)".
type NumberedForm struct {
	Encoding string // as the format names it
	Type     *Type  // nil if the line does not have the type, or if it is malformed
	text     string // the text of Type
}

// ParseNumberedForm parses the form of a field with a number.
func ParseNumberedForm(text string) NumberedForm {
	f := NumberedForm{}
	f.Encoding, f.text, _ = strings.Cut(text, " (")
	if inner, ok := strings.CutSuffix(f.text, ")"); ok {
		f.text, f.Type = inner, parseType(inner)
	}
	return f
}

// Typed reports whether the line has the type of the field.
func (f NumberedForm) Typed() bool { return f.text != "" }

// FormOf returns the text of a [NumberedForm] for a field of type t, for code in package home.
func FormOf(encoding string, t model.Type, home string) string {
	return encoding + " (" + Form(t, home) + ")"
}
