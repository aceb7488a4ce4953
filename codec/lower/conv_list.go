package lower

import (
	"fmt"

	"bale/model"
)

// grow sets the length of the slice d to n and keeps its memory if its capacity is sufficient. d is not nil afterwards.
func (w *printer) grow(d, n string, t model.Type) {
	w.line("if %s == nil || cap(%s) < %s { %s = make(%s, %s) } else { %s = (%s)[:%s] }", d, d, n, d, w.typ(t), n, d, d, n)
}

// allocate sets the nil pointers of a grown list to elements of one newly allocated slice.
func (w *printer) allocate(d string, elem model.Type, i string) {
	w.line("var slab%s []%s", i, w.typ(elem))
	w.line("for %s := range %s { if (%s)[%s] == nil {", i, d, d, i)
	w.line("if len(slab%s) == 0 { slab%s = make([]%s, len(%s)-%s) }", i, i, w.typ(elem), d, i)
	w.line("(%s)[%s] = &slab%s[0]; slab%s = slab%s[1:]\n} }", d, i, i, i, i)
}

// index returns a new loop variable.
func (w *printer) index() string {
	w.depth++
	return fmt.Sprintf("i%d", w.depth)
}

// listRefs reports whether the elements of a list are pointers in the carrier, and whether they are pointers in the user's slice that
// must not be nil in the carrier.
func listRefs(n *Node) (carrier, user bool) {
	e := n.Elem
	_, ptr := model.Underlying(e.Src).(*model.Pointer)
	dense := e.Form == Optional && !isPointer(e.Go) || e.Form == Optional && e.Ref
	return e.Form == Message && e.Ref || e.Form == Optional && isPointer(e.Go), ptr && dense
}

func isPointer(t model.Type) bool {
	_, ok := t.(*model.Pointer)
	return ok
}

// shared reports whether a list's elements need no conversion. A slice is then shared by carrier and user's value, as in hand-written
// code, and an array is copied by one assignment.
func (n *Node) shared() bool {
	if n.Elem.Form != Unchanged {
		return false
	}
	return n.Form == Array || n.Form == List && !isArray(n.Src)
}

func (w *printer) listTo(n *Node, c, v string) {
	if n.shared() {
		w.line("%s = %s", c, v)
		return
	}
	i := w.index()
	defer func() { w.depth-- }()
	fixed := n.Form == Array
	switch {
	case n.Form == OptionalList:
		w.line("if %s == nil { %s = nil } else {", v, c)
		w.grow(c, "1", n.Go)
	case fixed:
		w.line("{")
	case isArray(n.Src):
		w.line("{")
		w.grow(c, "len("+v+")", n.Go)
	default:
		w.line("if %s == nil { %s = nil } else {", v, c)
		w.grow(c, "len("+v+")", n.Go)
	}
	allocate, dense := listRefs(n)
	keepNil := n.Elem.Form == Optional && w.plan.Caps.NilElems
	if allocate && !keepNil {
		w.allocate(c, n.Elem.Msg.Go, i)
	}
	w.line("for %s := range %s {", i, c)
	ce, ve := fmt.Sprintf("(%s)[%s]", c, i), fmt.Sprintf("(%s)[%s]", v, i)
	if n.Form == OptionalList {
		ve = "*" + v
	}
	switch {
	case dense && !keepNil:
		target := addr(ce)
		if allocate {
			target = ce
		}
		w.line("if %s != nil { %sTo%s(%s, %s) } else { var zero %s; %sTo%s(%s, &zero) }", ve,
			w.prefix, n.Elem.Msg.Name, target, ve, w.typ(n.Elem.Msg.Src), w.prefix, n.Elem.Msg.Name, target)
	case allocate && n.Elem.Form == Message:
		w.line("%sTo%s(%s, %s)", w.prefix, n.Elem.Msg.Name, ce, addr(ve))
	default:
		w.assignTo(n.Elem, ce, ve)
	}
	w.line("}\n}")
}

