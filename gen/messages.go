package gen

import (
	"fmt"
	"go/ast"
	"reflect"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/schema"
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

// hasMessage reports whether the root has the fields of a message. Before the package is loaded, it also reports this for types that are declared by the
// name of another type.
func (r *root) hasMessage() bool {
	if r.node != nil {
		return r.isMessage() || isDeclared(r.node)
	}
	return r.isMessage() || r.namesType()
}

// namesType reports whether the root is declared by the name of another type, as type Order pb.Order.
func (r *root) namesType() bool {
	switch r.spec.Type.(type) {
	case *ast.SelectorExpr, *ast.Ident:
		return true
	}
	return false
}

// keepsMemory reports whether the root is a message that keeps its memory when it is reset: see [emit.MethodSet].
func (r *root) keepsMemory() bool {
	s, ok := (*schema.Struct)(nil), false
	if r.node != nil {
		s, ok = r.node.Underlying.(*schema.Struct)
	}
	return ok && slices.ContainsFunc(s.Internal, func(f *schema.Field) bool {
		return f.Name == "XXX_sizecache" || f.Name == "sizeCache" && r.isMessage()
	})
}

// checkReserved reports hand-written methods with the names of methods that only messages have.
func (t *target) checkReserved(r *root) {
	for _, id := range r.reserved {
		if isDeclared(r.node) {
			t.fail(t.notes.Position(t.fset, id.Pos()), r.name, "bale gen writes the method %s for messages: delete this one, or remove the type from //bale:gen", id.Name)
		}
	}
}

// isOneof reports whether n is the interface of a oneof that is checked as a part of its message, and whose name no code needs.
func (c *checker) isOneof(n *schema.Named) bool {
	if c.owner == nil || c.part == nil || c.part.Type != schema.Type(n) {
		return false
	}
	s, ok := c.owner.Underlying.(*schema.Struct)
	return ok && s.Proto != nil && c.formatLacking(func(f *emit.Format) bool { return f.Messages }) == ""
}

// unreadable returns the reason why a format cannot encode a message as its .proto file says, or "".
func (c *checker) unreadable(s *schema.Struct) string {
	name := c.formatLacking(func(f *emit.Format) bool { return !f.Messages })
	if name == "" {
		return ""
	}
	if s.Proto != nil || !slices.ContainsFunc(s.Internal, func(f *schema.Field) bool { return f.Name == "state" }) {
		return oldMessage(s)
	}
	return fmt.Sprintf("the descriptor of the message, which the format %s needs, is not in the source: generate the .pb.go files again with protoc-gen-go, or use another format", name)
}

// isDeclared reports whether n was generated from a .proto file.
func isDeclared(n *schema.Named) bool {
	s, ok := n.Underlying.(*schema.Struct)
	return ok && s.Proto != nil
}

// byDeclaration reports whether all code of a root encodes x as its .proto file says.
func (r *root) byDeclaration(x schema.Type) bool {
	s, ok := schema.Underlying(x).(*schema.Struct)
	return ok && s.Proto != nil && !slices.ContainsFunc(r.formats, func(f *emit.Format) bool { return !f.Messages })
}

// keepsInternal reports whether the code of a root encodes the unknown fields of a message.
func (t *target) keepsInternal(of *schema.Root, s *schema.Struct) bool {
	i := slices.IndexFunc(t.roots, func(r *root) bool { return schema.Type(r.node) == of.Type })
	return i >= 0 && t.roots[i].byDeclaration(s)
}

// forgetMessage removes the lines of a message from the lock file: its numbers are those of its .proto file. It adds an error if an earlier
// version of bale has written a oneof of the message as a message of its own, unless the request accepts changes.
func (p *numberer) forgetMessage(s *schema.Struct, path string) {
	lines := p.lock.fieldLines(p.Name, path)
	if s.Proto.Gogo != nil && len(lines) > 0 && !p.Accept {
		p.fail(s.Fields[0].Pos, path, "messages that an earlier version of bale has written are not those of the methods that gogo has generated for the type (%s line %d), and the code would write and read these: run bale gen -accept if nobody keeps such messages", LockFile, lines[0].At)
		return
	}
	for _, f := range s.Fields {
		if _, ok := reflect.StructTag(f.Tag).Lookup("protobuf_oneof"); !ok {
			continue
		}
		for _, l := range lines {
			if l.Field == f.Name && !l.Removed && !p.Accept {
				p.fail(f.Pos, path+"."+f.Name, "messages that an earlier version of bale has written hold this oneof as a message of its own, number %d (%s line %d), and the code would write and read it as the .proto file says: run bale gen -accept if nobody keeps such messages", l.Number, LockFile, l.At)
				return
			}
		}
		for _, n := range slices.Concat([]schema.Type{f.Type}, plan.Members(f.Type)) {
			if ptr, ok := n.(*schema.Pointer); ok {
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

// messageFormats returns the formats that a type has because it is a message and the request, or an earlier one, is for all messages.
func (t *target) messageFormats(d *decl) []*emit.Format {
	if !t.Messages && !t.oldHeader.messages || !d.isMessage() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Known), func(f *emit.Format) bool { return !f.Messages })
}
