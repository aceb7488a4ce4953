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
	Types   []string       // types beyond those that carry //bale:gen or that the file has: a name, or "Order:compact+proto" with formats of its own
	Wires   []*emit.Format // of the types in Types that name none, or else of those that carry //bale:gen; none: what a comment says, else the default
	Known   []*emit.Format // that a comment can name
	Out     string         // file; "" is <package>_bale.go. A name without a folder stands beside the types
	Safe    bool           // without package unsafe
	Tests   bool           // a file of tests, too; one that is there is always kept up to date
	Accept  bool           // the lock file is made anew: no messages are kept
	Proto   string         // a .proto file of the types that have the wire proto; "" is none
}

// A named is a type that was asked for by its name, and the formats that were asked for; none are those of its comment, else
// the default.
type named struct {
	name  string
	wires []*emit.Format
}

// parseNamed parses "Order" or "Order:compact+proto". It returns the first name of a format that is not known.
func parseNamed(text string, known []*emit.Format) (n named, unknown string) {
	name, list, ok := strings.Cut(text, ":")
	if !ok || !token.IsIdentifier(name) {
		return named{name: text}, ""
	}
	wires, others := Choose(known, strings.Split(list, "+"))
	if len(others) > 0 {
		unknown = others[0]
	}
	return named{name, wires}, unknown
}

func (n named) String() string {
	if len(n.wires) == 0 {
		return n.name
	}
	return n.name + ":" + strings.ReplaceAll(Names(n.wires), ", ", "+")
}

// several reports whether the request may be for more than one package. Each is then generated with the flags in the
// first line of its file, and those of the request.
func (r *Request) several() bool { return schema.Several(r.Pattern) }