func (w *printer) listFrom(n *Node, c, v string) {
	if n.shared() {
		w.line("%s = %s", v, c)
		return
	}
	i := w.index()
	defer func() { w.depth-- }()
	if n.Form == OptionalList {
		w.line("if len(%s) == 0 { %s = nil } else {", c, v)
		w.line("if %s == nil { %s = new(%s) }", v, v, w.typ(model.Underlying(n.Src).(*model.Pointer).Elem))
		w.assignFrom(n.Elem, fmt.Sprintf("(%s)[0]", c), "*"+v)
		w.line("}")
		return
	}
	allocate, dense := listRefs(n)
	keepNil := n.Elem.Form == Optional && w.plan.Caps.NilElems
	if isArray(n.Src) {
		w.line("{")
		if n.Form != Array {
			w.line("if len(%s) < len(%s) { var zero %s; %s = zero }", c, v, w.typ(n.Src), v)
			w.line("for %s := range min(len(%s), len(%s)) {", i, c, v)
		} else {
			w.line("for %s := range %s {", i, c)
		}
	} else {
		w.line("if %s == nil { %s = nil } else {", c, v)
		w.grow(v, "len("+c+")", n.Src)
		if dense && !keepNil {
			w.allocate(v, n.Elem.Msg.Src, i)
		}
		w.line("for %s := range %s {", i, v)
	}
	ce, ve := fmt.Sprintf("(%s)[%s]", c, i), fmt.Sprintf("(%s)[%s]", v, i)
	switch {
	case dense && !keepNil && !isArray(n.Src):
		source := addr(ce)
		if allocate {
			source = ce
		}
		w.line("%sFrom%s(%s, %s)", w.prefix, n.Elem.Msg.Name, source, ve)
	case dense && !keepNil:
		source := addr(ce)
		if allocate {
			source = ce
		}
		w.line("%s = new(%s); %sFrom%s(%s, %s)", ve, w.typ(n.Elem.Msg.Src), w.prefix, n.Elem.Msg.Name, source, ve)
	default:
		w.assignFrom(n.Elem, ce, ve)
	}
	w.line("}\n}")
}

func (w *printer) mapTo(n *Node, c, v string) {
	i := w.index()
	defer func() { w.depth-- }()
	w.line("if %s == nil { %s = nil } else {", v, c)
	if n.Form == Map {
		w.line("%s = make(%s, len(%s))", c, w.typ(n.Go), v)
		w.line("for k%s, x%s := range %s {", i, i, v)
		w.line("var ck%s %s; var cx%s %s", i, w.typ(n.Key.Go), i, w.typ(n.Elem.Go))
		w.assignTo(n.Key, "ck"+i, "k"+i)
		w.assignTo(n.Elem, "cx"+i, "x"+i)
		w.line("(%s)[ck%s] = cx%s\n}\n}", c, i, i)
		return
	}
	w.grow(c, "len("+v+")", n.Go)
	if n.Ref {
		w.allocate(c, n.Msg.Go, i)
	}
	w.line("n%s := 0\nfor k%s, x%s := range %s {", i, i, i, v)
	pair := fmt.Sprintf("(%s)[n%s]", c, i)
	w.field(to, n.Msg.Fields[0], pair, "k"+i)
	w.field(to, n.Msg.Fields[1], pair, "x"+i)
	w.line("n%s++\n}\n}", i)
}

func (w *printer) mapFrom(n *Node, c, v string) {
	i := w.index()
	defer func() { w.depth-- }()
	m := model.Underlying(n.Src).(*model.Map)
	w.line("if %s == nil { %s = nil } else {", c, v)
	w.line("if %s == nil { %s = make(%s, len(%s)) } else { clear(%s) }", v, v, w.typ(n.Src), c, v)
	w.line("for k%s := range %s {", i, c)
	w.line("var vk%s %s; var vx%s %s", i, w.typ(m.Key), i, w.typ(m.Elem))
	if n.Form == Map {
		w.line("x%s := (%s)[k%s]", i, c, i)
		w.assignFrom(n.Key, "k"+i, "vk"+i)
		w.assignFrom(n.Elem, "x"+i, "vx"+i)
	} else {
		pair := fmt.Sprintf("(%s)[k%s]", c, i)
		w.field(from, n.Msg.Fields[0], pair, "vk"+i)
		w.field(from, n.Msg.Fields[1], pair, "vx"+i)
	}
	w.line("(%s)[vk%s] = vx%s\n}\n}", v, i, i)
}
