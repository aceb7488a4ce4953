package capnpgen

import (
	"fmt"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/internal/tables"
	"bale/model"
)

// schemaText returns the schema for a plan, as a person would write it. Its structs are in the order of the request's.
func schemaText(in *codec.Input) string {
	request := newRequest(in)
	text := fmt.Sprintf("@%#x;\nannotation package @0xbea97f1023792be0 (file) :Text;\nannotation import @0xe130b601260e44b5 (file) :Text;\n"+
		"$package(%q);\n$import(%q);\n", request.id, in.GenName, in.Gen)
	for i, r := range in.Plan.Roots {
		p := &printer{tables.Printer{Writer: source.New(in)}, V3LowLevel, i, request}
		table, _ := tables.Target(r.Node.Go)
		p.Number(table)
		p.Each(func(_ int, table model.Type) { text += p.structText(table) })
	}
	return text
}

func (p *printer) structText(table model.Type) string {
	text := fmt.Sprintf("\nstruct %s @%#x {\n", p.name(table), p.request.structID(p.name(table)))
	switch fields := tables.Fields(table); {
	case tables.IsUnion(table):
		text += "  union {\n    none @0 :Void;\n" + p.fieldsText("    ", fields, 1) + "  }\n"
	case len(fields) == 0:
		text += "  none @0 :Bool;\n"
	default:
		text += p.fieldsText("  ", fields, 0)
	}
	return text + "}\n"
}

// fieldsText returns the lines for fields. first is the number of the first.
func (p *printer) fieldsText(indent string, fields []tables.Field, first int) string {
	text := ""
	for _, f := range fields {
		text += fmt.Sprintf("%sf%d @%d :%s;  # %s\n", indent, f.Index, first+f.Index, p.typeText(f.Type), f.Name)
	}
	return text
}

func (p *printer) typeText(t model.Type) string {
	switch tables.Of(t) {
	case tables.Scalar:
		return kinds[tables.Kind(t)].name
	case tables.Text:
		return "Text"
	case tables.Data:
		return "Data"
	case tables.List, tables.Map:
		form, elem := tables.Elem(t, basic...)
		if form == tables.Basic {
			return "List(" + p.typeText(elem) + ")"
		}
		return "List(" + p.name(elem) + ")"
	}
	return p.name(child(t))
}
