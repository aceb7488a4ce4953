package adapter

import (
	"fmt"
	"strings"

	"bale/model"
)

// A Change is a part of a type that has no counterpart in another version of the type.
type Change struct {
	Name string // by which -allow allows it
	Text string
}

// ChangeKinds are the kinds of changes, the last parts of their names.
var ChangeKinds = []string{added, removed, changed, constants}

const (
	added   = "added"   // the earlier type has no such field
	removed = "removed" // only the earlier type has the field
	changed = "changed" // the types of the fields do not go over
)

// A carryPrinter prints functions that set a value of a type from one of an earlier version: fields go over by name.
type carryPrinter struct {
	*writer
	b       strings.Builder
	names   map[[2]*model.Named]string
	todo    []carryPair
	vars    int
	changes []Change
	// constants has those of all types; compared has the types, and their earlier versions, whose constants have been compared.
	constants map[*model.Named][]*model.Constant
	compared  map[[2]*model.Named]bool
}

// A carryPair is a type, its earlier version, and their place in the outermost type.
type carryPair struct {
	to, from *model.Named
	path     string
}

// carry returns the functions that set a value of to from one of from, the name of the first, and what has no counterpart.
func (w *writer) carry(to, from *model.Named, constants map[*model.Named][]*model.Constant) (text, name string, changes []Change) {
	p := &carryPrinter{writer: w, names: map[[2]*model.Named]string{}, constants: constants, compared: map[[2]*model.Named]bool{}}
	name = p.function(to, from, to.Name)
	for len(p.todo) > 0 {
		next := p.todo[0]
		p.todo = p.todo[1:]
		p.line("func %s(to *%s, from *%s) {\n*to = *new(%[2]s)", p.names[[2]*model.Named{next.to, next.from}], p.spell(next.to), p.spell(next.from))
		p.parts(next.to.Underlying, next.from.Underlying, "(*to)", "(*from)", next.path)
		p.line("}\n")
	}
	return p.b.String(), name, p.changes
}

func (p *carryPrinter) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *carryPrinter) variable(stem string) string {
	p.vars++
	return fmt.Sprintf("%s%d", stem, p.vars)
}

func (p *carryPrinter) function(to, from *model.Named, path string) string {
	pair := [2]*model.Named{to, from}
	if p.names[pair] == "" {
		p.names[pair] = fmt.Sprintf("baleCarry%d", len(p.names))
		p.todo = append(p.todo, carryPair{to, from, path})
	}
	return p.names[pair]
}

// change records that a value has no counterpart.
func (p *carryPrinter) change(path, kind, format string, args ...any) {
	p.changes = append(p.changes, Change{path + "." + kind, fmt.Sprintf(format, args...)})
}

// value prints the assignment of src, of the type from, to dst, which is zero, of the type to.
func (p *carryPrinter) value(to, from model.Type, dst, src, path string) {
	if p.text(to) == p.text(from) {
		p.line("%s = %s", dst, src)
		return
	}
	toNamed, ok1 := to.(*model.Named)
	fromNamed, ok2 := from.(*model.Named)
	_, toStruct := model.Underlying(to).(*model.Struct)
	_, fromStruct := model.Underlying(from).(*model.Struct)
	if ok1 && ok2 && toStruct && fromStruct && p.canName(toNamed) && p.canName(fromNamed) {
		p.line("%s(&%s, &%s)", p.function(toNamed, fromNamed, path), dst, src)
		return
	}
	if !model.CanWrite(to, p.home()) || !model.CanWrite(from, p.home()) || !p.parts(to, from, dst, src, path) {
		p.change(path, changed, "%s was %s", p.text(to), p.text(from))
	}
}

func (p *carryPrinter) home() string                { return p.file.Model.Package }
func (p *carryPrinter) canName(n *model.Named) bool { return model.CanName(n, p.home()) }
func (p *carryPrinter) text(t model.Type) string {
	return model.GoType(t, func(path string) string { return path })
}
func (p *carryPrinter) assign(t model.Type, dst, src string) bool {
	p.line("%s = %s(%s)", dst, p.spell(t), src)
	return true
}

