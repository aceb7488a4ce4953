package lower

import (
	"fmt"
	"strconv"
	"strings"

	"bale/model"
)

// Convert returns Go source that declares the mirrors of a plan and the conversions between the user's types and their carriers. prefix
// begins every declared name. use is called with the import path of each package that the text needs, and returns its name.
//
// The functions for a message M are <prefix>To<M>(c *carrier, v *user) and <prefix>From<M>(c, v). Both overwrite the whole destination
// and keep its capacity, so they serve new and reused destinations. Strings, byte slices, and slices whose elements need no conversion
// are shared, not copied.
func (p *Plan) Convert(prefix string, use func(path string) string) string {
	w := &printer{plan: p, prefix: prefix, use: use}
	for _, m := range p.Msgs {
		if !m.Extern && p.Caps.Package == "" {
			w.mirror(m)
		}
	}
	for _, m := range p.Msgs {
		w.pair(m)
	}
	for i, r := range p.Roots {
		if r.Node == nil || r.Node.Form == Unchanged {
			continue
		}
		for _, dir := range []direction{to, from} {
			w.line("func %s%sRoot%d(c *%s, v *%s) {", prefix, dir, i, w.typ(r.Node.Go), w.typ(r.Node.Src))
			w.assign(dir, r.Node, "*c", "*v")
			w.line("}\n")
		}
	}
	return w.b.String()
}

// CarrierType returns the source of the carrier type of root i.
func (p *Plan) CarrierType(i int, use func(path string) string) string {
	w := &printer{plan: p, use: use}
	return w.typ(p.Roots[i].Node.Go)
}

// SourceType returns the source of the user's type of root i.
func (p *Plan) SourceType(i int, use func(path string) string) string {
	w := &printer{plan: p, use: use}
	return w.typ(p.Roots[i].Node.Src)
}

type direction string

const (
	to   direction = "To"
	from direction = "From"
)

type printer struct {
	plan   *Plan
	prefix string
	use    func(string) string
	b      strings.Builder
	depth  int
}

func (w *printer) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *printer) typ(t model.Type) string {
	return model.GoType(t, func(path string) string {
		if path == w.plan.In.Path {
			return ""
		}
		return w.use(path)
	})
}

func (w *printer) mirror(m *Msg) {
	if i, ok := m.Go.Underlying.(*model.Interface); ok {
		w.line("type %s %s\n", m.Go.Name, w.typ(i))
		return
	}
	w.line("type %s struct {", m.Go.Name)
	if w.plan.Caps.BlankField != "" {
		w.line("\t%s", w.plan.Caps.BlankField)
	}
	for i, f := range m.Fields {
		tag := f.Tag
		if w.plan.Caps.Tag != nil {
			tag = w.plan.Caps.Tag(f, i)
		}
		if tag != "" {
			tag = " " + strconv.Quote(tag)
		}
		name := f.Go + " "
		if f.Embedded {
			name = ""
		}
		w.line("\t%s%s%s", name, w.typ(f.Node.Go), tag)
	}
	w.line("}\n")
}

func (w *printer) pair(m *Msg) {
	if m.Kind == OfPair {
		return // printed as part of the map, since no value of the user's corresponds to a pair
	}
	params, src := w.plan.Interface(m, w.typ)
	for _, dir := range []direction{to, from} {
		w.line("func %s%s%s%s(c *%s, v *%s) {", w.prefix, dir, m.Name, params, w.typ(m.Go), src)
		w.body(dir, m)
		w.line("}\n")
	}
}

func (w *printer) body(dir direction, m *Msg) {
	switch m.Kind {
	case OfStruct:
		for _, f := range m.Fields {
			w.field(dir, f, "c", "v."+f.Source)
		}
	case OfWrap:
		w.field(dir, m.Fields[0], "c", "*v")
	case OfUnion:
		w.union(dir, m)
	case OfTime:
		w.time(dir, "c."+m.Fields[0].Go, "c."+m.Fields[1].Go, m)
	case OfComplex:
		half := "float64"
		if model.IsKind(m.Src, model.Complex64) {
			half = "float32"
		}
		w.line("var re, im %s", half)
		if dir == to {
			w.line("re, im = real(*v), imag(*v)")
		}
		w.field(dir, m.Fields[0], "c", "re")
		w.field(dir, m.Fields[1], "c", "im")
		if dir == from {
			w.line("*v = %s(complex(re, im))", w.typ(m.Src))
		}
	}
}

func (w *printer) time(dir direction, sec, nsec string, m *Msg) {
	if dir == to {
		w.line("%s, %s = %s(v.Unix()), %s(v.Nanosecond())", sec, nsec, w.typ(m.Fields[0].Node.Go), w.typ(m.Fields[1].Node.Go))
		return
	}
	w.line("*v = %s.Unix(int64(%s), int64(%s)).UTC()", w.use("time"), sec, nsec)
}

