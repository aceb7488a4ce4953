package gen

import (
	"fmt"
	"go/ast"
	"reflect"
	"slices"
	"strings"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// isMessage reports whether protoc-gen-go or gogo has generated the type: it is a struct with the state that protoc-gen-go adds, or gogo has
// generated its methods.
func (d *decl) isMessage() bool {
	if d.gogo {
		return true
	}
	s, ok := d.spec.Type.(*ast.StructType)
	return ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
		x, ok := f.Type.(*ast.SelectorExpr)
		return ok && x.Sel.Name == "MessageState"
	})
}

// hasMessage reports whether the root has the fields of a message. Before the package is loaded, a type that is declared by the name of a type of another
// package may be one.
func (t *target) hasMessage(r *root) bool {
	if r.isMessage() {
		return true
	}
	if r.node != nil && !isDeclared(r.node) {
		return false
	}
	d := r.decl
	for range len(t.decls) {
		switch x := ast.Unparen(d.spec.Type).(type) {
		case *ast.SelectorExpr:
			return true
		case *ast.Ident:
			if d = t.decls[x.Name]; d == nil {
				return false
			}
			if d.isMessage() {
				return true
			}
		default:
			return false
		}
	}
	return false
}

// messageOnly are the names of the methods that only messages have, of the given methods.
func (t *target) messageOnly(s emit.MethodSet) []string {
	if s.View.Kind != emit.LikeProto || !s.Message {
		return nil
	}
	all := s.Names()
	s.Message = false
	others := s.Names()
	return slices.DeleteFunc(all, func(name string) bool { return slices.Contains(others, name) })
}

// unwanted returns the names of methods that only messages have and that a type with the fields of a message does not get: it has a method or a field
// of that name.
func (t *target) unwanted(r *root, s emit.MethodSet) map[string]bool {
	if r.isMessage() {
		return nil
	}
	only, unwanted := t.messageOnly(s), map[string]bool{}
	for _, id := range t.writtenMethods(r.name) {
		unwanted[id.Name] = unwanted[id.Name] || slices.Contains(only, id.Name)
	}
	if st, ok := structOf(r.node); ok {
		for _, f := range st.Fields {
			unwanted[f.Name] = unwanted[f.Name] || slices.Contains(only, f.Name)
		}
	} else {
		for _, name := range only { // a stub that the package does not use could conflict with a name in a type that has not been loaded
			unwanted[name] = unwanted[name] || !t.selects(name)
		}
	}
	return unwanted
}

// structOf returns the struct of a type, if it has been loaded.
func structOf(n *model.Named) (*model.Struct, bool) {
	if n == nil {
		return nil, false
	}
	s, ok := n.Underlying.(*model.Struct)
	return s, ok
}

// selects reports whether the package has a selector such as x.name.
func (t *target) selects(name string) (found bool) {
	for _, file := range t.files {
		ast.Inspect(file, func(n ast.Node) bool {
			x, ok := n.(*ast.SelectorExpr)
			found = found || ok && x.Sel.Name == name
			return !found
		})
	}
	return found
}

// embedsMessage reports whether the root is a message that embeds another one, by the option embed of gogo.
func (r *root) embedsMessage() bool {
	s, ok := structOf(r.node)
	return ok && s.Proto != nil && slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return f.Embedded })
}

// keepsMemory reports whether the root is a message that keeps its memory when it is reset: it has lists or maps, and a field of the protobuf library
// that code of the package can name.
func (t *target) keepsMemory(r *root) bool {
	s, ok := structOf(r.node)
	return ok && s.Proto != nil && slices.ContainsFunc(s.Internal, func(f *model.Field) bool {
		return f.Name == "XXX_sizecache" || f.Name == "sizeCache" && s.Proto.Package == t.src.Package
	}) && slices.ContainsFunc(s.Fields, func(f *model.Field) bool {
		return slices.Contains(strings.Split(reflect.StructTag(f.Tag).Get("protobuf"), ","), "rep")
	})
}

// isOneof reports whether n is the interface of a oneof that is checked as a part of its message, and whose name no code needs.
func (c *checker) isOneof(n *model.Named) bool {
	if c.owner == nil || c.part == nil || c.part.Type != model.Type(n) {
		return false
	}
	s, ok := c.owner.Underlying.(*model.Struct)
	return ok && s.Proto != nil && c.formatLacking(func(f *emit.Format) bool { return f.View.Kind == emit.LikeProto }) == ""
}

