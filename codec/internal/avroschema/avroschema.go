// Package avroschema is shared by the codecs of Avro. It describes the format, and prints the schema of a carrier.
package avroschema

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// Caps returns the capabilities of Avro, independent of the library, with the names of the user's own fields. Map keys are strings. A
// union cannot contain a union. Its members are records: wrapping another type in a record takes no bytes.
func Caps() lower.Caps {
	return lower.Caps{
		Own: true, Refuse: refuse, Ignores: lower.IgnoresAll,
		Scalars: lower.With(lower.All(), model.Complex64, 0, model.Complex128, 0),
		Bytes:   true, Time: lower.TimeOwn, Pointers: true, Pointee: pointee, NilElems: true,
		Maps:  func(key, _ *lower.Node) bool { return model.IsKind(key.Go, model.String) },
		Union: lower.UnionPointers, UnionMember: func(n *lower.Node) bool { return isRecord(n.Go) },
	}
}

func pointee(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Pointer, *model.Interface:
		return false
	}
	return true
}

func isRecord(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Struct)
	return ok
}

var name = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func refuse(t model.Type, _ *lower.Package) string {
	if !isRecord(t) && source.HasFunction(t) {
		return "contains itself without a record in between"
	}
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		seen := map[string]bool{}
		for _, f := range u.Fields {
			n := Field(f)
			if !name.MatchString(n) || seen[n] {
				return "a field that cannot be called " + n
			}
			seen[n] = true
		}
	case *model.Array:
		if u.Len == 0 {
			return "an array of length 0"
		}
	}
	return ""
}

// Field returns the name of a field: its avro tag, or else its name in Go.
func Field(f *model.Field) string {
	if tag, ok := reflect.StructTag(f.Tag).Lookup("avro"); ok {
		name, _, _ := strings.Cut(tag, ",")
		return name
	}
	return f.Name
}

// Kinds returns the Avro types of the basic kinds. A caller may replace one by "fixed", a fixed type with the size of the kind.
func Kinds() map[model.Kind]string {
	return map[model.Kind]string{
		model.Bool: "boolean", model.String: "string", model.Float32: "float", model.Float64: "double",
		model.Int8: "int", model.Int16: "int", model.Int32: "int", model.Int64: "long", model.Int: "long",
		model.Uint8: "int", model.Uint16: "int", model.Uint32: "long", model.Uint64: "long", model.Uint: "long", model.Uintptr: "long",
	}
}

// A Printer prints schemas. A named type that it has already printed is referred to by its name.
type Printer struct {
	Times   string // logical type of times
	kinds   map[model.Kind]string
	records map[string]string // names of structs, by their Go source
	printed map[string]bool   // defined names
}

// New returns a Printer with the Avro types of the basic kinds. Times are timestamp-micros.
func New(kinds map[model.Kind]string) *Printer {
	return &Printer{Times: "timestamp-micros", kinds: kinds, records: map[string]string{}, printed: map[string]bool{}}
}

// Schema returns the schema of t.
func (p *Printer) Schema(t model.Type) string {
	name := p.Name(t)
	switch u := model.Underlying(t).(type) {
	case *model.Time:
		return `{"type":"long","logicalType":"` + p.Times + `"}`
	case *model.Struct:
		return p.define(name, func() string {
			var fields []string
			for _, f := range u.Fields {
				fields = append(fields, fmt.Sprintf(`{"name":"%s","type":%s}`, Field(f), p.Schema(f.Type)))
			}
			return fmt.Sprintf(`{"type":"record","name":"%s","fields":[%s]}`, name, strings.Join(fields, ","))
		})
	case *model.Pointer:
		return `["null",` + p.Schema(u.Elem) + `]`
	case *model.Interface:
		types := []string{`"null"`}
		for _, m := range Members(u) {
			types = append(types, p.Schema(m))
		}
		return "[" + strings.Join(types, ",") + "]"
	case *model.Map:
		return `{"type":"map","values":` + p.Schema(u.Elem) + `}`
	case *model.Slice:
		if !model.IsByte(u.Elem) {
			return p.array(u.Elem)
		}
	case *model.Array:
		if !model.IsByte(u.Elem) {
			return p.array(u.Elem)
		}
		return p.fixed(name, u.Len)
	case *model.Basic:
		if p.kinds[u.Kind] == "fixed" {
			return p.fixed(name, int64(u.Kind.Bits()/8))
		}
	}
	return `"` + name + `"`
}

func (p *Printer) array(elem model.Type) string {
	return `{"type":"array","items":` + p.Schema(elem) + `}`
}

func (p *Printer) fixed(name string, size int64) string {
	return p.define(name, func() string { return fmt.Sprintf(`{"type":"fixed","name":"%s","size":%d}`, name, size) })
}

// define returns the definition of a name, or the name alone if it is already defined.
func (p *Printer) define(name string, definition func() string) string {
	if p.printed[name] {
		return `"` + name + `"`
	}
	p.printed[name] = true
	return definition()
}

// Members returns the records that a union may hold. The interface in Go may hold pointers to them.
func Members(union *model.Interface) []model.Type {
	var list []model.Type
	for _, m := range union.Members {
		if p, ok := m.(*model.Pointer); ok {
			m = p.Elem
		}
		list = append(list, m)
	}
	return list
}

// Name returns the name of t in a union.
func (p *Printer) Name(t model.Type) string {
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if p.kinds[u.Kind] == "fixed" {
			return fmt.Sprintf("Fixed%d", u.Kind.Bits()/8)
		}
		return p.kinds[u.Kind]
	case *model.Time:
		return "long." + p.Times
	case *model.Map:
		return "map"
	case *model.Struct:
		return p.record(t)
	case *model.Slice:
		if model.IsByte(u.Elem) {
			return "bytes"
		}
	case *model.Array:
		if model.IsByte(u.Elem) {
			return fmt.Sprintf("Fixed%d", u.Len)
		}
	}
	return "array"
}

// record returns the name of a struct, made from its type. Every name ends in a unique number.
func (p *Printer) record(t model.Type) string {
	key := model.GoType(t, func(path string) string { return path })
	if p.records[key] == "" {
		stem := "Struct"
		if n, ok := t.(*model.Named); ok {
			stem = lower.RootName(n.Name)
		}
		p.records[key] = fmt.Sprintf("%s_%d", stem, len(p.records))
	}
	return p.records[key]
}
