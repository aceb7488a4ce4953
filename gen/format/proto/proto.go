// Package proto writes Protocol Buffers, as proto3 has them: whatever reads and writes protobuf understands the bytes,
// with the .proto file that Schema makes of the types.
package proto

import (
	_ "embed"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bale/gen/emit"
	"bale/gen/format/varint"
	"bale/gen/plan"
	"bale/schema"
)

// Format is the protobuf wire.
var Format = &emit.Format{
	Name: "proto", Title: "Proto", IntEncodings: true, NilIsEmpty: true, DropsZone: true, RejectsNil: true, Numbers: numbering,
	Print: func(w *emit.Printer, roots []*schema.Named) {
		p := newGenerator(w)
		p.print(roots)
	},
	Schema:       Schema,
	Unterminated: func(*schema.Named) bool { return true },
}

// title begins the names of everything that is declared.
const title = "baleProto"

// mostNumber is the highest number that a field can have.
const mostNumber = 1<<29 - 1

var numbering = &plan.Numbering{
	Name: "proto", First: 1, Most: mostNumber,
	Reserved: func(n int) bool { return 19000 <= n && n < 20000 },
	Tag:      tagNumber,
	Form: func(f *schema.Field, r plan.Rules, home string) string {
		p := newPlanner(emit.NewPrinter(home, true), nil)
		return p.form(p.field(1, f.Name, "", f.Type, r, false))
	},
	Member: func(t schema.Type, home string) string {
		p := newPlanner(emit.NewPrinter(home, true), nil)
		return p.form(p.member(1, &schema.Field{Type: t}))
	},
	Reads: reads,
}

// tagNumber is the number in a tag such as protobuf:"varint,3,opt,name=id".
func tagNumber(f *schema.Field) (n int, ok bool, wrong string) {
	tag, ok := reflect.StructTag(f.Tag).Lookup("protobuf")
	if !ok {
		return 0, false, ""
	}
	for _, part := range strings.Split(tag, ",") {
		if n, err := strconv.Atoi(part); err == nil {
			return n, true, ""
		}
	}
	return 0, false, "the tag protobuf:\"" + tag + "\" has no number: want one as in protobuf:\"varint,3\", or no tag"
}

// wider are the types that read what has been written as another one.
var wider = map[string]string{"int32": "int64", "uint32": "uint64", "sint32": "sint64", "bool": "uint32"}

// reads reports whether a field of the form to reads what one of the form from has written, and the same is in it.
func reads(from, to string) bool {
	for _, label := range []string{"", "repeated ", "optional "} {
		a, oneA := strings.CutPrefix(from, label)
		b, oneB := strings.CutPrefix(to, label)
		if oneA && oneB && wider[a] == b {
			return true
		}
	}
	bare := func(form string) string { return strings.TrimPrefix(form, "optional ") }
	return bare(from) == bare(to)
}

var (
	//go:embed proto.txt
	protoText string
	//go:embed bytes.txt
	bytesText string
	//go:embed bytes_safe.txt
	bytesSafeText string
)

// A generator prints the functions of a file.
type generator struct {
	*planner
	exact bool     // sizes are exact, and not what things take at most
	fail  []string // what tells where the loops around stand, for an error
}

func newPlanner(w *emit.Printer, n *plan.Numbering) *planner {
	return &planner{Generator: &emit.Generator{Printer: w, Graph: &plan.Graph{Home: w.Package, Byte: plan.IsByte}, Title: title}, numbers: n, byKey: map[string]*message{}}
}

func newGenerator(w *emit.Printer) *generator { return &generator{planner: newPlanner(w, numbering)} }

func (p *generator) print(roots []*schema.Named) {
	var tops []*message
	for _, r := range roots {
		tops = append(tops, p.root(r))
	}
	p.finish()
	for _, m := range tops {
		p.findSlabs(m, map[*message]int{}, false)
	}
	for i, r := range roots {
		p.rootFuncs(r, tops[i])
	}
	for _, m := range p.messages {
		p.boundFunc(m)
		p.sizeFunc(m)
		p.putFunc(m)
		p.getFunc(m)
		p.mergeFunc(m)
	}
	p.SlabTypes("taken so far")
	p.helpers()
}

func (p *generator) helpers() {
	for _, path := range []string{"math", "math/bits", "time", "unicode/utf8"} {
		p.Import(path)
	}
	fields := []string{"depth int // of what holds itself"}
	if len(p.Slabs) > 0 {
		fields = append(fields, "slabs "+title+"Slabs")
	}
	strange := slices.ContainsFunc(p.messages, func(m *message) bool { return m.strange })
	p.Coder(title, strange, fields)
	varint.Numbers(p.Printer, title)
	bytes := bytesText
	if p.Safe {
		bytes = bytesSafeText
	}
	p.Helper(title+" bytes", bytes)
	p.Helper(title+" proto", protoText)
}

// findSlabs finds the element types that a message can hold more than one list or pointee of.
func (p *generator) findSlabs(m *message, seen map[*message]int, many bool) {
	level := 1
	if many || m.recursive {
		level, many = 2, true
	}
	if seen[m] >= level {
		return
	}
	seen[m] = level
	for _, f := range m.fields {
		inside := many
		switch f.shape {
		case list:
			p.addSlab(f.listElem(), many)
			if f.pointers {
				p.addSlab(f.elem.t, true)
			}
			inside = true
		case single:
			if f.pointers {
				p.addSlab(f.elem.t, many)
			}
		case optional:
			p.addSlab(f.elem.t, many)
		case array, table:
			inside = true
		}
		if f.msg != nil {
			p.findSlabs(f.msg, seen, inside)
		}
	}
}

// listElem is what a list is made of: pointers, or what is written.
func (f *field) listElem() schema.Type { return schema.Underlying(f.t).(*schema.Slice).Elem }

func (p *generator) addSlab(t schema.Type, many bool) {
	if many {
		p.AddSlab(t)
	}
}

// take is an expression for k elements of type t, which are zero.
func (p *generator) take(t schema.Type, k string) string {
	if i := p.Slab(t); i >= 0 {
		return "baleTakeSome(&d.baleInput, &d.slabs.slab" + strconv.Itoa(i) + ", &d.slabs.total" + strconv.Itoa(i) + ", " + k + ", n, 2)"
	}
	return "make([]" + p.Type(t) + ", " + k + ")"
}