// unreadable returns the reason why a format cannot encode a message as its .proto file says, or "".
func (c *checker) unreadable(s *model.Struct) string {
	name := c.formatLacking(func(f *emit.Format) bool { return f.View.Kind != emit.LikeProto })
	if name == "" {
		return ""
	}
	if s.Proto != nil || !slices.ContainsFunc(s.Internal, func(f *model.Field) bool { return f.Name == "state" }) {
		return oldMessage(s)
	}
	return fmt.Sprintf("the descriptor of the message, which the format %s needs, is not in the source: generate the .pb.go files again with protoc-gen-go, or use another format", name)
}

// callsMethods reports whether code of the package may encode n by marshal methods of n.
func (t *target) callsMethods(n *model.Named) bool {
	return slices.ContainsFunc(t.roots, func(r *root) bool { return r.callsMethods(n, t.src.Package) })
}

// isCustomPart reports whether a directive says that the messages or enums n are encoded by methods, in a message that is encoded as its .proto file
// says.
func (c *checker) isCustomPart(n *model.Named) bool {
	chosen := n.Marshal != "" && n.Marshal != model.MarshalByFields
	return chosen && plan.InProtoFile(n) && c.owner != nil && c.root.byDeclaration(c.owner)
}

// isDeclared reports whether n was generated from a .proto file.
func isDeclared(n *model.Named) bool {
	s, ok := n.Underlying.(*model.Struct)
	return ok && s.Proto != nil
}

// byDeclaration reports whether all code of a root encodes x as its .proto file says.
func (r *root) byDeclaration(x model.Type) bool {
	s, ok := model.Underlying(x).(*model.Struct)
	return ok && s.Proto != nil && r.onlyMessages()
}

// onlyMessages reports whether all formats of a root encode messages as their .proto file says.
func (r *root) onlyMessages() bool {
	return !slices.ContainsFunc(r.formats, func(f *emit.Format) bool { return f.View.Kind != emit.LikeProto })
}

// callsMethods reports whether code of a root in package home encodes a part x by marshal methods of x.
func (r *root) callsMethods(x model.Type, home string) bool {
	n, ok := x.(*model.Named)
	return ok && plan.MethodSuffix(n, home) != "" && !(plan.ByDeclaration(n) && r.onlyMessages())
}

// keepsInternal reports whether the code of a root encodes the unknown fields of a message.
func (t *target) keepsInternal(of *model.Root, s *model.Struct) bool {
	i := slices.IndexFunc(t.roots, func(r *root) bool { return model.Type(r.node) == of.Type })
	return i >= 0 && t.roots[i].byDeclaration(s)
}

// forgetMessage removes the lines of a message from the lock file: its numbers are those of its .proto file. It adds an error if an earlier
// version of bale has written a oneof of the message as a message of its own, unless the request accepts changes.
func (p *numberer) forgetMessage(s *model.Struct, path string) {
	lines := p.lock.fieldLines(p.Name, path)
	if s.Proto.Gogo != nil && len(lines) > 0 {
		what := fmt.Sprintf("messages that an earlier version of bale has written are not those of the methods that gogo has generated for the type (%s line %d), and the code would write and read these", p.lockName(), lines[0].At)
		if !p.refuse(loss{pos: s.Fields[0].Pos, path: path, what: what, formats: p.formats()}, "%s: %s", what, p.orAccept(path)) {
			return
		}
	}
	for _, f := range s.Fields {
		if _, ok := reflect.StructTag(f.Tag).Lookup("protobuf_oneof"); !ok {
			continue
		}
		for _, l := range lines {
			if l.Field != f.Name || l.Removed {
				continue
			}
			where := path + "." + f.Name
			what := fmt.Sprintf("messages that an earlier version of bale has written hold this oneof as a message of its own, number %d (%s line %d), and the code would write and read it as the .proto file says", l.Number, p.lockName(), l.At)
			if !p.refuse(loss{pos: f.Pos, path: where, what: what, formats: p.formats()}, "%s: %s", what, p.orAccept(where)) {
				return
			}
		}
		for _, n := range slices.Concat([]model.Type{f.Type}, plan.Members(f.Type)) {
			if ptr, ok := n.(*model.Pointer); ok {
				n = ptr.Elem
			}
			for _, l := range p.lock.fieldLines(p.Name, plan.FullName(n, p.home)) {
				p.lock.drop(l)
			}
		}
	}
	for _, l := range lines {
		p.lock.drop(l)
	}
}

// messageFormats returns the formats that a type has because it is a message and the request, or the directive of the package, is for all messages.
func (t *target) messageFormats(d *decl) []*emit.Format {
	if !t.flags["messages"] || !d.isMessage() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Known), func(f *emit.Format) bool { return f.View.Kind != emit.LikeProto })
}
