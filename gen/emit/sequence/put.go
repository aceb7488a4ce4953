package sequence

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/model"
)

// putFunc prints the function that encodes a value. If the value has a fixed width, the caller has checked that there is room.
func (p *Printer) putFunc(t model.Type) {
	fixed, recursive := p.width(t).fixed(), p.Recursive(t)
	params, typ := p.UnionParam(t)
	head := fmt.Sprintf("// %[1]sPut%[2]s encodes v at offset n of b and returns the offset of its end.\nfunc %[1]sPut%[2]s%[5]s(%[3]sb balecore.Buffer, n int, v *%[4]s) int {", p.Title, p.Name(t), p.Encoder(!fixed), typ, params)
	p.function(head, func() {
		p.typeName, p.roomChecked = model.TypeText(t, p.Package), fixed
		if recursive { // the value may become cyclic while it is being encoded
			p.Line("if !e.Enter() {\nreturn n\n}")
		}
		p.withNewCursor(func() {
			p.put(p.topValues("(*v)", t))
			if recursive {
				p.Line("e.Depth--")
			}
			p.Line("return %s\n}\n", p.Pos())
		})
	})
}

// put prints code that encodes values, in runs. Each run but the last ends with a value whose size has no bound.
func (p *Printer) put(values []*plan.Value) {
	for len(values) > 0 {
		k, s := p.roomFor(values)
		for _, value := range values[:k] {
			p.putValue(value)
		}
		if s != nil {
			p.putValue(s)
			k++
		}
		values = values[k:]
	}
}

// putValue prints code that encodes a value, after roomFor has printed the check of the room.
func (p *Printer) putValue(s *plan.Value) {
	if s.Path != "" {
		switch s.Kind {
		case plan.List, plan.Map, plan.Pointer, plan.Custom, plan.Record, plan.Union:
			p.Line("// %s", s.Path)
		}
	}
	switch s.Kind {
	case plan.Integer:
		p.putNumber(plan.Basic(s.Type), plainExpr(s))
	case plan.Time:
		p.PutTime(p, s.Expr)
	case plan.ByteArray:
		p.putByteArray(s.Expr, s.Type)
	case plan.Array:
		u := model.Underlying(s.Type).(*model.Array)
		p.putElems(s, s.Expr, s.Expr+"[:]", u.Elem)
	case plan.Record:
		p.Set(fmt.Sprintf("%s(%sb, %s, %s)", p.call("Put", s.Type), emit.Arg(!p.width(s.Type).fixed(), "e"), p.Pos(), printer.Addr(s.Expr)))
	case plan.Custom:
		p.putCustom(s)
	case plan.Union:
		p.putUnion(s)
	case plan.Pointer:
		p.WrittenParts(s.Type, s.Expr)
		p.putFlag(s)
		p.pointerTarget(s, p.put)
		p.Flush()
		p.Line("}")
	default:
		p.putCounted(s)
	}
}

// plainExpr returns the expression of a value. A bool or string of a named type is converted to the predeclared type.
func plainExpr(s *plan.Value) string {
	if model.IsKind(s.Type, model.Bool) || model.IsKind(s.Type, model.String) {
		return emit.Plain(s.Expr, s.Type)
	}
	return printer.Unparen(s.Expr)
}

// putFlag prints the flag that marks nil, and opens the block for a value that is not nil.
func (p *Printer) putFlag(s *plan.Value) {
	p.PutNumber(p, model.Bool, s.Expr+" != nil")
	p.Flush()
	p.Line("if %s != nil {", s.Expr)
}

