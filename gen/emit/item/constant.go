package item

import (
	"bale/gen/plan"
	"bale/model"
)

// The size of a value has a constant part, which these functions return, and a variable part, which the functions in size.go print.

// constantOf returns the constant part of the exact or maximum size of the value of a function.
func (p *generator) constantOf(v *plan.Value, exact bool) int {
	switch u := composite(v).(type) {
	case *model.Struct:
		return p.constantRecord(v, exact)
	case *model.Array:
		return len(p.wire.List.Bytes(int(u.Len)))
	case *model.Slice, *model.Map, *model.Interface:
		return 0
	case *model.Pointer:
		target := p.tree.Part(v, u.Elem, "(*x)", "")
		if target.Nilable() && !exact {
			return unused + p.constant(target, exact)
		}
		return p.constant(target, exact)
	}
	return p.constant(v, exact)
}

// constantRecord is constantOf for a struct. Of its exact size, the fields that may be omitted are not constant.
func (p *generator) constantRecord(v *plan.Value, exact bool) int {
	r := p.record(v.Type)
	fields, varies := p.fieldsOf(r), omits(r) && exact
	n := 0
	if !varies {
		n = len(p.wire.Map.Bytes(len(fields)))
	}
	for _, f := range fields {
		if varies && f.Field.Conditional() {
			continue
		}
		n += p.constant(f, exact)
		if !r.Array {
			n += len(p.wire.KeyBytes(f.Field))
		}
	}
	return n
}

// constant returns the constant part of the exact or maximum size of a value at its place in a function.
func (p *generator) constant(v *plan.Value, exact bool) int {
	switch v.Kind {
	case plan.Bool, plan.Integer, plan.Float, plan.Complex:
		return p.constantNumber(plan.Basic(v.Type), exact)
	case plan.Time:
		if !exact {
			return p.wire.MaxTime
		}
	case plan.String:
		if !exact { // a longer head takes at most maxHead bytes
			return 1
		}
	case plan.ByteArray:
		n := plan.Len(v.Type)
		return n + len(p.wire.BytesHead(n))
	}
	return 0
}

// constantNumber is constant for a bool or a number. It returns 0 if the size depends on the number.
func (p *generator) constantNumber(k model.Kind, exact bool) int {
	isInteger := k.Signed() || k.Unsigned()
	switch {
	case k == model.Bool:
		return 1
	case isInteger && !exact:
		return 1 + k.Bits()/8
	case !isInteger && (!exact || p.wire.Prefix(k) != nil):
		return p.wire.MaxNumber(k)
	}
	return 0
}
