package sequence

import (
	"fmt"

	"bale/gen/plan"
	"bale/model"
)

// putMemberNumber prints code that encodes the number of a member as a count.
func (p *Printer) putMemberNumber(number int) {
	if p.CountWidth().Min == 1 && number < 0x80 {
		p.Line("balecore.Put8(b, %s, %d)", p.Pos(), number)
		p.AddConst(1)
		return
	}
	p.PutCount(p, fmt.Sprint(number))
}

// putUnion prints code that encodes the value of an interface: the number of its type, and the value. The size function has refused other
// types, so a value of another type has changed since.
func (p *Printer) putUnion(s *plan.Value) {
	p.Flush()
	x := p.Var("x")
	none := func() {
		p.WrittenParts(s.Type, "0")
		p.putMemberNumber(0)
		p.Flush()
	}
	p.TypeSwitch(s.Expr, s.Type, x, func(number int, m model.Type) {
		p.WrittenParts(s.Type, fmt.Sprint(number))
		p.putMemberNumber(number)
		p.put(p.elemValues(s, x, m))
		p.Flush()
	}, none, func() { p.Line("return e.Changed(%q, n)", p.fullPath(s)) })
}

// sizeUnion prints code that adds the size of the value of an interface to n.
func (p *Printer) sizeUnion(s *plan.Value) {
	x := p.Var("x")
	size := func(number int) int {
		if w := p.CountWidth(); w.fixed() || number < 0x80 {
			return w.Min
		}
		return 2 // two bytes hold the number of any member
	}
	p.AddUnion(s.Expr, s.Type, x, func() { p.Add(size(0)) }, func(number int, m model.Type) (fixed int) {
		p.Within(p.ErrorReturns.AddFieldLine(plan.MemberPath(m, p.Package)), func() { fixed = size(number) + p.size(p.elemValues(s, x, m)) })
		return fixed
	})
}

// errorPath prints the error return of a size function after a value that may fail, if errors have paths. Values inside a list, a
// pointer or an interface have their own returns.
func (p *Printer) errorPath(s *plan.Value) {
	if p.hasPaths && p.valueFails(s) {
		p.ReturnFailedIf(s.Path, "e.Err != nil")
	}
}

// valueFails reports whether finding the size of s may fail for s itself, and not only for a part of it that has its own return.
func (p *Printer) valueFails(s *plan.Value) bool {
	switch s.Kind {
	case plan.Record, plan.Union:
		return p.SizeFails(s.Type)
	case plan.Custom:
		return true
	}
	u, ok := model.Underlying(s.Type).(*model.Slice)
	return ok && p.elemWidth(u.Elem).Max == 0 || p.FormatFails != nil && p.FormatFails(s.Type)
}

// switchMember prints a switch on k, the number of a member. body prints the code for a member, and none that for nil.
func (p *Printer) switchMember(s *plan.Value, k string, none func(), body func(number int, m model.Type)) {
	p.Line("switch %s {\ncase 0:", k)
	none()
	for i, m := range plan.Members(s.Type) {
		p.Line("case %d:", i+1)
		p.Within(p.ErrorReturns.AddFieldLine(plan.MemberPath(m, p.Package)), func() { body(i+1, m) })
		p.Flush()
	}
	p.Line("default:")
	p.ReturnError("balecore.Malformed", s.Path, "n")
	p.Line("}")
}

// scanUnion prints the checks of the value of an interface.
func (p *Printer) scanUnion(s *plan.Value) {
	k := p.Need(p.Var("k"), "uint64")
	p.GetCount(p, k)
	p.Flush()
	p.switchMember(s, k, func() {}, func(_ int, m model.Type) {
		if !plan.IsPointer(m) {
			p.Charge(m, "1", s.Path)
		}
		p.scanValue(s, m)
	})
}

// getUnion prints code that decodes the value of an interface. A member that is not a pointer gets a new variable, so that a
// copy of the interface keeps its value.
func (p *Printer) getUnion(r *Run, s *plan.Value) {
	k := p.Need(p.Var("k"), "uint64")
	p.GetCount(p, k)
	p.CloseRun(p, r)
	p.Flush()
	if !p.ScansFirst() {
		p.GetRestOfCount(p, k, s.Path)
	}
	none := func() { p.SetUnion(s.Expr, s.Type, "nil") }
	p.switchMember(s, k, none, func(_ int, m model.Type) {
		x := p.Var("x")
		p.DeclareMember(x, p.AsInterface(s.Expr, s.Type), m, s.Path)
		p.get(p.elemValues(s, x, m))
		p.SetUnion(s.Expr, s.Type, x)
	})
}
