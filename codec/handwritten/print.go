package handwritten

import (
	"fmt"

	"bale/codec/internal/source"
	"bale/schema"
)

type printer struct {
	*source.Writer
}

// functions prints the three functions of a type: its maximum size, its encoding, and its decoding.
func (p *printer) functions(n int, t schema.Type) {
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
func separate(t schema.Type, top bool) bool { return !top && source.HasFunction(t) }

// size prints code that adds the variable part of the size to n, and returns the fixed part.
func (p *printer) size(t schema.Type, v string, top bool) (fixed int) {
	if separate(t, top) {
		p.Line("n += $Asize%d(%s)", p.Number(t), source.Addr(v))
		return 0
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return p.sizeBasic(u.Kind, v)
	case *schema.Time:
		return 16
	case *schema.Struct:
		for _, f := range u.Fields {
			fixed += p.size(f.Type, field(v, f), false)
		}
		return fixed
	case *schema.Array:
		if schema.IsByte(u.Elem) {
			return int(u.Len)
		}
		var one int
		p.Loop(v, func(elem string) { one = p.size(u.Elem, elem, false) })
		return int(u.Len) * one
	case *schema.Pointer:
		text := p.Capture(func() { fixed = p.size(u.Elem, "(*"+v+")", false) })
		p.Line("if %s != nil {\nn += %d\n%s}", v, fixed, text)
	case *schema.Slice:
		text := p.Capture(func() {
			if schema.IsByte(u.Elem) {
				fixed = 1
				return
			}
			p.Loop(v, func(elem string) { fixed = p.size(u.Elem, elem, false) })
		})
		p.Line("if %s != nil {\nn += $AsizeUvarint(uint64(len(%s))) + len(%s)*%d\n%s}", v, v, v, fixed, text)
	case *schema.Map:
		text := p.Capture(func() {
			p.LoopMap(v, func(key, elem string) { fixed = p.size(u.Key, key, false) + p.size(u.Elem, elem, false) })
		})
		p.Line("if %s != nil {\nn += $AsizeUvarint(uint64(len(%s))) + len(%s)*%d\n%s}", v, v, v, fixed, text)
	}
	return 1
}

func (p *printer) sizeBasic(k schema.Kind, v string) int {
	switch {
	case k == schema.Bool:
		return 1
	case k == schema.String:
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
func unsigned(k schema.Kind, v string) []string {
	bits := func(bits int, v string) string {
		return fmt.Sprintf("balemath.Float%dbits(float%d(%s))", bits, bits, v)
	}
	switch k {
	case schema.Float32, schema.Float64:
		return []string{bits(k.Bits(), v)}
	case schema.Complex64, schema.Complex128:
		return []string{bits(k.Bits()/2, "real("+v+")"), bits(k.Bits()/2, "imag("+v+")")}
	}
	return []string{v}
}

// put prints code that encodes v into b at n.
func (p *printer) put(t schema.Type, v string, top bool) {
	if separate(t, top) {
		p.call(fmt.Sprintf("$Aput%d(b[n:], %s)", p.Number(t), source.Addr(v)))
		return
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		p.putBasic(u.Kind, v)
	case *schema.Time:
		p.call(fmt.Sprintf("$AputTime(b[n:], %s)", source.Addr(v)))
	case *schema.Struct:
		for _, f := range u.Fields {
			p.put(f.Type, field(v, f), false)
		}
	case *schema.Array:
		if schema.IsByte(u.Elem) {
			p.Line("n += copy(b[n:], %s[:])", v)
			return
		}
		p.Loop(v, func(elem string) { p.put(u.Elem, elem, false) })
	case *schema.Pointer:
		p.putOptional(v, func() { p.put(u.Elem, "(*"+v+")", false) })
	case *schema.Slice:
		p.putOptional(v, func() {
			p.Line("n += balebinary.PutUvarint(b[n:], uint64(len(%s)))", v)
			if schema.IsByte(u.Elem) {
				p.Line("n += copy(b[n:], %s)", v)
				return
			}
			p.Loop(v, func(elem string) { p.put(u.Elem, elem, false) })
		})
	case *schema.Map:
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

func (p *printer) putBasic(k schema.Kind, v string) {
	switch {
	case k == schema.Bool:
		p.Line("if %s {\nb[n] = 1\n} else {\nb[n] = 0\n}\nn++", v)
	case k == schema.String:
		p.Line("n += balebinary.PutUvarint(b[n:], uint64(len(%s)))\nn += copy(b[n:], %s)", v, v)
	case k.Signed():
		p.Line("n += balebinary.PutVarint(b[n:], int64(%s))", v)
	default:
		for _, x := range unsigned(k, v) {
			p.Line("n += balebinary.PutUvarint(b[n:], uint64(%s))", x)
		}
	}
}

func field(v string, f *schema.Field) string {
	if v == "(*v)" {
		v = "v"
	}
	return v + "." + f.Name
}
