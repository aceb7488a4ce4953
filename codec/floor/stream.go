package floor

import (
	"fmt"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/model"
)

// stream prints decoders that decode a message from start to end, without checks: numbers in full width, lengths in four bytes, and
// lists of elements without addresses in one copy. Such messages are shorter than images of memory, which saves time if the messages do
// not fit in the first-level cache. The text of all strings is at the beginning, and becomes one allocation. With one allocation for
// each string, decoding took up to 1.5 times as long on the built-in shapes.
func stream(p *printer, t model.Type, code *codec.Code) {
	p.find(t, map[string]bool{})
	p.Line("// $Amoves has the maps that are used again, and the text that is left.\ntype $Amoves struct {\ntext string")
	p.mapFields()
	p.mapsOf()
	w := &streamWriter{p}
	w.Line("func $Apack(c *$C) []byte {\nvar b []byte\ntext := new([]byte)")
	w.put(t, "(*c)", false)
	w.Line("return append(balememory.Join(*text, b), 0) // or the reader's address would be behind the message in the end, where another object may be\n}\n")
	w.Each(func(n int, t model.Type) {
		w.Line("func $Aput%d(b []byte, v *%s, text *[]byte) []byte {", n, w.Type(t))
		w.put(t, "(*v)", true)
		w.Line("return b\n}\n")
	})
	code.Shared = true
	for _, d := range []struct {
		name         string
		reuse, alias bool
		to           *string
	}{
		{"fresh", false, false, &code.Unmarshal}, {"freshAlias", false, true, &code.UnmarshalAlias}, {"reuseAlias", true, true, &code.UnmarshalAliasReuse},
	} {
		r := &streamReader{p, d.name + "Get", d.reuse, d.alias}
		w.Line("func (a *$A) %s(at baleunsafe.Pointer, c *$C, m *$Amoves) {", d.name)
		for i := range p.names {
			w.Line("m.used%d = 0", i)
		}
		r.leadingText()
		r.get(t, "(*c)", false)
		w.Line("_ = at\n}\n")
		w.Each(func(n int, t model.Type) {
			w.Line("func $A%s%d(at baleunsafe.Pointer, v *%s, m *$Amoves) baleunsafe.Pointer {", r.part, n, w.Type(t))
			r.get(t, "(*v)", true)
			w.Line("return at\n}\n")
		})
		m := "&a.moves"
		if !d.reuse {
			m = "new($Amoves)"
		}
		*d.to = fmt.Sprintf("a.%s(baleunsafe.Pointer(baleunsafe.SliceData(b)), c, %s)\nreturn nil", d.name, m)
	}
	code.Encode = "return $Apack(c), nil"
	code.State, code.Setup = "moves $Amoves", "a.moves.keep = true"
}

// copiedAsIs reports whether the memory of a t is copied without changes.
func (p *printer) copiedAsIs(t model.Type) bool { return hasHidden(t, p.home) || !p.addresses(t) }

// isEmpty reports whether t is a struct of which nothing is copied: a protobuf message without fields.
func isEmpty(t model.Type) bool {
	s, ok := model.Underlying(t).(*model.Struct)
	return ok && len(s.Fields) == 0 && len(s.Internal)+len(s.Skipped) > 0
}

// pointers reports whether t, which is copied without changes, may contain pointers, which must be aligned.
func (p *printer) pointers(t model.Type) bool {
	if hasHidden(t, p.home) {
		return true
	}
	switch u := model.Underlying(t).(type) {
	case *model.Time:
		return true
	case *model.Array:
		return p.pointers(u.Elem)
	case *model.Struct:
		for _, f := range u.Fields {
			if p.pointers(f.Type) {
				return true
			}
		}
	}
	return false
}

// A streamWriter prints code that appends a value to the message b.
type streamWriter struct{ *printer }

func (w *streamWriter) put(t model.Type, v string, top bool) {
	switch {
	case isEmpty(t):
		return
	case w.copiedAsIs(t):
		w.Line("b = balememory.Append(b, %s, %v)", source.Addr(v), w.pointers(t))
		return
	case !top && source.HasFunction(t):
		w.Line("b = $Aput%d(b, %s, text)", w.Number(t), source.Addr(v))
		return
	}
	length := func() { w.Line("b = balememory.AppendLen(b, len(%s), %s == nil)", v, v) }
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		w.Line("b, *text = balememory.AppendLen(b, len(%s), false), append(*text, %s...)", v, v)
	case *model.Struct:
		for _, f := range u.Fields {
			w.put(f.Type, v+"."+f.Name, false)
		}
	case *model.Pointer:
		w.Line("b = balememory.AppendLen(b, 0, %s == nil)\nif %s != nil {", v, v)
		w.put(u.Elem, "(*"+v+")", false)
		w.Line("}")
	case *model.Array:
		w.elements(u.Elem, v)
	case *model.Slice:
		length()
		w.elements(u.Elem, v)
	case *model.Map:
		length()
		w.Scope(func() {
			k, e := w.Name("k"), w.Name("e")
			w.Line("for %s, %s := range %s {", k, e, v)
			w.put(u.Key, k, false)
			w.put(u.Elem, e, false)
			w.Line("}")
		})
	}
}

