package emit

import (
	"fmt"
	"slices"
	"strings"

	"bale/model"
)

// A MethodSet is the set of methods that a type has for one format.
type MethodSet struct {
	*Format
	CustomSuffix string // suffix of the method names; "" means the format's suffix
	// ByValue means that the encoding methods have a value receiver.
	ByValue bool
	// Message means that the type has the fields of a message that protoc-gen-go or gogo has generated, and Keeps that the message has a field in
	// which ResetProto records that the memory of its lists and maps can be used again.
	Message, Keeps bool
	// Embeds means that the message embeds another one.
	Embeds bool
	// Unwanted are the names of methods that the type does not get.
	Unwanted map[string]bool
	// V2 means that the methods of the format json have the semantics of encoding/json/v2.
	V2    bool
	Parts []PartMethod
}

// A PartMethod is a method that decodes some fields of a type.
type PartMethod struct {
	Name     string   // of the part
	Fields   []string // paths
	Function string   // the part's name in the names of functions
}

// method returns the template of the method. In its doc, FIELDS stands for the fields.
func (p PartMethod) method(s MethodSet) method {
	whole := s.whole()
	m := whole[slices.IndexFunc(whole, func(m method) bool { return m.name == "UnmarshalS" })]
	m.part = &p
	m.doc = "decodes FIELDS of the message b into v. It does what UnmarshalS does\n// with a message that has no other fields, and so sets those to zero."
	if s.View.Kind == LikeJSON {
		m.doc = "decodes FIELDS of the text b into v. It does what UnmarshalS does\n// with a text that has no other fields."
	}
	return m
}

// list returns the fields as a sentence lists them.
func (p PartMethod) list() string {
	last := len(p.Fields) - 1
	switch {
	case last == 0:
		return "the field " + p.Fields[0]
	case last > maxListed:
		return fmt.Sprintf("the fields %s and %d others", strings.Join(p.Fields[:maxListed], ", "), len(p.Fields)-maxListed)
	}
	return "the fields " + strings.Join(p.Fields[:last], ", ") + " and " + p.Fields[last]
}

// maxListed is the maximum number of fields that the comment of a method lists before the last one.
const maxListed = 5

// Suffix returns the suffix of the method names.
func (s MethodSet) Suffix() string {
	if s.CustomSuffix != "" {
		return s.CustomSuffix
	}
	return s.Format.Suffix()
}

// A method is the template of a method that users call. In its texts, T stands for the type as written in Go, NAME for the
// type's name as part of function names, S for the suffix, F for the format's title, WIRE for the format's name, and REF for a
// pointer to the value.
type method struct {
	name, params, results string
	doc, body             string
	encodes               bool
	part                  *PartMethod // nil for methods of whole values
}

var methods = []method{
	{"AppendS", "b []byte", "([]byte, error)",
		"appends v in the WIRE format to b and returns the extended buffer.",
		"return baleFAppendNAME(balecore.NotNil(b), REF)", true, nil},
	{"MarshalS", "", "([]byte, error)",
		"returns v in the WIRE format.",
		"return baleFAppendNAME(nil, REF)", true, nil},
	{"SizeS", "", "int",
		"returns the number of bytes that AppendS appends. The result is not specified if AppendS returns an error.",
		"return baleFSizeNAME(REF)", true, nil},
	{"UnmarshalS", "b []byte", "error",
		"decodes b, which must hold exactly one message, into v. It sets every field that is not skipped. It reuses\n" +
			"// the memory that v refers to, unless that is part of b, of a recursive type, or shared by elements of a list. Nothing in v refers to b.\n" +
			"// A string keeps at most 64 KiB alive in addition to its own bytes. After an error, v may hold old and new values.",
		"n, err := baleFDecodeNAME(b, v, false)\nreturn balecore.Whole(NAMEQ, b, n, err)", false, nil},
	{"UnmarshalSAlias", "b []byte", "error",
		"is like UnmarshalS, but strings and byte slices in v may refer to b, which must not be modified afterwards.\n" +
			"// A later UnmarshalS into v may modify b, since it reuses the byte slices of v.",
		"n, err := baleFDecodeNAME(b, v, true)\nreturn balecore.Whole(NAMEQ, b, n, err)", false, nil},
	{"DecodeS", "b []byte", "(n int, err error)",
		"is like UnmarshalS, but decodes the message at the front of b and returns its length n.",
		"return baleFDecodeNAME(b, v, false)", false, nil},
}

// jsonMethods are the methods of the format json.
var jsonMethods = []method{
	{"AppendS", "b []byte", "([]byte, error)",
		"appends v to b as LIBRARY encodes it without this method, and returns the extended buffer.",
		"return baleFAppendNAME(balecore.NotNil(b), REF)", true, nil},
	{"MarshalS", "", "([]byte, error)",
		"returns v as LIBRARY encodes it without this method.",
		"return baleFAppendNAME(nil, REF)", true, nil},
	{"UnmarshalS", "b []byte", "error",
		"decodes b into v as LIBRARY does without this method.",
		"_, err := baleFDecodeNAME(b, v, false, true)\nreturn err", false, nil},
	{"UnmarshalSAlias", "b []byte", "error",
		"is like UnmarshalS, but strings in v may refer to b, which must not be modified afterwards.",
		"_, err := baleFDecodeNAME(b, v, true, true)\nreturn err", false, nil},
	{"DecodeS", "b []byte", "(n int, err error)",
		"is like UnmarshalS, but decodes the value at the front of b and returns the offset n after it.",
		"return baleFDecodeNAME(b, v, false, false)", false, nil},
}