// putCounted prints code that encodes a string, slice or map. There is room for all of it except the entries of a map, and the
// elements of a list that have no fixed width.
func (p *Printer) putCounted(s *plan.Value) {
	conditional := s.Omit || p.HasNilFlags() && s.Kind != plan.String
	x := printer.Unparen(s.Expr)
	if !p.onlyKeptEntries(s) {
		p.WrittenParts(s.Type, s.Expr)
	}
	switch {
	case s.Omit:
		p.Flush()
		p.Line("if len(%s) > 0 {", x)
		p.checkRoom([]*plan.Value{s}, p.headWidth(s), p.length(s))
	case conditional:
		p.putFlag(s)
	}
	count := x
	u, isMap := model.Underlying(s.Type).(*model.Map)
	kept := isMap && p.MustKeepEntries(u)
	if kept {
		count = p.LoadKeptEntries(u, p.fullPath(s))
	}
	p.RefuseLong(s.Rules, s.Type, count, p.fullPath(s))
	p.PutCount(p, fmt.Sprintf("len(%s)", count))
	switch u := model.Underlying(s.Type).(type) {
	case *model.Slice:
		p.putElems(s, s.Expr, s.Expr, u.Elem)
	case *model.Map:
		p.Flush()
		p.putEntries(s, u, count, kept)
	default:
		p.Line("balecore.StoreText(b, %s, %s)", p.Pos(), plainExpr(s))
		p.movePadded(fmt.Sprintf("len(%s)", x))
	}
	if conditional {
		p.Flush()
		p.Line("}")
	}
}

// putEntries prints code that encodes the entries of a map. kept means that entries is a variable that holds them.
func (p *Printer) putEntries(s *plan.Value, u *model.Map, entries string, kept bool) {
	k, x := p.Var("k"), p.Var("x")
	if !kept {
		entries = ""
	}
	p.Entries(u, s.Expr, entries, k, x, func() {
		p.put(append(p.elemValues(s, k, u.Key), p.elemValues(s, x, u.Elem)...))
		p.Flush()
	})
}

// putElems prints code that encodes the elements of x. The expression slice is x as a slice.
func (p *Printer) putElems(s *plan.Value, x, slice string, e model.Type) {
	if p.elemWidth(e).Max == 0 {
		return
	}
	loop := func() {
		p.Flush()
		checked := p.roomChecked
		p.roomChecked = checked || p.fixedElems(e)
		if values := p.elemValues(s, x, e); p.allKept(values) { // the elements themselves are not used again
			p.Line("for range %s {", x)
			p.put(values)
			p.Flush()
			p.Line("}")
		} else {
			p.each(s, x, e, func(values []*plan.Value) {
				p.put(values)
				p.Flush()
			})
		}
		p.roomChecked = checked
	}
	p.asIs(e, loop, func(name string) {
		store := fmt.Sprintf("balecore.Store%s(b, %s, %s)", name, p.Pos(), slice)
		if p.needsPadding(e) {
			p.movePadded(store)
		} else {
			p.AddVar(store)
		}
	})
}

// movePadded prints code that writes the padding after count bytes at the cursor, and moves the cursor to its end.
func (p *Printer) movePadded(count string) {
	if p.Padding() > 1 {
		count = fmt.Sprintf("balexdr.Fill(b, %s, %s)", p.Pos(), count)
	}
	p.AddVar(count)
}

// asIs prints the code for elements of type e. piece prints it for all elements at once, if they are encoded as they are in
// memory. Otherwise, loop prints it for each element.
func (p *Printer) asIs(e model.Type, loop func(), piece func(name string)) {
	everywhere, wide := p.MemoryForm(e)
	switch {
	case everywhere:
		piece("Memory")
	case wide:
		p.Flush()
		p.Line("if balecore.Wide {")
		piece("Memory")
		p.Flush()
		p.Line("} else {")
		loop()
		p.Line("}")
	default:
		loop()
	}
}

// putByteArray prints code that encodes an array of bytes, or an array of such arrays.
func (p *Printer) putByteArray(x string, t model.Type) {
	size := p.width(t).Min
	if size != plan.SizeInMemory(t) {
		p.Line("balecore.Put32(b, %s, 0)", p.PosPlus(size-4))
	}
	if size > 0 {
		p.Line("balecore.StoreArray(b, %s, %s)", p.Pos(), printer.Addr(x))
	}
	p.AddConst(size)
}

// putCustom prints code that writes the result of a custom method.
func (p *Printer) putCustom(s *plan.Value) {
	x := printer.Unparen(s.Expr)
	if p.HasNilFlags() {
		p.putFlag(s)
	}
	p.PutCount(p, fmt.Sprintf("len(%s)", x))
	p.movePadded(p.Store(p.Pos(), x))
	if p.HasNilFlags() {
		p.Flush()
		p.Line("}")
	}
}