// parts prints the assignment by kind. It reports false, and prints nothing, if the types have no such assignment.
func (p *carryPrinter) parts(to, from model.Type, dst, src, path string) bool {
	if t, ok := model.Underlying(to).(*model.Pointer); ok {
		return p.pointer(t, from, dst, src, path)
	}
	switch t := model.Underlying(to).(type) {
	case *model.Basic:
		f, ok := model.Underlying(from).(*model.Basic)
		if !ok || !holds(t.Kind, f.Kind) {
			return false
		}
		p.compareConstants(to, from)
		return p.assign(to, dst, src)
	case *model.Time:
		_, ok := model.Underlying(from).(*model.Time)
		return ok && p.assign(to, dst, src)
	case *model.Slice:
		f, ok := model.Underlying(from).(*model.Slice)
		if !ok {
			return false
		}
		i := p.variable("i")
		p.line("if %s != nil {\n%s = make(%s, len(%[1]s))\n}\nfor %[4]s := range %[1]s {\n_ = %[4]s", src, dst, p.spell(to), i)
		p.value(t.Elem, f.Elem, dst+"["+i+"]", src+"["+i+"]", path+"[]")
		p.line("}")
		return true
	case *model.Array:
		f, ok := model.Underlying(from).(*model.Array)
		if !ok || f.Len != t.Len {
			return false
		}
		i := p.variable("i")
		p.line("for %s := range %s {\n_ = %[1]s", i, src)
		p.value(t.Elem, f.Elem, dst+"["+i+"]", src+"["+i+"]", path+"[]")
		p.line("}")
		return true
	case *model.Map:
		f, ok := model.Underlying(from).(*model.Map)
		if ok {
			p.mapping(to, t, f, dst, src, path)
		}
		return ok
	case *model.Struct:
		f, ok := model.Underlying(from).(*model.Struct)
		if ok {
			p.fields(t, f, dst, src, path)
		}
		return ok
	}
	return false
}

// pointer prints the assignment to a pointer: of a pointer, or of a value.
func (p *carryPrinter) pointer(to *model.Pointer, from model.Type, dst, src, path string) bool {
	target := "(*" + dst + ")"
	if f, ok := model.Underlying(from).(*model.Pointer); ok {
		p.line("if %s != nil {\n%s = new(%s)", src, dst, p.spell(to.Elem))
		p.value(to.Elem, f.Elem, target, "(*"+src+")", path)
		p.line("}")
		return true
	}
	if _, ok := model.Underlying(from).(*model.Interface); ok {
		return false
	}
	p.line("%s = new(%s)", dst, p.spell(to.Elem))
	p.value(to.Elem, from, target, src, path)
	return true
}

func (p *carryPrinter) mapping(typ model.Type, to, from *model.Map, dst, src, path string) {
	key, value, newKey, newValue := p.variable("k"), p.variable("x"), p.variable("key"), p.variable("value")
	p.line("if %s != nil {\n%s = make(%s, len(%[1]s))\n}\nfor %[4]s, %[5]s := range %[1]s {\nvar %[6]s %[7]s\nvar %[8]s %[9]s",
		src, dst, p.spell(typ), key, value, newKey, p.spell(to.Key), newValue, p.spell(to.Elem))
	p.line("_, _ = %s, %s", key, value)
	p.value(to.Key, from.Key, newKey, key, path+"{key}")
	p.value(to.Elem, from.Elem, newValue, value, path+"{}")
	p.line("%s[%s] = %s\n}", dst, newKey, newValue)
}

// fields prints the assignment of the fields that both structs have.
func (p *carryPrinter) fields(to, from *model.Struct, dst, src, path string) {
	earlier := map[string]*model.Field{}
	for _, f := range from.Fields {
		earlier[f.Name] = f
	}
	for _, f := range to.Fields {
		old := earlier[f.Name]
		at := path + "." + f.Name
		delete(earlier, f.Name)
		switch {
		case old == nil:
			p.change(at, added, "the earlier type has no such field, so it is zero")
		case !p.accessible(f) || !p.accessible(old):
			p.change(at, changed, "the field is not exported from its package")
		default:
			p.value(f.Type, old.Type, dst+"."+f.Name, src+"."+f.Name, at)
		}
	}
	for _, f := range from.Fields {
		if earlier[f.Name] != nil {
			p.change(path+"."+f.Name, removed, "the type no longer has the field, so its values are left out")
		}
	}
}

// accessible reports whether the code can use a field.
func (p *carryPrinter) accessible(f *model.Field) bool {
	return f.Exported || f.Package == p.home()
}

// holds reports whether a kind has all values of another.
func holds(to, from model.Kind) bool {
	float := func(k model.Kind) bool { return k == model.Float32 || k == model.Float64 }
	complex := func(k model.Kind) bool { return k == model.Complex64 || k == model.Complex128 }
	// An int may have 32 bits: it holds no int64, and an int64 holds it.
	bits := func(k model.Kind, machine int) int {
		if k.Native() {
			return machine
		}
		return k.Bits()
	}
	switch {
	case to == from:
		return true
	case float(to) && float(from), complex(to) && complex(from):
		return to.Bits() >= from.Bits()
	case to.Signed() && from.Signed(), to.Unsigned() && from.Unsigned():
		return bits(to, 32) >= bits(from, 64)
	case to.Signed() && from.Unsigned():
		return bits(to, 32) > bits(from, 64)
	}
	return false
}
