package proto

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
)

// lockForm returns the form of a field in the lock file: "repeated Row of repeated sint64". The form of a named list or map includes
// that of its contents, since the lock file has no other line for it.
func (p *planner) lockForm(f *field) string { return p.form(f) + p.nestedForm(f, map[*message]bool{}) }

// nestedForm returns the part of lockForm that follows the form of f. The messages in seen contain f.
func (p *planner) nestedForm(f *field, seen map[*message]bool) string {
	if f.cardinality == entries {
		return p.nestedForm(f.msg.fields[0], seen) + p.nestedForm(f.msg.fields[1], seen)
	}
	if f.elem == nil || f.Kind != plan.Record || !f.elem.msg.isWrapper() || seen[f.elem.msg] {
		return ""
	}
	seen[f.elem.msg] = true
	x := f.elem.msg.fields[0]
	if _, ok := f.elem.msg.t.(*schema.Named); !ok {
		return p.nestedForm(x, seen) // its name is made from the form of x
	}
	return partSep + p.form(x) + p.nestedForm(x, seen)
}

// partSep separates the parts of a lockForm. Old lock files have the first part only.
const partSep = " of "

// form returns the type of a field in the .proto file: "repeated int64".
func (p *planner) form(f *field) string {
	switch f.cardinality {
	case optional:
		if f.Kind != plan.Record {
			return "optional " + p.proto(f.elem)
		}
	case list, array:
		return "repeated " + p.proto(f.elem)
	case entries:
		k, x := f.msg.fields[0], f.msg.fields[1]
		if k.mapKey() {
			return fmt.Sprintf("map<%s, %s>", p.proto(k.elem), p.proto(x.elem))
		}
		return "repeated " + p.messageName(f.msg)
	}
	return p.proto(f.elem)
}

// mapKey reports whether protobuf allows f as the key of a map.
func (f *field) mapKey() bool {
	return f.Kind == plan.String || f.Kind == plan.Integer || f.Kind == plan.Float && f.basic != schema.Float32 && f.basic != schema.Float64
}

// proto returns the type of e in the .proto file.
func (p *planner) proto(e *elem) string {
	switch e.Kind {
	case plan.Integer, plan.Float:
		return scalar(e)
	case plan.String:
		return "string"
	case plan.Custom:
		if p.MethodSuffix(e.t) == "Text" {
			return "string"
		}
	case plan.Time:
		return "google.protobuf.Timestamp"
	case plan.Duration:
		return "google.protobuf.Duration"
	case plan.Complex:
		return "Complex"
	case plan.Record:
		return p.messageName(e.msg)
	}
	return "bytes"
}

// scalar returns the scalar type of a number in the .proto file.
func scalar(e *elem) string {
	switch e.basic {
	case schema.Bool:
		return "bool"
	case schema.Float32:
		return "float"
	case schema.Float64:
		return "double"
	}
	name, bits := "int", max(32, e.basic.Bits())
	if e.basic.Unsigned() {
		name = "uint"
	}
	switch {
	case e.rules.Sint:
		name = "sint"
	case e.Kind == plan.Float && e.basic.Unsigned():
		name = "fixed"
	case e.Kind == plan.Float:
		name = "sfixed"
	}
	return fmt.Sprint(name, bits)
}

// messageName returns the name of a message in the .proto file. It does not depend on other types.
func (p *planner) messageName(m *message) string {
	if m.proto != "" {
		return m.proto
	}
	switch {
	case m.entry:
		m.proto = p.namePart(m.fields[0]) + p.namePart(m.fields[1]) + "Pair"
	case m.isWrapper():
		m.proto = "Value" // used while the name is computed: the message may contain itself
		if n, ok := m.t.(*schema.Named); ok {
			m.proto = plan.Upper(n.Name)
		} else {
			m.proto = p.namePart(m.fields[0]) + "Value"
		}
	default:
		m.proto = plan.Upper(strings.TrimPrefix(m.name, "_"))
	}
	return m.proto
}

// namePart returns the form of a field as a part of a message name.
func (p *planner) namePart(f *field) string {
	name := ""
	for _, word := range strings.FieldsFunc(p.form(f), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if word != "google" && word != "protobuf" {
			name += plan.Upper(word)
		}
	}
	if f.cardinality == array {
		name += fmt.Sprint(schema.Underlying(f.t).(*schema.Array).Len)
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
		m.proto = plan.Upper(ascii(m.proto))
	}
	slices.SortStableFunc(messages, func(a, b *message) int { return cmp.Compare(a.proto, b.proto) })
	taken := map[string]bool{"Complex": true}
	for _, m := range messages {
		m.proto = unique(m.proto, taken, func(name string) string { return name }, func(name string, i int) string { return fmt.Sprint(name, i) })
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
func Schema(w *emit.Printer, pkg string, roots []*schema.Named) []byte {
	p := newPlanner(w, numbering)
	for _, r := range roots {
		p.rootMessage(r)
	}
	p.messageNames()
	var text strings.Builder
	used := map[string]bool{}
	body := func(m *message) {
		fmt.Fprintf(&text, "\nmessage %s {\n", m.proto)
		names, indent := map[string]bool{}, "  "
		if m.union {
			text.WriteString("  oneof value {\n")
			names["value"], indent = true, "    "
		}
		for _, f := range m.fields {
			if f.cardinality == unknown {
				continue
			}
			name := unique(snake(cmp.Or(f.label, f.name)), names, jsonKey, func(name string, i int) string {
				return name + strings.Repeat(fmt.Sprintf("_%d", f.num), i-1)
			})
			form := p.form(f)
			for _, known := range []string{"Timestamp", "Duration", "Complex"} {
				used[known] = used[known] || strings.Contains(form, known)
			}
			fmt.Fprintf(&text, "%s%s %s = %d;\n", indent, form, name, f.num)
		}
		if m.union {
			text.WriteString("  }\n")
		}
		text.WriteString("}\n")
	}
	messages := slices.Clone(p.messages)
	slices.SortFunc(messages, func(a, b *message) int { return strings.Compare(a.proto, b.proto) })
	for _, m := range messages {
		if !m.entry || !m.fields[0].mapKey() {
			body(m)
		}
	}
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
