package gen

import (
	"go/token"
	"strings"

	"bale/gen/emit"
	"bale/schema"
)

// A Request is what bale gen is asked for.
type Request struct {
	Dir     string         // working folder: messages show files relative to it
	Pattern string         // of packages, as the go command has it
	Types   []string       // types beyond those that carry //bale:gen or that the file has: a name, or "Order=Compact:compact+proto" with an ending of methods and formats of its own
	Wires   []*emit.Format // of the types in Types that name none, or else of those that carry //bale:gen; none: what a comment says, else the default
	Methods string         // what the names of the default format's methods end with, for the types that Wires is for; "" is what a comment says, else the format's suffix
	Known   []*emit.Format // that a comment can name
	Out     string         // file; "" is <package>_bale.go. A name without a folder stands beside the types
	Safe    bool           // without package unsafe
	Tests   bool           // a file of tests, too; one that is there is always kept up to date
	Accept  bool           // the lock file is made anew: no messages are kept
	Proto   string         // a .proto file of the types that have the wire proto; "" is none
}

// A named is a type that was asked for by its name, and the formats that were asked for; none are those of its comment, else
// the default. An ending is what the names of the default format's methods end with; "" is that of the comment, else the
// format's suffix.
type namedType struct {
	name    string
	ending  string
	formats []*emit.Format
}

// parseNamed parses "Order", "Order:compact+proto" or "Order=Compact:compact+proto". It returns the first name of a format that
// is not known.
func parseNamed(text string, known []*emit.Format) (n namedType, unknown string) {
	head, list, ok := strings.Cut(text, ":")
	name, ending, _ := strings.Cut(head, "=")
	if !token.IsIdentifier(name) {
		return namedType{name: text}, ""
	}
	if !ok {
		return namedType{name, ending, nil}, ""
	}
	formats, others := Choose(known, strings.Split(list, "+"))
	if len(others) > 0 {
		unknown = others[0]
	}
	return namedType{name, ending, formats}, unknown
}

func (n namedType) String() string {
	text := n.name
	if n.ending != "" {
		text += "=" + n.ending
	}
	if len(n.formats) == 0 {
		return text
	}
	return text + ":" + strings.ReplaceAll(Names(n.formats), ", ", "+")
}

// several reports whether the request may be for more than one package. Each is then generated with the flags in the
// first line of its file, and those of the request.
func (r *Request) several() bool { return schema.Several(r.Pattern) }