// messageMethods are the methods of protobuf messages. keeps says whether ResetS keeps memory for UnmarshalS.
func messageMethods(keeps bool) []method {
	used, kept := "", ""
	if keeps {
		used = ", and uses the memory that\n// ResetS has left"
		kept = " It keeps the memory of lists and maps for the next UnmarshalS, before which v must not be changed, and no\n// other reference."
	}
	return []method{
		methods[0], methods[1], methods[2],
		{"UnmarshalS", "b []byte", "error",
			"decodes the message b into v, and removes all that v had. It does not change what v referred to" + used + ".\n" +
				"// A string keeps at most 64 KiB alive in addition to its own bytes. After an error, v has some of the fields.",
			methods[3].body, false, nil},
		{"UnmarshalSAlias", "b []byte", "error",
			"is like UnmarshalS, but strings and byte slices in v may refer to b, which must not be modified afterwards.",
			methods[4].body, false, nil},
		methods[5],
		{"MergeS", "b []byte", "error",
			"adds the fields of the message b to v: it sets those that have one value, merges messages, and appends to lists.",
			"_, err := baleFJoinNAME(b, v, false)\nreturn err", false, nil},
		{"ResetS", "", "", "makes v empty." + kept, "baleFClearNAME(v)", false, nil},
	}
}

// ownMethod is the method of messages that embed others.
var ownMethod = method{"OwnS", "", "any", "returns v. Codecs call it to learn that v has methods of its own, and not only those of a message that it embeds.", "return v", false, nil}

// methods returns the methods of the set.
func (s MethodSet) methods() []method {
	list := slices.Clone(s.whole())
	for _, p := range s.Parts {
		list = append(list, p.method(s))
	}
	return list
}

// whole returns the methods for whole values.
func (s MethodSet) whole() []method {
	switch {
	case s.View.Kind == LikeJSON:
		return jsonMethods
	case s.Message && s.View.Kind == LikeProto:
		list := messageMethods(s.Keeps)
		if s.Embeds {
			list = append(list, ownMethod)
		}
		return slices.DeleteFunc(list, func(m method) bool { return s.Unwanted[s.nameOf(m)] })
	}
	return methods
}

// Names returns the names of the methods.
func (s MethodSet) Names() []string { return s.names(s.methods()) }

// WholeNames returns the names of the methods for whole values.
func (s MethodSet) WholeNames() []string { return s.names(s.whole()) }

// PartName returns the name of the method for a part.
func (s MethodSet) PartName(part string) string { return s.Fill("UnmarshalS", "", "") + part }

func (s MethodSet) names(methods []method) []string {
	names := make([]string, len(methods))
	for i, m := range methods {
		names[i] = s.nameOf(m)
	}
	return names
}

// IsGenerated reports whether n has all methods that are generated with the suffix Binary: its MarshalBinary encodes its fields, and its
// UnmarshalBinary overwrites them.
func IsGenerated(n *model.Named) bool {
	names := MethodSet{Format: &Format{Methods: Methods{Suffix: StandardSuffix}}}.Names()
	return !n.Methods.Partial && !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(n.Methods.Names, name) })
}

// receiver returns the declaration of the receiver v of a method.
func (s MethodSet) receiver(m method, typ string) string {
	if m.encodes && s.ByValue {
		return "v " + typ
	}
	return "v *" + typ
}

// Fill replaces the placeholders of a template. typ is the type as written in Go, and name its name as part of function names.
func (s MethodSet) Fill(text, typ, name string) string {
	ref := "v"
	if s.ByValue {
		ref = "&v"
	}
	library := "encoding/json"
	if s.V2 {
		library += "/v2"
	}
	return strings.NewReplacer("LIBRARY", library, "REF", ref, "NAMEQ", fmt.Sprintf("%q", typ), "NAME", name, "WIRE", s.Name, "baleF", "bale"+s.Title,
		"AppendS", "Append"+s.Suffix(), "MarshalS", "Marshal"+s.Suffix(), "SizeS", "Size"+s.Suffix(),
		"UnmarshalS", "Unmarshal"+s.Suffix(), "DecodeS", "Decode"+s.Suffix(), "MergeS", "Merge"+s.Suffix(), "ResetS", "Reset"+s.Suffix(),
		"OwnS", "Own"+s.Suffix()).Replace(text)
}

// Stubs returns methods with the right signatures and no implementation, for type checking the package before code is
// generated. It leaves out the methods in except.
func (s MethodSet) Stubs(typ string, except map[string]bool) string {
	var text strings.Builder
	printed := map[string]bool{} // the names of parts, which may be wrong
	for _, m := range s.methods() {
		if name := s.nameOf(m); !except[name] && !printed[name] {
			printed[name] = true
			fmt.Fprintf(&text, "func (%s) %s(%s) %s { for {} }\n", s.receiver(m, typ), name, m.params, m.results)
		}
	}
	return text.String()
}

// nameOf returns the name of a method.
func (s MethodSet) nameOf(m method) string {
	if m.part != nil {
		return s.PartName(m.part.Name)
	}
	return s.Fill(m.name, "", "")
}

// Methods prints the methods of a type that users call.
func (p *Printer) Methods(s MethodSet, t *model.Named) {
	for _, m := range s.methods() {
		name, doc := p.Name(t), s.Fill(m.doc, "", "")
		if m.part != nil {
			name, doc = m.part.Function, strings.Replace(doc, "FIELDS", m.part.list(), 1)
		}
		p.Line("// %s %s\nfunc (%s) %s(%s) %s { %s }\n", s.nameOf(m), doc, s.receiver(m, t.Name), s.nameOf(m), m.params, m.results, s.Fill(m.body, t.Name, name))
	}
}
