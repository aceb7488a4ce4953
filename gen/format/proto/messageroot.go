package proto

import (
	"fmt"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// generated has what is common to the dialects of generated structs: the functions of the roots.
type generated struct{}

func (g generated) root(p *generator, t *model.Named, m *message) {
	library := reaches(m, extensible)
	p.AppendFunc(t, "b")
	if hasRequired(m) {
		i := slices.IndexFunc(m.Values, func(f *value) bool { return f.required })
		p.Line("if v == nil {\nreturn b, baleproto.Lacks(%q, %q)\n}", t.Name, m.Values[i].Path)
	} else {
		p.Line("if v == nil {\nreturn b, nil\n}")
	}
	p.checkMissing(t, m, "b")
	p.encoder()
	p.expectLong()
	attempts := p.attempts(m)
	room := emit.Room{Put: title + "Put" + m.Name, Size: "size", Slack: messageSlack(m), MaxExcess: title + "Unused", Exact: "false", Refused: refused(m, t, "err")}
	if attempts {
		p.attempt(t, m, room)
	}
	p.Line("size := %sBound%s(&e, v)\nif e.Err != nil {\nreturn b, %s\n}", title, m.Name, refused(m, t, "e.Err"))
	if library {
		p.Line("if e.Extended {\nreturn %sLibrary%s(b, v)\n}", title, p.Name(t))
	}
	if attempts {
		room.Written = fmt.Sprintf("baleproto.Learned(&%sUsual%s, %%s)", title, m.Name)
		p.Line("baleproto.Learn(&%[1]sUsual%[2]s, int(min(size+%[1]sUnused+%[3]d, math.MaxInt32)))", title, m.Name, messageSlack(m))
	}
	p.AppendBody(t, room)
	if attempts {
		p.Line("var %[1]sUsual%[2]s baleproto.Usual\n", title, m.Name)
	}

	p.SizeFunc(t)
	p.Line("if v == nil {\nreturn 0\n}")
	p.encoder()
	p.Line("size := %sMeasure%s(&e, v)", title, m.Name)
	if library {
		p.Line("if e.Extended {\nb, _ := %sLibrary%s(nil, v)\nreturn len(b)\n}", title, p.Name(t))
	}
	p.Line("if e.Err != nil {\nreturn 0\n}\nreturn balecore.Size(size)\n}\n")

	g.part(p, t, m)
	p.clearFunc(t, m)
	if library {
		p.libraryFunc(t, m)
	}
}

// encoder prints the declaration of an encoder for messages.
func (p *generator) encoder() {
	p.VarEncoder(true)
	if p.deep {
		p.Line("e.Depth = %s", p.depth("3 * "))
	}
}

// expectLong prints the first value of the bits of long messages.
func (p *generator) expectLong() {
	if bits := p.longBits(); bits != 0 {
		p.Line("e.Long = %#x", bits)
	}
}

// checkMissing prints the check for required fields. result is the first result of the function after an error.
func (p *generator) checkMissing(t *model.Named, m *message, result string) {
	if checksRequired(m) && !m.Part { // a part may lack fields that are required
		p.Line("if missing := %[1]sMissing%[2]s(v, 3*baleproto.Outermost()); missing != \"\" {\nreturn %[3]s, baleproto.Lacks(%[4]q, missing)\n}", title, m.Name, result, t.Name)
	}
}

// part prints the functions that decode a generated message, and that merge one into a value.
func (generated) part(p *generator, t *model.Named, m *message) {
	p.decodeFunc(t, m)

	p.Func("// %[1]sJoin%[2]s adds the fields of the message b to v.\nfunc %[1]sJoin%[2]s(b []byte, v *%[3]s, alias bool) (int, error) {", title, p.Name(t), p.Type(t))
	p.decodeBody(t, m, joinCall(m), false)
}

// joinCall returns the call of Merge in a root function, whose decoder is a variable.
func joinCall(m *message) string {
	group := ""
	if m.Group {
		group = ", 0"
	}
	return fmt.Sprintf("%sMerge%s(&d, 0, len(b), v%s)", title, m.Name, group)
}

// dropFunc prints the function that makes a declared message empty before it is decoded into, and drops what it refers to. Another message
// may refer to it, too, since programs share messages, and google.golang.org/protobuf does not change what a message referred to either. Only
// what ResetProto has left is used again.
func (p *generator) dropFunc(m *message) {
	p.head("// %[1]sDrop%[2]s makes v empty.\nfunc %[1]sDrop%[2]s%[4]s(v *%[3]s) {", m)
	if p.resets(m) {
		return
	}
	cache, lengths := p.sizeCache(m), ""
	for _, f := range m.Values {
		if cache == "" || !hasMemory(f) {
			p.dropValue(f)
			continue
		}
		lengths += " + len(" + f.held() + ")"
	}
	p.dropUnknown(m)
	p.dropRest(m)
	if cache != "" {
		p.Line("if %s != baleproto.Emptied || %s > 0 { // others may hold the lists and maps, even if they are empty", cache, strings.TrimPrefix(lengths, " + "))
		p.dropMemory(m)
		p.Line("}")
		for _, f := range m.Values {
			if f.Kind == plan.List && !isNumber(f.Elem) {
				p.clearList(f, true)
			}
		}
	}
	p.unmark(m)
	p.Line("}\n")
}

// unmark prints code that records that m is no longer as ResetProto has left it.
func (p *generator) unmark(m *message) {
	if m.declared == nil || !m.Part && p.sizeCache(m) == "" {
		return
	}
	if cache := p.internal(m, sizeCaches...); cache != "" {
		p.Line("%s = 0", cache)
	}
}

// resets prints code that makes m empty with the method of protoc-gen-go, and reports whether it has done so. This is necessary for messages with
// extensions in another package, which code of this package cannot name.
func (p *generator) resets(m *message) bool {
	if !extensible(m) || p.extensions(m) != "" {
		return false
	}
	p.Line("%s.Reset()\n}\n", p.declared(m, "v"))
	return true
}

// hasMemory reports whether f has memory that ResetProto keeps.
func hasMemory(f *value) bool { return f.Kind == plan.List || f.Kind == plan.Map }

// dropMemory prints code that drops the lists and maps of m.
func (p *generator) dropMemory(m *message) {
	for _, f := range m.Values {
		if hasMemory(f) {
			p.dropValue(f)
		}
	}
}

// sizeCache returns the expression for the field of m that records that ResetProto has made a message empty, which is the one in which the protobuf
// library keeps the size of a message. It returns "" if m has no such field, or neither lists nor maps.
func (p *generator) sizeCache(m *message) string {
	if !slices.ContainsFunc(m.Values, hasMemory) {
		return ""
	}
	return p.internal(m, sizeCaches...)
}

// sizeCaches are the names of the fields in which protobuf libraries keep the size of a message.
var sizeCaches = []string{"sizeCache", "XXX_sizecache"}

// dropUnknown prints code that drops unknown fields.
func (p *generator) dropUnknown(m *message) {
	switch {
	case m.unknown == nil:
	case byCall(m.unknown):
		p.Line("if len(%s) > 0 {\n%s.SetUnknown(nil)\n}", m.unknown.Expr, p.reflection(m, "v"))
	default:
		p.Line("%s = nil", m.unknown.Expr)
	}
}

// dropRest prints code that drops oneofs, extensions and what an opaque message knows about its fields.
func (p *generator) dropRest(m *message) {
	p.dropPresence(m)
	for _, o := range m.Oneofs {
		p.Line("%s = nil", o.Expr)
	}
	if x := p.extensions(m); x != "" {
		p.Line("%s = nil", x)
	}
}

// clearFunc prints the function that makes a message empty. It drops all references, but keeps the memory of lists and maps if the message can
// record that: see [generator.sizeCache].
func (p *generator) clearFunc(t *model.Named, m *message) {
	p.Func("// %[1]sClear%[2]s makes v empty.\nfunc %[1]sClear%[2]s(v *%[3]s) {", title, p.Name(t), p.Type(t))
	if p.resets(m) {
		return
	}
	cache := p.sizeCache(m)
	for _, f := range m.Values {
		switch {
		case !hasMemory(f) || cache == "":
			p.dropValue(f)
		case f.Kind == plan.Map:
			p.Line("clear(%s)", f.to())
		default:
			p.clearList(f, false)
		}
	}
	p.dropUnknown(m)
	p.dropRest(m)
	if cache != "" {
		p.Line("%s = baleproto.Emptied", cache)
	}
	p.Line("}\n")
}

// libraryFunc prints the function that encodes a message with the protobuf library, which messages with extensions need. The library's
// functions take structs without names, so no package of it has to be imported.
func (p *generator) libraryFunc(t *model.Named, m *message) {
	p.Func("// %[1]sLibrary%[2]s appends v to b as the protobuf library encodes it, with its extensions.\nfunc %[1]sLibrary%[2]s(b []byte, v *%[3]s) ([]byte, error) {", title, p.Name(t), p.Type(t))
	p.Line(`message := %s
methods := message.ProtoMethods()
check := baleproto.Argument(methods.CheckInitialized)
check.Message = message
if _, err := methods.CheckInitialized(check); err != nil {
return b, err
}
size := baleproto.ArgumentOf(methods.Size)
size.Message, size.Flags = message, 1
methods.Size(size) // keeps the sizes that the flag 2 makes Marshal use
put := baleproto.Argument(methods.Marshal)
put.Message, put.Buf, put.Flags = message, b, 1|2
out, err := methods.Marshal(put)
switch {
case err != nil:
return b, err
case b == nil:
return balecore.Copied(out.Buf), nil // which is not nil, and has no more memory than it needs
}
return out.Buf, nil
}
`, p.reflection(m, "v"))
}
