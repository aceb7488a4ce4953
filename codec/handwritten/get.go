package handwritten

import (
	"fmt"

	"bale/codec/internal/source"
	"bale/model"
)

// get prints code that decodes v from b at n. It reuses the memory of v.
func (p *printer) get(t model.Type, v string, top bool) {
	if separate(t, top) {
		p.call(fmt.Sprintf("$Aget%d(b[n:], %s)", p.Number(t), source.Addr(v)))
		return
	}
	typ := p.Type(t)
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		p.getBasic(u.Kind, typ, v)
	case *model.Time:
		p.call(fmt.Sprintf("$AgetTime(b[n:], %s)", source.Addr(v)))
	case *model.Struct:
		for _, f := range u.Fields {
			p.get(f.Type, field(v, f), false)
		}
	case *model.Array:
		if model.IsByte(u.Elem) {
			p.Line("if len(b)-n < %d {\nreturn 0, $Abad\n}\nn += copy(%s[:], b[n:])", u.Len, v)
			return
		}
		p.Loop(v, func(elem string) { p.get(u.Elem, elem, false) })
	case *model.Pointer:
		p.getOptional(v, func() {
			p.Line("if %s == nil {\n%s = new(%s)\n}", v, v, p.Type(u.Elem))
			p.get(u.Elem, "(*"+v+")", false)
		})
	case *model.Slice:
		p.getOptional(v, func() {
			p.getCount(minSize(u.Elem), func(count string) {
				p.Line("if %s == nil || cap(%s) < %s {\n%s = make(%s, %s)\n} else {\n%s = %s[:%s]\n}", v, v, count, v, typ, count, v, v, count)
				if model.IsByte(u.Elem) {
					p.Line("n += copy(%s, b[n:])", v)
					return
				}
				p.Loop(v, func(elem string) { p.get(u.Elem, elem, false) })
			})
		})
	case *model.Map:
		p.getOptional(v, func() {
			p.getCount(minSize(u.Key)+minSize(u.Elem), func(count string) {
				p.Line("if %s == nil {\n%s = make(%s, %s)\n} else {\nclear(%s)\n}", v, v, typ, count, v)
				key, elem := p.Name("k"), p.Name("e")
				p.Line("for ; %s > 0; %s-- {\nvar %s %s\nvar %s %s", count, count, key, p.Type(u.Key), elem, p.Type(u.Elem))
				p.get(u.Key, key, false)
				p.get(u.Elem, elem, false)
				p.Line("%s[%s] = %s\n}", v, key, elem)
			})
		})
	}
}

func (p *printer) getOptional(v string, present func()) {
	p.Line("if n >= len(b) {\nreturn 0, $Abad\n}\nn++\nif b[n-1] == 0 {\n%s = nil\n} else {", v)
	present()
	p.Line("}")
}

// getCount prints code that decodes a count. It refuses counts whose elements, of at least minSize bytes each, would need more bytes
// than are left.
func (p *printer) getCount(minSize int, counted func(count string)) {
	limit := "balemath.MaxInt32"
	if minSize == 1 {
		limit = "uint64(len(b)-n-k)"
	} else if minSize > 1 {
		limit = fmt.Sprintf("uint64(len(b)-n-k)/%d", minSize)
	}
	p.Scope(func() {
		count := p.Name("count")
		p.Line("if x, k := balebinary.Uvarint(b[n:]); k <= 0 || x > %s {\nreturn 0, $Abad\n} else {\nn += k\n%s := int(x)", limit, count)
		counted(count)
		p.Line("}")
	})
}

func (p *printer) getBasic(k model.Kind, typ, v string) {
	switch {
	case k == model.Bool:
		p.Line("if n >= len(b) {\nreturn 0, $Abad\n}\n%s = b[n] != 0\nn++", v)
	case k == model.String:
		p.getCount(1, func(count string) { p.Line("%s = %s(b[n:n+%s])\nn += %s", v, typ, count, count) })
	case k.Signed():
		p.getVarint("Varint", v, typ+"(x)")
	case k == model.Float32, k == model.Float64:
		p.getVarint("Uvarint", v, typ+"("+float(k.Bits())+")")
	case k == model.Complex64, k == model.Complex128:
		bits := k.Bits() / 2
		p.Line("{\nvar re, im float%d", bits)
		p.getVarint("Uvarint", "re", float(bits))
		p.getVarint("Uvarint", "im", float(bits))
		p.Line("%s = %s(complex(re, im))\n}", v, typ)
	default:
		p.getVarint("Uvarint", v, typ+"(x)")
	}
}

func float(bits int) string { return fmt.Sprintf("balemath.Float%dfrombits(uint%d(x))", bits, bits) }

func (p *printer) getVarint(read, v, value string) {
	p.Line("if x, k := balebinary.%s(b[n:]); k <= 0 {\nreturn 0, $Abad\n} else {\n%s = %s\nn += k\n}", read, v, value)
}

// minSize returns the minimum size of a t in bytes.
func minSize(t model.Type) int {
	switch u := model.Underlying(t).(type) {
	case *model.Time:
		return 15
	case *model.Struct:
		n := 0
		for _, f := range u.Fields {
			n += minSize(f.Type)
		}
		return n
	case *model.Array:
		return int(u.Len) * minSize(u.Elem)
	case *model.Basic:
		if u.Kind == model.Complex64 || u.Kind == model.Complex128 {
			return 2
		}
	}
	return 1
}
