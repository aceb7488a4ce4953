package emit

import (
	"fmt"
	"strings"

	"bale/schema"
)

// Default is the wire that has the methods of the standard library's names: MarshalBinary and so on.
const Default = "compact"

// Suffix is what the names of a format's methods end with.
func (f *Format) Suffix() string {
	if f.Name == Default {
		return "Binary"
	}
	return f.Title
}

// A method is one that a user calls. In its texts T stands for the type as it is written, NAME for what it
// is called in the names of functions, S for the format's suffix, F for its title, and WIRE for its name.
type method struct {
	name, params, results string
	doc, body             string
}

var methods = []method{
	{"AppendS", "b []byte", "([]byte, error)",
		"appends v to b in the WIRE wire, and returns the longer b.",
		"return baleFAppendNAME(b, v)"},
	{"MarshalS", "", "([]byte, error)",
		"is v in the WIRE wire.",
		"return baleFAppendNAME(nil, v)"},
	{"SizeS", "", "int",
		"is how many bytes AppendS appends, 0 for a value that it returns an error for.",
		"return baleFSizeNAME(v)"},
	{"UnmarshalS", "b []byte", "error",
		"reads v from b, which is one whole message and nothing else. It writes every field that is not skipped and\n" +
			"// uses the memory that v has again, unless it is a part of b or elements of a list share it. Nothing in v points into b.\n" +
			"// A string keeps at most 64 KiB alive beside its own bytes. After an error v is a mixture of old and new.",
		"n, err := baleFDecodeNAME(b, v, false)\nif err == nil && n < len(b) {\nreturn baleLeftOver(NAMEQ, n)\n}\nreturn err"},
	{"UnmarshalSAlias", "b []byte", "error",
		"is UnmarshalS, but strings and byte slices of v may point into b, which must not change from then on.",
		"n, err := baleFDecodeNAME(b, v, true)\nif err == nil && n < len(b) {\nreturn baleLeftOver(NAMEQ, n)\n}\nreturn err"},
	{"DecodeS", "b []byte", "(n int, err error)",
		"is UnmarshalS for a message at the front of b: n says how long it is.",
		"return baleFDecodeNAME(b, v, false)"},
}

// MethodNames are the methods that the format gives a type.
func (f *Format) MethodNames() []string {
	names := make([]string, len(methods))
	for i, m := range methods {
		names[i] = f.Fill(m.name, "", "")
	}
	return names
}

// Fill puts a type into a text.
func (f *Format) Fill(text, typ, name string) string {
	return strings.NewReplacer("NAMEQ", fmt.Sprintf("%q", typ), "NAME", name, "WIRE", f.Name, "baleF", "bale"+f.Title,
		"AppendS", "Append"+f.Suffix(), "MarshalS", "Marshal"+f.Suffix(), "SizeS", "Size"+f.Suffix(),
		"UnmarshalS", "Unmarshal"+f.Suffix(), "DecodeS", "Decode"+f.Suffix()).Replace(text)
}

// Stubs are the methods as the rest of the package sees them, without what they do.
func (f *Format) Stubs(typ string, but map[string]bool) string {
	var text strings.Builder
	for _, m := range methods {
		if name := f.Fill(m.name, "", ""); !but[name] {
			fmt.Fprintf(&text, "func (v *%s) %s(%s) %s { panic(0) }\n", typ, name, m.params, m.results)
		}
	}
	return text.String()
}

// Methods prints the methods of a type that a user calls.
func (p *Printer) Methods(f *Format, t *schema.Named) {
	name := p.Name(t)
	for _, m := range methods {
		p.Line("// %s %s\nfunc (v *%s) %s(%s) %s {\n%s\n}\n", f.Fill(m.name, "", ""), f.Fill(m.doc, "", ""),
			t.Name, f.Fill(m.name, "", ""), m.params, m.results, f.Fill(m.body, t.Name, name))
	}
}
