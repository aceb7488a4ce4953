package sequence

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

// putFunc prints the function that writes a value.
func (p *Printer) putFunc(t schema.Type) {
	head := fmt.Sprintf("// %[1]sPut%[2]s writes v at n, and returns where it ends.\nfunc %[1]sPut%[2]s(%[3]sb baleBuffer, n int, v *%[4]s) int {", p.Title, p.Name(t), p.Encoder(p.HoldsCustom(t)), p.Type(t))
	p.function(head, func() {
		p.fromStart(func() {
			p.put(p.whole("(*v)", t))
			p.Line("return %s\n}\n", p.At())
		})
	})
}

func (p *Printer) put(steps []*Step) {
	for _, s := range steps {
		p.putStep(s)
	}
}

func (p *Printer) putStep(s *Step) {
	if s.Path != "" {
		switch s.Kind {
		case plan.List, plan.Map, plan.Pointer, plan.Custom, plan.Record, plan.Union:
			p.Line("// %s", s.Path)
		}
	}
	switch s.Kind {
	case plan.Integer:
		p.putNumber(plan.Basic(s.Type), plain(s))
	case plan.Time:
		p.PutTime(p, s.Expr)
	case plan.ByteArray:
		p.putByteArray(s.Expr, s.Type)
	case plan.Array:
		u := schema.Underlying(s.Type).(*schema.Array)
		p.putElems(s, s.Expr, s.Expr+"[:]", u.Elem)
	case plan.Record:
		p.Set(fmt.Sprintf("%s(%sb, %s, %s)", p.call("Put", s.Type), emit.Arg(p.HoldsCustom(s.Type), "e"), p.At(), printer.Addr(s.Expr)))
	case plan.Custom:
		p.putCustom(s)
	case plan.Union:
		p.putUnion(s)
	case plan.Pointer:
		p.putFlag(s)
		p.target(s, p.put)
		p.Flush()
		p.Line("}")
	default:
		p.putCounted(s)
	}
}

// plain is a bool or string without the name of its type.
func plain(s *Step) string {
	if schema.IsKind(s.Type, schema.Bool) || schema.IsKind(s.Type, schema.String) {
		return emit.Plain(s.Expr, s.Type)
	}
	return printer.Bare(s.Expr)
}

// putFlag prints the flag that tells whether there is something, and opens the block of what there is.
func (p *Printer) putFlag(s *Step) {
	p.PutNumber(p, schema.Bool, s.Expr+" != nil")
	p.Flush()
	p.Line("if %s != nil {", s.Expr)
}

// putCounted is for strings, slices and maps.
func (p *Printer) putCounted(s *Step) {
	block := s.Omit || p.Nils() && s.Kind != plan.String
	switch {
	case s.Omit:
		p.Flush()
		p.Line("if len(%s) > 0 {", printer.Bare(s.Expr))
	case block:
		p.putFlag(s)
	}
	p.PutCount(p, fmt.Sprintf("len(%s)", printer.Bare(s.Expr)))
	switch u := schema.Underlying(s.Type).(type) {
	case *schema.Slice:
		p.putElems(s, s.Expr, s.Expr, u.Elem)
	case *schema.Map:
		p.Flush()
		p.eachEntry(s, u, func(key, elem []*Step) {
			p.put(key)
			p.put(elem)
			p.Flush()
		})
	default:
		p.Line("baleStoreText(b, %s, %s)", p.At(), plain(s))
		p.moveFilled(fmt.Sprintf("len(%s)", printer.Bare(s.Expr)))
	}
	if block {
		p.Flush()
		p.Line("}")
	}
}

// putElems prints the writing of the elements of x, which is slice as a slice.
func (p *Printer) putElems(s *Step, x, slice string, e schema.Type) {
	if p.elemWidth(e).Max == 0 {
		return
	}
	loop := func() {
		p.Flush()
		p.each(s, x, e, func(steps []*Step) {
			p.put(steps)
			p.Flush()
		})
	}
	p.asIs(e, loop, func(name string) {
		store := fmt.Sprintf("baleStore%s(b, %s, %s)", name, p.At(), slice)
		if p.ragged(e) {
			p.moveFilled(store)
		} else {
			p.Move(store)
		}
	})
}

// moveFilled prints the filling up of as many bytes at the cursor, and goes behind them.
func (p *Printer) moveFilled(count string) {
	if p.Unit() > 1 {
		count = fmt.Sprintf("%sFill(b, %s, %s)", p.Title, p.At(), count)
	}
	p.Move(count)
}

// asIs prints what is done with elements: in one piece, where they are in memory what they are on the wire, else
// by the loop.
func (p *Printer) asIs(e schema.Type, loop func(), piece func(name string)) {
	everywhere, wide := p.AsIs(e)
	_, basic := schema.Underlying(e).(*schema.Basic)
	switch {
	case everywhere && p.Safe && basic:
		piece("Bytes")
	case everywhere && !p.Safe:
		piece("Memory")
	case wide && !p.Safe:
		p.Flush()
		p.Line("if baleWide {")
		piece("Memory")
		p.Flush()
		p.Line("} else {")
		loop()
		p.Line("}")
	default:
		loop()
	}
}

// putByteArray prints the store of an array of bytes, or of such arrays.
func (p *Printer) putByteArray(x string, t schema.Type) {
	u := schema.Underlying(t).(*schema.Array)
	size := p.width(t).Min
	_, isByte := u.Elem.(*schema.Basic)
	if size != plan.Memory(t) {
		p.Line("balePut32(b, %s, 0)", p.AtPlus(size-4))
	}
	switch {
	case size == 0:
	case !p.Safe:
		p.Line("*(*%s)(unsafe.Add(b, %s)) = %s", p.Type(t), p.At(), x)
	case isByte && schema.IsKind(u.Elem, schema.Uint8):
		p.Line("copy(b[%s:], %s[:])", p.At(), x)
	default:
		p.Flush()
		i := p.Var("i")
		p.Line("for %s := range %s {", i, x)
		if _, inner := schema.Underlying(u.Elem).(*schema.Array); inner {
			p.putByteArray(x+"["+i+"]", u.Elem)
		} else {
			p.Line("b[n] = byte(%s[%s])", x, i)
			p.Advance(1)
		}
		p.Flush()
		p.Line("}")
		size -= plan.Memory(t)
	}
	p.Advance(size)
}

// putCustom prints the writing of a custom type.
func (p *Printer) putCustom(s *Step) {
	blob := p.Var("blob")
	p.Line("%s := %s", blob, p.SameCustom(s.Expr, s.Type))
	if p.Nils() {
		p.putFlag(&Step{Expr: blob})
	}
	p.PutCount(p, fmt.Sprintf("len(%s)", blob))
	if p.Safe {
		p.moveFilled(fmt.Sprintf("copy(b[%s:], %s)", p.At(), blob))
	} else {
		p.moveFilled(p.Store(p.At(), blob))
	}
	if p.Nils() {
		p.Flush()
		p.Line("}")
	}
}
