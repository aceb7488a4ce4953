// Package composed is shared by the codecs whose library has a function for each basic type and leaves structs to its user. It walks
// the types and prints the functions for them.
package composed

import (
	"strings"
	"text/template"

	"bale/codec"
	"bale/codec/internal/source"
	"bale/codec/lower"
	"bale/model"
)

// A Library describes the source that calls one library.
type Library struct {
	Imports []codec.Import
	// Templates prints a type from a Form. The templates are struct, pointer, slice, array, bytes (a byte array), map, time, interface with
	// WithUnions, and named for a defined type of another kind. The template common is printed once.
	Templates *template.Template
	// Call returns what the templates need to call the library for a basic kind, a time or a []byte, or nil if the library has no
	// function.
	Call func(t model.Type) any
	// Size is an expression for the size of *c. Marshal encodes *c into b, which has that size, and returns b. Unmarshal decodes *c
	// from b.
	Size, Marshal, Unmarshal string
	// Shares means that decoded strings and byte slices share memory with the message.
	Shares bool
}

// A Part is a type inside another type.
type Part struct {
	Type string // its Go source
	Go   model.Type
	Call any    // the result of Library.Call
	N    int    // if Call is nil: the number of the type's functions
	X    string // an expression for the value, "v.Name" in a struct
	// Field is the field of a struct that the part is, or nil.
	Field *model.Field
}

// At returns the part with x as its expression.
func (p Part) At(x string) Part {
	p.X = x
	return p
}

// A Member is a type of a union. Number is counted from 1, so that 0 can stand for a nil interface.
type Member struct {
	Part
	Number int
}

// A Form is a type to be printed.
type Form struct {
	Part
	Fields    []Part
	Members   []Member // of an interface with a union
	Key, Elem Part     // Elem is also the target of a pointer, and the underlying type of a named type
	slice     func() Part
}

// Slice returns the slice type for an array.
func (f Form) Slice() Part { return f.slice() }

// Caps returns the capabilities of a library that needs conversions only for the missing kinds.
func Caps(scalars map[model.Kind]model.Kind) lower.Caps {
	return lower.Caps{
		Own: true, Ignores: lower.IgnoresAll, Scalars: scalars, Bytes: true, Time: lower.TimeOwn, Arrays: true, Maps: lower.AnyMap,
		Pointers: true, NilElems: true,
	}
}

// WithUnions returns c for a library whose templates print interfaces. They have to name the interface.
func WithUnions(c lower.Caps) lower.Caps {
	c.Unions, c.Union = true, lower.UnionValues
	c.UnionMember = func(*lower.Node) bool { return true }
	c.Refuse = func(t model.Type, in *lower.Package) string {
		if lower.Hidden(t, in) {
			return "an interface without an exported name"
		}
		return ""
	}
	return c
}

// Generate generates the code for a plan.
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
			c.ShareMemory()
		}
		out.Code = append(out.Code, c)
	}
	return out, nil
}

func shared(t model.Type) bool {
	return model.IsKind(t, model.String) || IsBytes(model.Underlying(t))
}

// IsBytes reports whether t is a []byte with the predeclared byte.
func IsBytes(t model.Type) bool {
	s, ok := t.(*model.Slice)
	return ok && model.IsByte(s.Elem)
}

// Fixed reports whether all values of t have the same size.
func Fixed(t model.Type) bool {
	return !model.Inline(t, func(t model.Type) bool {
		switch u := model.Underlying(t).(type) {
		case *model.Basic:
			return u.Kind == model.String
		case *model.Array, *model.Struct:
			return false
		}
		return true
	})
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

func (p *printer) part(t model.Type) Part {
	part := Part{Type: p.Type(t), Go: t, Call: p.lib.Call(t)}
	if part.Call == nil {
		part.N = p.Number(t)
	}
	return part
}

func (p *printer) print(n int, t model.Type) {
	form := Form{Part: Part{Type: p.Type(t), Go: t, N: n}}
	under := model.Underlying(t)
	if s, ok := under.(*model.Struct); ok {
		for _, f := range s.Fields {
			part := p.part(f.Type).At("v." + f.Name)
			part.Field = f
			form.Fields = append(form.Fields, part)
		}
		p.execute("struct", form)
		return
	}
	if i, ok := under.(*model.Interface); ok {
		for j, m := range i.Members {
			form.Members = append(form.Members, Member{p.part(m), j + 1})
		}
		p.execute("interface", form)
		return
	}
	if p.lib.Call(t) != nil || under != t {
		form.Elem = p.part(under)
		p.execute("named", form)
		return
	}
	switch u := under.(type) {
	case *model.Time:
		p.execute("time", form)
	case *model.Pointer:
		form.Elem = p.part(u.Elem)
		p.execute("pointer", form)
	case *model.Slice:
		form.Elem = p.part(u.Elem)
		p.execute("slice", form)
	case *model.Array:
		form.Elem = p.part(u.Elem)
		form.slice = func() Part { return p.part(&model.Slice{Elem: u.Elem}) }
		if model.IsByte(u.Elem) {
			p.execute("bytes", form)
		} else {
			p.execute("array", form)
		}
	case *model.Map:
		form.Key, form.Elem = p.part(u.Key), p.part(u.Elem)
		p.execute("map", form)
	}
}
