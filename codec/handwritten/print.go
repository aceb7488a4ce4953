package handwritten

import (
	"fmt"

	"bale/codec/internal/source"
	"bale/model"
)

type printer struct {
	*source.Writer
}

// functions prints the three functions of a type: its maximum size, its encoding, and its decoding.
func (p *printer) functions(n int, t model.Type) {
	typ := p.Type(t)
	v := "(*v)"
	var fixed int
	size := p.Capture(func() { fixed = p.size(t, v, true) })
	p.Line("func $Asize%d(v *%s) int {\nn := %d\n%sreturn n\n}\n", n, typ, fixed, size)
	p.Line("func $Aput%d(b []byte, v *%s) (n int, err error) {", n, typ)
	p.put(t, v, true)
	p.Line("return n, nil\n}\n")
	p.Line("func $Aget%d(b []byte, v *%s) (n int, err error) {", n, typ)
	p.get(t, v, true)
	p.Line("return n, nil\n}\n")
}

// separate reports whether t is handled by a call of its own function, except at the top of that function.
func separate(t model.Type, top bool) bool { return !top && source.HasFunction(t) }

// size prints code that adds the variable part of the size to n, and returns the fixed part.
func (p *printer) size(t model.Type, v string, top bool) (fixed int) {
	if separate(t, top) {
		p.Line("n += $Asize%d(%s)", p.Number(t), source.Addr(v))
		return 0
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return p.sizeBasic(u.Kind, v)
	case *model.Time:
		return 16
	case *model.Struct:
		for _, f := range u.Fields {
			fixed += p.size(f.Type, field(v, f), false)
		}
		return fixed
	case *model.Array:
		if model.IsByte(u.Elem) {
			return int(u.Len)
		}
		var one int
		p.Loop(v, func(elem string) { one = p.size(u.Elem, elem, false) })
		return int(u.Len) * one
	case *model.Pointer:
		text := p.Capture(func() { fixed = p.size(u.Elem, "(*"+v+")", false) })
		p.Line("if %s != nil {\nn += %d\n%s}", v, fixed, text)
	case *model.Slice:
		text := p.Capture(func() {
			if model.IsByte(u.Elem) {
				fixed = 1
				return
			}
			p.Loop(v, func(elem string) { fixed = p.size(u.Elem, elem, false) })
		})
		p.Line("if %s != nil {\nn += $AsizeUvarint(uint64(len(%s))) + len(%s)*%d\n%s}", v, v, v, fixed, text)
	case *model.Map:
		text := p.Capture(func() {
			p.LoopMap(v, func(key, elem string) { fixed = p.size(u.Key, key, false) + p.size(u.Elem, elem, false) })
		})
		p.Line("if %s != nil {\nn += $AsizeUvarint(uint64(len(%s))) + len(%s)*%d\n%s}", v, v, v, fixed, text)
	}
	return 1
}

func (p *printer) sizeBasic(k model.Kind, v string) int {
	switch {
	case k == model.Bool:
		return 1
	case k == model.String:
		p.Line("n += $AsizeUvarint(uint64(len(%s))) + len(%s)", v, v)
	case k.Signed():
		p.Line("n += $AsizeVarint(int64(%s))", v)
	default:
		for _, x := range unsigned(k, v) {
			p.Line("n += $AsizeUvarint(uint64(%s))", x)
		}
	}
	return 0
}

// unsigned returns the expressions of the unsigned integers that encode an unsigned, floating-point or complex number.
func unsigned(k model.Kind, v string) []string {
	bits := func(bits int, v string) string {
		return fmt.Sprintf("balemath.Float%dbits(float%d(%s))", bits, bits, v)
	}
	switch k {
	case model.Float32, model.Float64:
		return []string{bits(k.Bits(), v)}
	case model.Complex64, model.Complex128:
		return []string{bits(k.Bits()/2, "real("+v+")"), bits(k.Bits()/2, "imag("+v+")")}
	}
	return []string{v}
}

// put prints code that encodes v into b at n.
func (p *printer) put(t model.Type, v string, top bool) {
	if separate(t, top) {
		p.call(fmt.Sprintf("$Aput%d(b[n:], %s)", p.Number(t), source.Addr(v)))
		return
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		p.putBasic(u.Kind, v)
	case *model.Time:
		p.call(fmt.Sprintf("$AputTime(b[n:], %s)", source.Addr(v)))
	case *model.Struct:
		for _, f := range u.Fields {
			p.put(f.Type, field(v, f), false)
		}
	case *model.Array:
		if model.IsByte(u.Elem) {
			p.Line("n += copy(b[n:], %s[:])", v)
			return
		}
		p.Loop(v, func(elem string) { p.put(u.Elem, elem, false) })
	case *model.Pointer:
		p.putOptional(v, func() { p.put(u.Elem, "(*"+v+")", false) })
	case *model.Slice:
		p.putOptional(v, func() {
			p.Line("n += balebinary.PutUvarint(b[n:], uint64(len(%s)))", v)
			if model.IsByte(u.Elem) {
				p.Line("n += copy(b[n:], %s)", v)
				return
			}
			p.Loop(v, func(elem string) { p.put(u.Elem, elem, false) })
		})
	case *model.Map:
		p.putOptional(v, func() {
			p.Line("n += balebinary.PutUvarint(b[n:], uint64(len(%s)))", v)
			p.LoopMap(v, func(key, elem string) {
				p.put(u.Key, key, false)
				p.put(u.Elem, elem, false)
			})
		})
	}
}

func (p *printer) putOptional(v string, present func()) {
	p.Line("if %s == nil {\nb[n] = 0\nn++\n} else {\nb[n] = 1\nn++", v)
	present()
	p.Line("}")
}

// call prints a call that returns the number of bytes.
func (p *printer) call(text string) {
	p.Line("if k, err := %s; err != nil {\nreturn 0, err\n} else {\nn += k\n}", text)
}

func (p *printer) putBasic(k model.Kind, v string) {
	switch {
	case k == model.Bool:
		p.Line("if %s {\nb[n] = 1\n} else {\nb[n] = 0\n}\nn++", v)
	case k == model.String:
		p.Line("n += balebinary.PutUvarint(b[n:], uint64(len(%s)))\nn += copy(b[n:], %s)", v, v)
	case k.Signed():
		p.Line("n += balebinary.PutVarint(b[n:], int64(%s))", v)
	default:
		for _, x := range unsigned(k, v) {
			p.Line("n += balebinary.PutUvarint(b[n:], uint64(%s))", x)
		}
	}
}

func field(v string, f *model.Field) string {
	if v == "(*v)" {
		v = "v"
	}
	return v + "." + f.Name
}
