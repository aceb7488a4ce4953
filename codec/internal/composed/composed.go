// Package composed is what the codecs share whose library has a call for every small thing and
// leaves structs to its user: the walk over the types, and the functions around it.
package composed

import (
	"strings"
	"text/template"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/schema"
)

// A Library is how code that calls one library is spelled.
type Library struct {
	Imports []codec.Import
	// Templates prints a type from a Form, by what it is: struct, pointer, slice, array, bytes (an
	// array of them), map, time, or named for what is something else by another name. The template
	// common is printed once.
	Templates *template.Template
	// Call is what the library has for a basic kind, a time or a []byte, in whatever way the
	// templates take it; nil where it has nothing.
	Call func(t schema.Type) any
	// Size is an expression for the size of *c. Marshal returns b, which has that size, with *c in
	// it, and Unmarshal reads *c from b.
	Size, Marshal, Unmarshal string
	// Shares: decoded strings and byte slices point into the message.
	Shares bool
}

// A Part is a type as it stands in another.
type Part struct {
	Type string // as Go spells it
	Call any    // what Library.Call says
	N    int    // where that is nil: the number of the type, under which it is printed
	X    string // an expression for the value, "v.Name" in a struct
}

// At is the part where x is the expression.
func (p Part) At(x string) Part {
	p.X = x
	return p
}

// A Form is a type that is printed.
type Form struct {
	Part
	Fields    []Part
	Key, Elem Part // Elem is also what a pointer points at, and what a named type is
	slice     func() Part
}

// Slice is the slice that an array can be taken for.
func (f Form) Slice() Part { return f.slice() }

// Caps are those of a library for which nothing has to be converted but what the kinds ask for.
func Caps(scalars map[schema.Kind]schema.Kind) lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresAll, Scalars: scalars, Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap,
		Pointers: true, NilElems: true,
	}
}

// Generate makes the code for a plan.
func (l *Library) Generate(in *codec.Input) (*codec.Output, error) {
	out := &codec.Output{}
	for i, r := range in.Plan.Roots {
		p := &printer{Writer: source.New(in, l.Imports...), lib: l}
		p.Number(r.Node.Go)
		p.execute("common", nil)
		p.Each(p.print)
		if p.err != nil {
			return nil, p.err
		}
		c := codec.Code{
			Decls:   p.String(),
			Marshal: "b := make([]byte, " + l.Size + ")\n" + l.Marshal,
			MarshalReuse: "size := " + l.Size + `
				if cap(buf) < size {
					buf = make([]byte, size)
				}
				b := buf[:size]
				` + l.Marshal,
			Unmarshal:      l.Unmarshal,
			UnmarshalReuse: l.Unmarshal,
		}
		c.Imports = p.Used(c.Decls + c.Marshal + c.Unmarshal)
		if l.Shares && in.Plan.Reaches(i, shared) {
			c.Shares()
		}
		out.Code = append(out.Code, c)
	}
	return out, nil
}

func shared(t schema.Type) bool {
	return schema.IsKind(t, schema.String) || IsBytes(schema.Underlying(t))
}

// IsBytes reports whether t is a []byte: bytes with a name of their own make no such slice.
func IsBytes(t schema.Type) bool {
	s, ok := t.(*schema.Slice)
	return ok && isByte(s.Elem)
}

func isByte(t schema.Type) bool {
	b, ok := t.(*schema.Basic)
	return ok && b.Kind == schema.Uint8
}

type printer struct {
	*source.Writer
	lib *Library
	err error
}

func (p *printer) execute(name string, form any) {
	var b strings.Builder
	if err := p.lib.Templates.ExecuteTemplate(&b, name, form); err != nil && p.err == nil {
		p.err = err
	}
	p.Line("%s", b.String())
}

func (p *printer) part(t schema.Type) Part {
	part := Part{Type: p.Type(t), Call: p.lib.Call(t)}
	if part.Call == nil {
		part.N = p.Number(t)
	}
	return part
}

func (p *printer) print(n int, t schema.Type) {
	form := Form{Part: Part{Type: p.Type(t), N: n}}
	under := schema.Underlying(t)
	if s, ok := under.(*schema.Struct); ok {
		for _, f := range s.Fields {
			form.Fields = append(form.Fields, p.part(f.Type).At("v."+f.Name))
		}
		p.execute("struct", form)
		return
	}
	if p.lib.Call(t) != nil || under != t {
		form.Elem = p.part(under)
		p.execute("named", form)
		return
	}
	switch u := under.(type) {
	case *schema.Time:
		p.execute("time", form)
	case *schema.Pointer:
		form.Elem = p.part(u.Elem)
		p.execute("pointer", form)
	case *schema.Slice:
		form.Elem = p.part(u.Elem)
		p.execute("slice", form)
	case *schema.Array:
		form.Elem = p.part(u.Elem)
		form.slice = func() Part { return p.part(&schema.Slice{Elem: u.Elem}) }
		if isByte(u.Elem) {
			p.execute("bytes", form)
		} else {
			p.execute("array", form)
		}
	case *schema.Map:
		form.Key, form.Elem = p.part(u.Key), p.part(u.Elem)
		p.execute("map", form)
	}
}
