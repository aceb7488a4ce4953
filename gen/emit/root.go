package emit

import (
	"fmt"

	"bale/model"
)

// AppendFunc prints the beginning of the function that appends a message of the root t to a buffer.
func (p *Generator) AppendFunc(t *model.Named, buffer string) {
	p.Func("// %[1]sAppend%[2]s appends the encoding of v to %[4]s and returns the extended buffer.\nfunc %[1]sAppend%[2]s(%[4]s []byte, v *%[3]s) ([]byte, error) {", p.Title, p.Name(t), p.Type(t), buffer)
}

// SizeRoot prints the function that returns the size of a message of the root t, or 0 for a value that cannot be encoded.
// measure is an expression for the size. fails means that measure may set an error in the encoder. limit32 means that messages
// are limited to less than 4 GiB.
func (p *Generator) SizeRoot(t *model.Named, measure string, fails, limit32 bool) {
	p.SizeFunc(t)
	p.VarEncoder(fails)
	switch {
	case fails && limit32:
		p.Line("size := %s\nif e.Err != nil || balecore.Over32(size) {\nreturn 0\n}\nreturn balecore.Size(size)\n}\n", measure)
	case fails:
		p.Line("size := %s\nif e.Err != nil {\nreturn 0\n}\nreturn balecore.Size(size)\n}\n", measure)
	case limit32:
		p.Line("return balecore.Size32(%s)\n}\n", measure)
	default:
		p.Line("return balecore.Size(%s)\n}\n", measure)
	}
}

// SizeFunc prints the beginning of the function that returns the size of a message of the root t.
func (p *Generator) SizeFunc(t *model.Named) {
	p.Func("// %[1]sSize%[2]s returns the encoded size of v in bytes. The result is not specified if v cannot be encoded.\nfunc %[1]sSize%[2]s(v *%[3]s) int {", p.Title, p.Name(t), p.Type(t))
}

// DecodeFunc prints the beginning of the function that decodes a message of the root t.
func (p *Generator) DecodeFunc(t *model.Named) {
	p.Func("func %[1]sDecode%[2]s(b []byte, v *%[3]s, alias bool) (int, error) {", p.Title, p.Name(t), p.Type(t))
}

// DecodeDoc prints the comment of the function that decodes a message at the front of b.
func (p *Generator) DecodeDoc(t *model.Named) {
	p.Line("// %sDecode%s decodes the message at the front of b into v and returns its length.", p.Title, p.Name(t))
}

// VarDecoder prints the declaration of a decoder for a message of the root t. bytes is an expression for the length of the
// message.
func (p *Generator) VarDecoder(t *model.Named, message, bytes string) {
	p.Line("var d %sDecoder\nd.B, d.Alias = %s, alias", p.Title, message)
	if p.ChargesMemory(t) {
		p.Line("d.Budget = %s", p.Budget(t, bytes))
	}
	p.TakeRoot(t)
	p.TakeSlabs(t)
}

// Budget returns an expression for the memory budget of a message of the root t. bytes is an expression for the length of the
// message.
func (p *Generator) Budget(t *model.Named, bytes string) string {
	if maxMemory := p.Directives.MaxMemory(t); maxMemory > 0 {
		return fmt.Sprintf("balecore.Budget{Left: %d, Rest: uint64(%s)}", maxMemory, bytes)
	}
	return fmt.Sprintf("balecore.NewBudget(%s)", bytes)
}

// NameLimit prints code that names the directive memory of the root t in an error of its decoder d, if t has that directive.
func (p *Generator) NameLimit(t *model.Named) {
	if p.Directives.MaxMemory(t) > 0 && p.ChargesMemory(t) {
		p.Line("d.Limited(\"//bale:memory above %s\")", t.Name)
	}
}

// ChargesMemory reports whether decoding a t takes memory that is charged to the budget. Removed fields are decoded, too.
func (p *Generator) ChargesMemory(t *model.Named) bool {
	return p.Contains(t, func(t model.Type) bool {
		switch u := model.Underlying(t).(type) {
		case *model.Struct:
			return p.hasPlaces(u)
		case *model.Slice, *model.Map, *model.Pointer, *model.Interface:
			return true
		}
		return false
	})
}

// Decoded prints the end of the function that decodes a message of the root t. get is an expression for the offset of its end,
// or -1 after an error.
func (p *Generator) Decoded(t *model.Named, get string) {
	p.Line("n := %s", get)
	p.ReleaseTaken()
	p.NotDecoded(t)
	p.Line("return n, nil\n}\n")
}

// NotDecoded prints the error return of the function that decodes a message, for an n of -1.
func (p *Generator) NotDecoded(t *model.Named) {
	p.Line("if n < 0 {")
	p.NameLimit(t)
	p.Line("return 0, d.Error(%q, d.N)\n}", t.Name)
}

// NotEncoded prints the error return of the function that appends a message. The error has the path of the value that cannot be
// encoded.
func (p *Generator) NotEncoded(t *model.Named, buffer string) {
	p.Line("if e.Err != nil {\nreturn %s, %s\n}", buffer, refused(t, p.Refusable(t), "e.Err"))
}

// hasPlaces reports whether messages of a struct may have removed fields, which u does not have.
func (p *Generator) hasPlaces(u *model.Struct) bool {
	return p.Directives != nil && p.Directives.StructPlaces[u] != nil
}
