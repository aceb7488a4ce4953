package proto

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// lockForm returns the form of a field in the lock file: "repeated Row of repeated sint64". The form of a named list or map includes
// that of its contents, since the lock file has no other line for it.
func (p *planner) lockForm(f *value) string {
	return p.form(f) + p.nestedForm(f, map[*message]bool{})
}

// nestedForm returns the part of lockForm that follows the form of f. The messages in seen contain f.
func (p *planner) nestedForm(f *value, seen map[*message]bool) string {
	if f.Kind == plan.Map {
		return p.nestedForm(f.Elem.Message.Values[0], seen) + p.nestedForm(f.Elem.Message.Values[1], seen)
	}
	if f.Elem == nil || f.Elem.Kind != plan.Record || !isWrapper(f.Elem.Message) || seen[f.Elem.Message] {
		return ""
	}
	seen[f.Elem.Message] = true
	x := f.Elem.Message.Values[0]
	if _, ok := f.Elem.Message.Type.(*model.Named); !ok {
		return p.nestedForm(x, seen) // its name is made from the form of x
	}
	return partSep + p.form(x) + p.nestedForm(x, seen)
}

// partSep separates the parts of a lockForm. Old lock files have the first part only.
const partSep = " of "

// form returns the type of a field in the .proto file: "repeated int64".
func (p *planner) form(f *value) string {
	switch f.Kind {
	case plan.Pointer:
		if f.Elem.Kind != plan.Record {
			return "optional " + p.proto(f.Elem)
		}
	case plan.List, plan.Array:
		return "repeated " + p.proto(f.Elem)
	case plan.Map:
		k, x := f.Elem.Message.Values[0], f.Elem.Message.Values[1]
		if mapKey(k) {
			return fmt.Sprintf("map<%s, %s>", keyType(k.Elem), p.proto(x.Elem))
		}
		return "repeated " + p.messageName(f.Elem.Message)
	}
	return p.proto(f.Elem)
}

// mapKey reports whether protobuf allows f as the key of a map.
func mapKey(f *value) bool {
	return f.Elem.Kind == plan.String || f.Elem.Kind == plan.Integer || f.Elem.Kind == plan.Fixed && f.Elem.Basic() != model.Float32 && f.Elem.Basic() != model.Float64
}

// keyType returns the type of e, the key of a map, in the .proto file.
func keyType(e *value) string {
	if e.Kind == plan.String {
		return "string"
	}
	return scalar(e)
}

// proto returns the type of e in the .proto file.
func (p *planner) proto(e *value) string {
	if n := enumType(e); n != nil && p.enums[n] != nil {
		return p.enums[n].name
	}
	switch e.Kind {
	case plan.Integer, plan.Fixed:
		return scalar(e)
	case plan.String:
		return "string"
	case plan.Custom:
		if p.MethodSuffix(e.Type) == "Text" {
			return "string"
		}
	case plan.Time:
		return "google.protobuf.Timestamp"
	case plan.Duration:
		return "google.protobuf.Duration"
	case plan.Complex:
		return "Complex"
	case plan.Record:
		return p.messageName(e.Message)
	}
	return "bytes"
}

// scalar returns the scalar type of a number in the .proto file.
func scalar(e *value) string {
	switch e.Basic() {
	case model.Bool:
		return "bool"
	case model.Float32:
		return "float"
	case model.Float64:
		return "double"
	}
	name, bits := "int", max(32, e.Basic().Bits())
	if e.Basic().Unsigned() {
		name = "uint"
	}
	switch {
	case e.Rules.Sint:
		name = "sint"
	case e.Kind == plan.Fixed && e.Basic().Unsigned():
		name = "fixed"
	case e.Kind == plan.Fixed:
		name = "sfixed"
	}
	return fmt.Sprint(name, bits)
}

// messageName returns the name of a message in the .proto file. It does not depend on other types.
func (p *planner) messageName(m *message) string {
	if m.Label != "" {
		return m.Label
	}
	switch {
	case m.Entry:
		m.Label = p.namePart(m.Values[0]) + p.namePart(m.Values[1]) + "Pair"
	case isWrapper(m):
		m.Label = "Value" // used while the name is computed: the message may contain itself
		if n, ok := m.Type.(*model.Named); ok {
			m.Label = plan.Upper(n.Name)
		} else {
			m.Label = p.namePart(m.Values[0]) + "Value"
		}
	default:
		m.Label = plan.Upper(strings.TrimPrefix(m.Name, "_"))
	}
	return m.Label
}

