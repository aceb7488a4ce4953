package header

import (
	"go/token"
	"strings"

	"bale/gen/emit"
)

// A NamedType is a type that was requested by name, with the requested formats and ending of method names. No Formats means those
// in the type's comment, else the default. Ending "" means the one in the comment, else the format's suffix.
type NamedType struct {
	Name    string
	Ending  string
	Formats []*emit.Format
}

// ParseNamed parses "Order", "Order:compact+proto" or "Order=Compact:compact+proto". unknown is the first format name that is not
// known.
func ParseNamed(text string, known []*emit.Format) (n NamedType, unknown string) {
	head, list, ok := strings.Cut(text, ":")
	name, ending, _ := strings.Cut(head, "=")
	if !token.IsIdentifier(name) {
		return NamedType{Name: text}, ""
	}
	if !ok {
		return NamedType{name, ending, nil}, ""
	}
	formats, others := emit.Choose(known, strings.Split(list, "+"))
	if len(others) > 0 {
		unknown = others[0]
	}
	return NamedType{name, ending, formats}, unknown
}

// String returns the type as ParseNamed reads it.
func (n NamedType) String() string {
	text := n.Name
	if n.Ending != "" {
		text += "=" + n.Ending
	}
	if len(n.Formats) == 0 {
		return text
	}
	return text + ":" + strings.ReplaceAll(emit.Names(n.Formats), ", ", "+")
}
