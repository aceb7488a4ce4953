// Package proto prints code for Protocol Buffers (proto3), and a .proto file with which other implementations encode and decode the
// same messages.
package proto

import (
	"math"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// Format is the Protocol Buffers format.
var Format = &emit.Format{
	Name: "proto", Title: "Proto",
	View: emit.View{Kind: emit.LikeProto},
	Check: emit.Check{
		Directives: []string{"read", "sint", "fixed", "unknown"}, Note: oneofNote,
		Struct: checkStruct, Fields: checkFields,
		MaxArray: math.MaxUint32, // twice the maximum size of a message in bytes
	},
	Methods: emit.Methods{Elements: emit.Elements{Func: "Fields", Framed: true}, Message: setMethods},
	Print: emit.Print{
		Code: func(w *emit.Printer, roots []*model.Named) {
			p := newGenerator(w)
			p.print(roots)
		},
		Schema: Schema,
		Facts: func(*model.Named) emit.Facts {
			return emit.Facts{NilIsEmpty: true, DropsZone: true, RejectsNil: true, Unterminated: true}
		},
	},
	Lock: emit.Lock{Numbers: numbering},
}

// title is the prefix of all declared names.
const title = "baleProto"

// maxNumber is the highest field number.
const maxNumber = 1<<29 - 1

var numbering = &plan.Numbering{
	Name: "proto", First: 1, Max: maxNumber, Declared: true,
	Reserved: func(n int) bool { return 19000 <= n && n < 20000 },
	Tag:      tagNumber,
	Form: func(f *model.Field, r plan.Rules, home string) string {
		p := newPlanner(emit.NewPrinter(home), nil)
		return p.lockForm(p.field(1, f.Name, "", f.Type, withTag(f, r), false))
	},
	Member: func(t model.Type, home string) string {
		p := newPlanner(emit.NewPrinter(home), nil)
		return p.lockForm(p.member(1, &model.Field{Type: t}))
	},
	Reads: reads,
}

// wider maps a type to one that decodes all its values unchanged.
var wider = map[string]string{"int32": "int64", "uint32": "uint64", "sint32": "sint64", "bool": "uint32"}

// reads reports whether a field of form to decodes the values of a field of form from unchanged. The forms are those of lockForm.
func reads(from, to string) bool {
	a, b := strings.Split(from, partSep), strings.Split(to, partSep)
	if len(a) == 1 {
		return readsPart(a[0], b[0])
	}
	return slices.EqualFunc(a, b, readsPart)
}

// readsPart is reads for one part of a form.
func readsPart(from, to string) bool {
	for _, label := range []string{"", "repeated ", "optional "} {
		a, oneA := strings.CutPrefix(from, label)
		b, oneB := strings.CutPrefix(to, label)
		if oneA && oneB && wider[a] == b {
			return true
		}
	}
	if keyA, elemA, ok := mapParts(from); ok {
		keyB, elemB, also := mapParts(to)
		return also && readsPart(keyA, keyB) && readsPart(elemA, elemB)
	}
	bare := func(form string) string { return strings.TrimPrefix(form, "optional ") }
	return bare(from) == bare(to)
}

// mapParts returns the forms of the keys and elements of a map, if form is one, such as map<string, int32>.
func mapParts(form string) (key, elem string, ok bool) {
	inner, ok := strings.CutPrefix(form, "map<")
	if !ok {
		return "", "", false
	}
	return strings.Cut(strings.TrimSuffix(inner, ">"), ", ")
}

// A generator prints the functions of one file.
type generator struct {
	*planner
	dec *emit.Decoder
}

func newPlanner(w *emit.Printer, n *plan.Numbering) *planner {
	return &planner{Generator: &emit.Generator{Printer: w, Graph: &plan.Graph{Home: w.Package, Byte: model.IsByte, Messages: true}, Title: title, Lib: "baleproto.", DropsZone: true}, numbers: n, byKey: map[string]*message{}}
}

func newGenerator(w *emit.Printer) *generator {
	p := &generator{planner: newPlanner(w, numbering)}
	p.Skip = func(f *model.Field) bool { return p.Directives.Field(f).Unknown }
	p.dec = emit.NewDecoder(p.Generator, "int")
	p.dec.EmptyNotNil, p.dec.ListsInTextMemory = false, true
	p.dec.TakeElems, p.dec.TakeElem = takeElems, takeElem
	return p
}

func (p *generator) print(roots []*model.Named) {
	all := p.Directives.WithParts(roots)
	var messages []*message
	for _, r := range all {
		messages = append(messages, p.rootMessage(r))
	}
	p.finish()
	p.FindSharing(all)
	for _, r := range all {
		p.findSlabs(r)
	}
	for i, r := range all {
		if r.Part != nil {
			messages[i].dialect.part(p, r, messages[i])
		} else {
			messages[i].dialect.root(p, r, messages[i])
		}
	}
	for _, m := range p.messages {
		m.dialect.functions(p, m)
	}
	p.SlabTypes("numbers of elements taken so far")
	p.helpers()
}

func (p *generator) helpers() {
	for _, path := range []string{"fmt", "math", "math/bits", "reflect", "time", "unicode/utf8"} {
		p.Import(path)
	}
	fields := append(p.TakenFields(), p.SlabFields()...)
	path := slices.ContainsFunc(p.messages, func(m *message) bool { return m.Refusable })
	p.CoderTypes(path, fields, false)
	p.Constant(title+"Unused", unused)
}

// leastField is the minimum number of message bytes of an element: a tag, and a number or a length.
const leastField = 2

// findSlabs adds the slabs that a root needs. Byte slices need none: they are parts of the message, or share memory with its strings.
func (p *generator) findSlabs(root model.Type) {
	p.EachSliceAndPointer(root, false, func(t model.Type, many bool) {
		if many && p.Kind(t, false) != plan.Bytes {
			p.AddSlab(plan.Elem(t))
		}
	})
}

// listElem returns the element type of a list: a pointer type, or the type that is encoded.
func listElem(f *value) model.Type { return plan.Elem(f.Type) }