// namePart returns the form of a field as a part of a message name.
func (p *planner) namePart(f *value) string {
	name := ""
	for _, word := range strings.FieldsFunc(p.form(f), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if word != "google" && word != "protobuf" {
			name += plan.Upper(word)
		}
	}
	if f.Kind == plan.Array {
		name += fmt.Sprint(model.Underlying(f.Type).(*model.Array).Len)
	}
	return name
}

// snake returns a field name in the style of .proto files: CreatedAt becomes created_at.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) && runes[i-1] != '_' {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return ascii(b.String())
}

// ascii replaces letters that .proto files do not allow in names: ö becomes uf6.
func ascii(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r > unicode.MaxASCII {
			fmt.Fprintf(&b, "u%x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// messageNames gives the messages their names in the .proto file, which are ASCII and unique. Types of several packages may have the
// same name in Go, and so may lists with different directives. The lock file keeps the Go names.
func (p *planner) messageNames() {
	for i := 0; i < len(p.messages); i++ {
		p.messageName(p.messages[i])
	}
	messages := slices.Clone(p.messages)
	for _, m := range messages {
		m.Label = plan.Upper(ascii(m.Label))
	}
	slices.SortStableFunc(messages, func(a, b *message) int { return cmp.Compare(a.Label, b.Label) })
	taken := map[string]bool{"Complex": true}
	for _, m := range messages {
		m.Label = unique(m.Label, taken, func(name string) string { return name }, func(name string, i int) string { return fmt.Sprint(name, i) })
	}
}

// unique returns name if its key is not taken, or the first of number(name, 2), number(name, 3) and so on whose key is not taken. It
// marks the key as taken.
func unique(name string, taken map[string]bool, key func(string) string, number func(name string, i int) string) string {
	n := name
	for i := 2; taken[key(n)]; i++ {
		n = number(name, i)
	}
	taken[key(n)] = true
	return n
}

// jsonKey returns the key by which protobuf compilers detect conflicting field names. JSON names have no underscores, and some
// compilers ignore case.
func jsonKey(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// goPackage returns the import path for Go code that protoc generates from the .proto file. It is not the user's package, which
// already declares types with the same names.
func goPackage(path, name string) string { return fmt.Sprintf("%s/%spb", path, ascii(name)) }

// Schema returns the .proto file for the roots. With it, other implementations encode and decode the messages of the generated code.
func Schema(w *emit.Printer, pkg string, roots []*model.Named) []byte {
	p := newPlanner(w, numbering)
	for _, r := range roots {
		p.rootMessage(r)
	}
	p.messageNames()
	p.addEnums()
	var text strings.Builder
	used := map[string]bool{}
	body := func(m *message) {
		fmt.Fprintf(&text, "\nmessage %s {\n", m.Label)
		names, indent := map[string]bool{}, "  "
		if m.Union {
			text.WriteString("  oneof value {\n")
			names["value"], indent = true, "    "
		}
		for _, f := range m.Values {
			if f.Rules.Unknown {
				continue
			}
			name := unique(snake(cmp.Or(f.Field.Name, f.Path)), names, jsonKey, func(name string, i int) string {
				return name + strings.Repeat(fmt.Sprintf("_%d", f.Number), i-1)
			})
			form := p.form(f)
			for _, known := range []string{"Timestamp", "Duration", "Complex"} {
				used[known] = used[known] || strings.Contains(form, known)
			}
			fmt.Fprintf(&text, "%s%s %s = %d;\n", indent, form, name, f.Number)
		}
		if m.Union {
			text.WriteString("  }\n")
		}
		text.WriteString("}\n")
	}
	messages := slices.Clone(p.messages)
	slices.SortFunc(messages, func(a, b *message) int { return strings.Compare(a.Label, b.Label) })
	for _, m := range messages {
		if !m.Entry || !mapKey(m.Values[0]) {
			body(m)
		}
	}
	text.WriteString(p.enumTexts())
	if used["Complex"] {
		text.WriteString("\nmessage Complex {\n  double real = 1;\n  double imaginary = 2;\n}\n")
	}
	head, imports := "syntax = \"proto3\";\n\npackage "+ascii(pkg)+";\n", ""
	for _, known := range []string{"Duration", "Timestamp"} {
		if used[known] {
			imports += fmt.Sprintf("import \"google/protobuf/%s.proto\";\n", strings.ToLower(known))
		}
	}
	if imports != "" {
		head += "\n" + imports
	}
	head += fmt.Sprintf("\noption go_package = %q;\n", goPackage(p.Package, pkg))
	return []byte(head + text.String())
}