// field prints the statements that convert a field of the message c: v is the user's value. With Caps.Accessors, a variable holds the field
// between the calls of the message's methods.
func (w *printer) field(dir direction, f *Field, c, v string) {
	if !w.plan.Caps.Accessors {
		w.assign(dir, f.Node, c+"."+f.Go, v)
		return
	}
	w.depth++
	held := fmt.Sprintf("f%d", w.depth)
	defer func() { w.depth-- }()
	switch form := f.Node.Form; {
	case form == Pointer:
		w.presence(dir, f, c, v, held)
		return
	case dir == from && form == Unchanged:
		w.line("%s = %s.Get%s()", v, c, f.Go)
		return
	case dir == to && form == Unchanged:
		w.line("%s.Set%s(%s)", c, f.Go, v)
		return
	case dir == to && (form == Cast || form == Bits):
		w.line("{\nvar %s %s", held, w.typ(f.Node.Go))
	default:
		w.line("{\n%s := %s.Get%s()", held, c, f.Go)
	}
	w.assign(dir, f.Node, held, v)
	if dir == to {
		w.line("%s.Set%s(%s)", c, f.Go, held)
	}
	w.line("}")
}

// presence is field for a field of the form Pointer: other methods say whether it is present.
func (w *printer) presence(dir direction, f *Field, c, v, held string) {
	elem := f.Node.Elem
	if dir == to {
		w.line("if %s == nil { %s.Clear%s() } else {\nvar %s %s", v, c, f.Go, held, w.typ(elem.Go))
		w.assignTo(elem, held, "*"+v)
		w.line("%s.Set%s(%s)\n}", c, f.Go, held)
		return
	}
	w.line("if !%s.Has%s() { %s = nil } else {\nif %[3]s == nil { %[3]s = new(%[4]s) }\n%[5]s := %[1]s.Get%[2]s()", c, f.Go, v, w.typ(elem.Src), held)
	w.assignFrom(elem, held, "*"+v)
	w.line("}")
}

// assign prints the statements that convert one value: c in the carrier, v in the user's value.
func (w *printer) assign(dir direction, n *Node, c, v string) {
	if dir == to {
		w.assignTo(n, c, v)
	} else {
		w.assignFrom(n, c, v)
	}
}

func (w *printer) assignTo(n *Node, c, v string) {
	switch n.Form {
	case Unchanged:
		w.line("%s = %s", c, v)
	case Cast:
		if model.IsKind(n.Src, model.Bool) && !model.IsKind(n.Go, model.Bool) {
			w.line("if %s { %s = 1 } else { %s = 0 }", v, c, c)
		} else {
			w.line("%s = %s(%s)", c, w.typ(n.Go), v)
		}
	case Bits:
		name, k := "Float64bits", "float64"
		if model.IsKind(n.Src, model.Float32) {
			name, k = "Float32bits", "float32"
		}
		w.line("%s = %s(%s.%s(%s(%s)))", c, w.typ(n.Go), w.use("math"), name, k, v)
	case Bytes:
		switch {
		case n.base64():
			if isArray(n.Src) {
				v = "(" + v + ")[:]"
			}
			w.line("%s = %s.StdEncoding.EncodeToString(%s)", c, w.use("encoding/base64"), v)
		case isArray(n.Src):
			w.line("%s = (%s)[:]", c, v)
		case model.IsKind(n.Src, model.String):
			w.line("%s = append((%s)[:0], %s...)", c, c, v)
		default:
			w.line("%s = %s", c, v)
		}
	case Message, Union:
		w.messageTo(n, c, v)
	case Optional:
		w.line("if %s == nil { %s = nil } else {", v, c)
		w.line("if %s == nil { %s = new(%s) }", c, c, w.typ(n.Msg.Go))
		w.line("%sTo%s(%s, %s)\n}", w.prefix, n.Msg.Name, c, v)
	case Pointer:
		w.line("if %s == nil { %s = nil } else {", v, c)
		w.line("if %s == nil { %s = new(%s) }", c, c, w.typ(n.Elem.Go))
		w.assignTo(n.Elem, "*"+c, "*"+v)
		w.line("}")
	case Oneof:
		w.line("if %s == nil { %s = nil } else {", v, c)
		w.line("o, _ := %[1]s.(*%[2]s)\nif o == nil { o = new(%[2]s); %[1]s = o }", c, w.oneofStruct(n))
		w.assignTo(n.Elem, "o."+n.Member, "*"+v)
		w.line("}")
	case List, Array, OptionalList:
		w.listTo(n, c, v)
	case Map, Pairs:
		w.mapTo(n, c, v)
	case Binary, Gogo, Gob, Text, JSON:
		b := "b"
		if n.base64() {
			b = w.use("encoding/base64") + ".StdEncoding.EncodeToString(b)"
		}
		w.line("if b, err := (%s).%s(); err != nil { panic(struct{ Conversion error }{err}) } else { %s = %s }", v, n.Form.Method(), c, b)
	}
}

