package proto

import (
	"maps"
	"slices"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/model"
)

// maxExpected is the maximum number of required fields in a message of gogo. The decoder has a bit for each.
const maxExpected = 64

// checkFields checks the fields of a message for which gogo has generated methods, and the messages that they hold. It returns false for
// other structs.
func checkFields(w *emit.Walk, t model.Type, s *model.Struct, path, pos string) bool {
	if s.Proto == nil || s.Proto.Gogo == nil {
		return checkOpaque(w, s, path, pos)
	}
	if s.Proto.Gogo.Extensions {
		w.Fail(pos, path, "the message may have extensions, which only the methods of gogo can encode: remove the extension range in the .proto file, or use another format")
		return true
	}
	g := &gogoCheck{Walk: w, message: s, fields: map[int]bool{}}
	g.check(t, path, pos)
	return true
}

// A gogoCheck is the check of a message for which gogo has generated methods.
type gogoCheck struct {
	*emit.Walk
	message *model.Struct
	fields  map[int]bool // numbers of the fields that have been found
}

// check checks the fields of the message, which is the underlying type of t.
func (g *gogoCheck) check(t model.Type, path, pos string) {
	s, expected := g.message, 0
	for _, f := range s.Fields {
		g.Enter(t, f)
		if !plan.IsOneof(f) {
			expected += g.field(f, path+"."+f.Name, pos)
			continue
		}
		for _, member := range plan.Members(f.Type) {
			wrapper, ok := model.Underlying(plan.Elem(member)).(*model.Struct)
			if !ok || len(wrapper.Fields) != 1 {
				g.Fail(pos, path+"."+f.Name, "a member of the oneof is not a struct with one field, as gogo generates it: generate the file again, or use another format")
				continue
			}
			g.field(wrapper.Fields[0], path+"."+f.Name+"."+wrapper.Fields[0].Name, pos)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(s.Proto.Gogo.Fields)) {
		if !g.fields[number] && !leavesOut(s, s.Proto.Gogo.Fields[number].Name) {
			g.Fail(pos, path, "the method Unmarshal decodes the field %d into %s, and no field has a tag with this number: generate the file again, or use another format", number, s.Proto.Gogo.Fields[number].Name)
		}
	}
	if expected > maxExpected {
		g.Fail(pos, path, "the message has %d required fields, and %d is the maximum: make some of them optional, or use another format", expected, maxExpected)
	}
}

// leavesOut reports whether a directive leaves out the field of a name, or some field that may be a oneof.
func leavesOut(s *model.Struct, name string) bool {
	return slices.ContainsFunc(s.Skipped, func(f *model.Field) bool { return f.Name == name || plan.IsOneof(f) })
}

// field checks a field of the message, or of a member of a oneof. It returns 1 for a required field, and else 0.
func (g *gogoCheck) field(f *model.Field, path, pos string) (expected int) {
	of, wrong := plan.NewGogoField(f)
	switch {
	case wrong != "":
		g.fields[plan.GogoNumber(f)] = true // it has a tag, so that there is no second error for it
		g.Fail(pos, path, "gogo's methods for the field cannot be replaced: %s: %s", wrong, g.LeaveOut())
		return 0
	case of == nil:
		return 0
	}
	g.fields[of.Number] = true
	if was := g.message.Proto.Gogo.Fields[of.Number]; was.Name != f.Name || was.Wire != of.Wire() {
		g.Fail(pos, path, "the tag and the type say that this is the field %d with the wire type %d, but the method Unmarshal does not decode it so: generate the file again, or use another format", of.Number, of.Wire())
	}
	if of.Elem.GogoCoding == plan.GogoMessage {
		g.Type(of.Elem.Type, path, pos)
	} else if n, ok := of.Elem.Type.(*model.Named); ok && !model.CanName(n, g.Home) {
		g.Fail(pos, path, "package %s cannot name the type %s: %s", g.Home, model.TypeText(n, ""), g.LeaveOut())
	}
	if u, ok := model.Underlying(f.Type).(*model.Map); ok && of.Map && g.SortsMaps {
		g.Directives.SortedMaps[u] = true
	}
	if of.Required {
		return 1
	}
	return 0
}
