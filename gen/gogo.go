package gen

import (
	"maps"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// maxExpected is the maximum number of required fields in a message of gogo. The decoder has a bit for each.
const maxExpected = 64

// isGogo reports whether a format of the current type encodes s, a message with generated methods of gogo, as these methods do. What its
// fields hold is then checked by checkGogo.
func (c *checker) isGogo(s *model.Struct) bool {
	return s.Proto != nil && s.Proto.Gogo != nil && c.formatLacking(func(f *emit.Format) bool { return f.View.Kind != emit.LikeProto }) != ""
}

// checkGogo checks the fields of a message for which gogo has generated methods, and the messages that they hold.
func (c *checker) checkGogo(t model.Type, s *model.Struct, path, pos string) {
	if s.Proto.Gogo.Extensions {
		c.fail(pos, path, "the message may have extensions, which only the methods of gogo can encode: remove the extension range in the .proto file, or use another format")
		return
	}
	expected, fields := 0, map[int]bool{}
	defer func(owner *model.Named, part, field *model.Field) { c.owner, c.part, c.field = owner, part, field }(c.owner, c.part, c.field)
	for _, f := range s.Fields {
		if n, ok := t.(*model.Named); ok {
			c.owner, c.part = n, f
		}
		c.field = f
		if !plan.IsOneof(f) {
			expected += c.checkGogoField(s, f, path+"."+f.Name, pos, fields)
			continue
		}
		for _, member := range plan.Members(f.Type) {
			wrapper, ok := model.Underlying(plan.Elem(member)).(*model.Struct)
			if !ok || len(wrapper.Fields) != 1 {
				c.fail(pos, path+"."+f.Name, "a member of the oneof is not a struct with one field, as gogo generates it: generate the file again, or use another format")
				continue
			}
			c.checkGogoField(s, wrapper.Fields[0], path+"."+f.Name+"."+wrapper.Fields[0].Name, pos, fields)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(s.Proto.Gogo.Fields)) {
		if !fields[number] && !leavesOut(s, s.Proto.Gogo.Fields[number].Name) {
			c.fail(pos, path, "the method Unmarshal decodes the field %d into %s, and no field has a tag with this number: generate the file again, or use another format", number, s.Proto.Gogo.Fields[number].Name)
		}
	}
	if expected > maxExpected {
		c.fail(pos, path, "the message has %d required fields, and %d is the maximum: make some of them optional, or use another format", expected, maxExpected)
	}
}

// leavesOut reports whether a directive leaves out the field of a name, or some field that may be a oneof.
func leavesOut(s *model.Struct, name string) bool {
	return slices.ContainsFunc(s.Skipped, func(f *model.Field) bool { return f.Name == name || plan.IsOneof(f) })
}

// checkGogoField checks a field of a message, or of a member of a oneof. It adds the number to fields, and returns 1 for a
// required field, and else 0.
func (c *checker) checkGogoField(s *model.Struct, f *model.Field, path, pos string, fields map[int]bool) (expected int) {
	g, wrong := plan.NewGogoField(f)
	switch {
	case wrong != "":
		fields[plan.GogoNumber(f)] = true // it has a tag, so that there is no second error for it
		c.fail(pos, path, "gogo's methods for the field cannot be replaced: %s: %s", wrong, c.leaveOut())
		return 0
	case g == nil:
		return 0
	}
	fields[g.Number] = true
	if was := s.Proto.Gogo.Fields[g.Number]; was.Name != f.Name || was.Wire != g.Wire() {
		c.fail(pos, path, "the tag and the type say that this is the field %d with the wire type %d, but the method Unmarshal does not decode it so: generate the file again, or use another format", g.Number, g.Wire())
	}
	if g.Elem.GogoCoding == plan.GogoMessage {
		c.walk(g.Elem.Type, path, pos)
	} else if n, ok := g.Elem.Type.(*model.Named); ok && !model.CanName(n, c.model.Package) {
		c.fail(pos, path, "package %s cannot name the type %s: %s", c.model.Package, model.TypeText(n, ""), c.leaveOut())
	}
	if u, ok := model.Underlying(f.Type).(*model.Map); ok && g.Map && c.flags["sorted"] {
		c.directives.SortedMaps[u] = true
	}
	if g.Required {
		return 1
	}
	return 0
}