func (w *printer) assignFrom(n *Node, c, v string) {
	switch n.Form {
	case Unchanged:
		w.line("%s = %s", v, c)
	case Cast:
		if model.IsKind(n.Src, model.Bool) && !model.IsKind(n.Go, model.Bool) {
			c += " != 0"
		}
		w.line("%s = %s(%s)", v, w.typ(n.Src), c)
	case Bits:
		name, k := "Float64frombits", "uint64"
		if model.IsKind(n.Src, model.Float32) {
			name, k = "Float32frombits", "uint32"
		}
		w.line("%s = %s(%s.%s(%s(%s)))", v, w.typ(n.Src), w.use("math"), name, k, c)
	case Bytes:
		if n.base64() {
			defer w.decodeBase64(c)()
			c = "b"
		}
		switch {
		case isArray(n.Src):
			w.line("clear((%s)[copy((%s)[:], %s):])", v, v, c)
		case model.IsKind(n.Src, model.String):
			w.line("%s = %s(%s)", v, w.typ(n.Src), c)
		default:
			w.line("%s = %s", v, c)
		}
	case Message, Union:
		w.messageFrom(n, c, v)
	case Optional:
		w.line("if %s == nil { %s = nil } else {", c, v)
		w.line("if %s == nil { %s = new(%s) }", v, v, w.typ(n.Msg.Src))
		w.line("%sFrom%s(%s, %s)\n}", w.prefix, n.Msg.Name, c, v)
	case Pointer:
		w.line("if %s == nil { %s = nil } else {", c, v)
		w.line("if %s == nil { %s = new(%s) }", v, v, w.typ(n.Elem.Src))
		w.assignFrom(n.Elem, "*"+c, "*"+v)
		w.line("}")
	case Oneof:
		w.line("if o, _ := %s.(*%s); o == nil { %s = nil } else {", c, w.oneofStruct(n), v)
		w.line("if %s == nil { %s = new(%s) }", v, v, w.typ(n.Elem.Src))
		w.assignFrom(n.Elem, "o."+n.Member, "*"+v)
		w.line("}")
	case List, Array, OptionalList:
		w.listFrom(n, c, v)
	case Map, Pairs:
		w.mapFrom(n, c, v)
	case Binary, Gogo, Gob, Text, JSON:
		if n.base64() {
			defer w.decodeBase64(c)()
			c = "b"
		}
		if n.Form == Gob { // the old precision of a big.Float rounds the new value
			w.line("%s = *new(%s)", v, w.typ(n.Src))
		}
		// Serializers decode a lost value as no bytes: the message of a nil pointer, or an absent field.
		w.line("if err := (&%s).%s(%s); err != nil && len(%s) > 0 { panic(struct{ Conversion error }{err}) } else if err != nil { var zero %s; %s = zero }",
			v, Counterpart(n.Form.Method()), c, c, w.typ(n.Src), v)
	}
}

// oneofStruct returns the type of the struct in the interface of a Oneof, as protobuf generators name it.
func (w *printer) oneofStruct(n *Node) string {
	return w.typ(&model.Named{Package: n.Msg.Go.Package, Name: n.Msg.Go.Name + "_" + n.Member})
}

// base64 reports whether n is carried as a text in base64.
func (n *Node) base64() bool {
	return (n.Form == Bytes || n.Form.Method() != "") && model.IsKind(n.Go, model.String)
}

// decodeBase64 prints the beginning of a block in which b has the bytes of the text c. It returns a function that prints the end.
func (w *printer) decodeBase64(c string) func() {
	w.line("{\nb, err := %s.StdEncoding.DecodeString(%s)\nif err != nil { panic(struct{ Conversion error }{err}) }", w.use("encoding/base64"), c)
	return func() { w.line("}") }
}

func (w *printer) messageTo(n *Node, c, v string) {
	if n.Ref {
		w.line("if %s == nil { %s = new(%s) }", c, c, w.typ(n.Msg.Go))
		c = "*" + c
	}
	w.line("%sTo%s(%s, %s)", w.prefix, n.Msg.Name, addr(c), addr(v))
}

func (w *printer) messageFrom(n *Node, c, v string) {
	if n.Ref {
		if n.Msg.Kind == OfUnion {
			w.line("if %s == nil { %s = nil } else {", c, v)
		} else {
			w.line("if %s == nil { var zero %s; %s = zero } else {", c, w.typ(n.Src), v)
		}
		defer w.line("}")
		c = "*" + c
	}
	w.line("%sFrom%s(%s, %s)", w.prefix, n.Msg.Name, addr(c), addr(v))
}

func addr(e string) string {
	if rest, ok := strings.CutPrefix(e, "*"); ok {
		return rest
	}
	return "&" + e
}

func isArray(t model.Type) bool {
	_, ok := model.Underlying(t).(*model.Array)
	return ok
}