func (w *streamWriter) elements(elem model.Type, v string) {
	if isEmpty(elem) {
		return
	}
	w.Scope(func() {
		i := w.Name("i")
		w.Line("for %s := range %s {", i, v)
		w.put(elem, v+"["+i+"]", false)
		w.Line("}")
	})
}

// A streamReader prints code that decodes a value at the address at. Its functions for named types begin with part.
type streamReader struct {
	*printer
	part         string
	reuse, alias bool
}

// leadingText prints code that reads the text of the whole message.
func (r *streamReader) leadingText() {
	clone := "balestrings.Clone"
	if r.alias {
		clone = ""
	}
	r.Line("{\nn := int(*(*uint32)(at)) - 1\nm.text = %s(baleunsafe.String((*byte)(baleunsafe.Add(at, 4)), n))", clone)
	r.Line("at = baleunsafe.Add(at, balememory.Padded(4 + n))\n}")
}

func (r *streamReader) get(t model.Type, dst string, top bool) {
	switch {
	case isEmpty(t):
		return
	case r.copiedAsIs(t):
		if r.pointers(t) {
			r.Line("at = balememory.Align(at)")
		}
		r.Line("%s = *(*%s)(at)\nat = baleunsafe.Add(at, baleunsafe.Sizeof(%s))", dst, r.Type(t), dst)
		return
	case !top && source.HasFunction(t):
		r.Line("at = $A%s%d(at, %s, m)", r.part, r.Number(t), source.Addr(dst))
		return
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		r.text(t, dst)
	case *model.Struct:
		for _, f := range u.Fields {
			r.get(f.Type, dst+"."+f.Name, false)
		}
	case *model.Array:
		r.elements(u.Elem, dst)
	default:
		r.optional(t, dst)
	}
}

// text prints code that reads a string.
func (r *streamReader) text(t model.Type, dst string) {
	r.Scope(func() {
		n := r.Name("n")
		r.Line("{\n%s := int(*(*uint32)(at)) - 1\nat = baleunsafe.Add(at, 4)", n)
		r.Line("%s = %s(m.text[:%s])\nm.text = m.text[%s:]\n}", dst, r.Type(t), n, n)
	})
}

// optional prints code that reads a slice, pointer or map. It follows its length plus one, or zero for nil.
func (r *streamReader) optional(t model.Type, dst string) {
	r.Scope(func() {
		n, to := r.Name("n"), r.Name("to")
		r.Line("{\n%s := int(*(*uint32)(at)) - 1\nat = baleunsafe.Add(at, 4)\nif %s < 0 {\n%s = nil\n} else {", n, n, dst)
		switch u := model.Underlying(t).(type) {
		case *model.Pointer:
			r.target(dst, "1", to, u.Elem, r.reuse, true)
			r.get(u.Elem, to+"[0]", false)
			r.Line("%s = &%s[0]", dst, to)
		case *model.Slice:
			if r.alias && model.IsKind(u.Elem, model.Uint8) {
				r.Line("%s = baleunsafe.Slice((*%s)(at), %s)\nat = baleunsafe.Add(at, %s)", dst, r.Type(u.Elem), n, n)
				break
			}
			r.target(dst, n, to, u.Elem, r.reuse, false)
			r.elements(u.Elem, to)
			r.Line("%s = %s", dst, to)
		case *model.Map:
			r.entries(t, u, dst, n, to)
		}
		r.Line("}\n}")
	})
}

// elements prints code that reads the elements of dst, a slice or an array.
func (r *streamReader) elements(elem model.Type, dst string) {
	if isEmpty(elem) {
		return
	}
	if r.copiedAsIs(elem) && !r.pointers(elem) {
		r.Line("at = baleunsafe.Add(at, copy(%s[:], baleunsafe.Slice((*%s)(at), len(%s))) * int(baleunsafe.Sizeof(%s[0])))", dst, r.Type(elem), dst, dst)
		return
	}
	r.Scope(func() {
		i := r.Name("i")
		r.Line("for %s := range %s {", i, dst)
		r.get(elem, dst+"["+i+"]", false)
		r.Line("}")
	})
}

func (r *streamReader) entries(t model.Type, u *model.Map, dst, n, to string) {
	k, e := r.Name("k"), r.Name("e")
	r.Line("%s := m.take%d(%s)\nfor range %s {\nvar %s %s\nvar %s %s", to, r.maps[r.Type(t)], n, n, k, r.Type(u.Key), e, r.Type(u.Elem))
	r.get(u.Key, k, false)
	r.get(u.Elem, e, false)
	r.Line("%s[%s] = %s\n}\n%s = %s", to, k, e, dst, to)
}
