package plan

import (
	"fmt"
	"slices"
	"strings"

	"bale/model"
)

// A Part is some of the fields of a root, which a method decodes without the others.
type Part struct {
	Name  string   // of the part, at the end of the method's name
	Paths []string // the fields, as in the directive
	Pos   string   // of the directive
	// Root is a copy of the root in which all other fields are Unread. [Directives.CutParts] sets it.
	Root *model.Named

	read *selection
}

// A selection is what a part reads of a value: all of it, or some fields of the structs that the value is or holds.
type selection struct {
	path   string // in the directive, if all is read
	fields map[*model.Field]*selection
}

// first returns the path of a field that is read, the first one in alphabetical order.
func (s *selection) first() string {
	var paths []string
	for _, inner := range s.fields {
		paths = append(paths, inner.first())
	}
	if len(paths) == 0 {
		return s.path
	}
	return slices.Min(paths)
}

// Fields returns the paths of the fields that the part reads, in alphabetical order. Unlike Paths, they have the names of embedded fields.
func (p *Part) Fields() []string {
	var list []string
	var add func(prefix string, s *selection)
	add = func(prefix string, s *selection) {
		for f, inner := range s.fields {
			if len(inner.fields) == 0 {
				list = append(list, prefix+f.Name)
			} else {
				add(prefix+f.Name+".", inner)
			}
		}
	}
	add("", p.read)
	slices.Sort(list)
	return list
}

// Select adds the fields at the paths to what the part reads. It returns the errors of the paths.
func (p *Part) Select(root *model.Named, by *Selector) (problems []string) {
	p.read = &selection{}
	for _, path := range p.Paths {
		s := &selector{Selector: by, path: path}
		if problem := s.add(p.read, root); problem != "" {
			problems = append(problems, path+": "+problem)
		}
	}
	return problems
}

// A Selector says what the paths of a part can name.
type Selector struct {
	Home   string                    // import path of the package
	JSON   bool                      // the root is what encoding/json sees of it
	Custom func(*model.Named) bool   // reports whether a type is encoded by methods of its own
	Oneofs bool                      // a path can go into a oneof
	Lacks  func(*model.Field) string // returns the format that does not encode a field, or ""
	// Sees returns how the messages have a field of the struct outer, or of a struct that is inlined in outer. Nil: all fields are Shown.
	Sees func(outer *model.Struct, f *model.Field) Sight
	// Refused is the reason why the root can have no parts, or "".
	Refused string
}

// A Sight is how messages have a field of a struct.
type Sight int

const (
	Shown   Sight = iota // with its name
	Inlined              // not itself: the fields of the struct that it holds are fields of the outer struct
	Covered              // not at all, because of other fields with its name
)

// A selector finds the fields of a path.
type selector struct {
	*Selector
	path string
}

// add adds the field at the path to what is read of root. It returns the reason why it cannot.
func (s *selector) add(to *selection, root *model.Named) (problem string) {
	var t model.Type = root
	var outer *model.Struct // the struct of which the next field is one in messages
	names := strings.Split(s.path, ".")
	for i, name := range names {
		fields, problem := s.fieldsOf(t, i == 0)
		if problem != "" {
			return problem + ": end the path at " + strings.Join(names[:i], ".")
		}
		way, problem := s.find(fields, name, t)
		if problem != "" {
			return problem
		}
		if outer == nil {
			outer = fields
		}
		for j, f := range way {
			switch s.sees(outer, f) {
			case Covered:
				return fmt.Sprintf("JSON does not hold the field %s, because another field has its name there: remove the path, or give the fields different names", f.Name)
			case Shown:
				outer = nil
			}
			if format := s.Lacks(f); format != "" {
				return fmt.Sprintf("the format %s does not encode the field %s: remove the path", format, f.Name)
			}
			if to.path != "" {
				return fmt.Sprintf("%s reads the field: remove one of the two paths", to.path)
			}
			if to.fields == nil {
				to.fields = map[*model.Field]*selection{}
			}
			next := to.fields[f]
			switch last := i == len(names)-1 && j == len(way)-1; {
			case last && next != nil && next.path != "":
				return "the path appears twice: remove one"
			case last && next != nil:
				return fmt.Sprintf("it reads what %s reads: remove one of the two paths", next.first())
			case last:
				to.fields[f] = &selection{path: s.path}
			case next == nil:
				to.fields[f] = &selection{}
			}
			to, t = to.fields[f], f.Type
		}
	}
	return ""
}

// sees is Sees.
func (s *selector) sees(outer *model.Struct, f *model.Field) Sight {
	if s.Sees == nil {
		return Shown
	}
	return s.Sees(outer, f)
}

// fieldsOf returns the struct whose fields a path can name in a value of type t: t, or the type that its lists, maps and pointers finally
// hold. problem is the reason why there is none.
func (s *selector) fieldsOf(t model.Type, top bool) (fields *model.Struct, problem string) {
	for seen := map[model.Type]bool{}; !seen[t]; {
		seen[t] = true
		if n, ok := t.(*model.Named); ok && !top && s.Custom(n) {
			return nil, fmt.Sprintf("the methods of %s encode it, so that it can be read only as a whole", n.Name)
		}
		top = false
		switch u := model.Underlying(t).(type) {
		case *model.Struct:
			return u, ""
		case *model.Interface:
			if members := oneofMembers(u); s.Oneofs && members != nil {
				return members, ""
			}
			return nil, "an interface can be read only as a whole"
		}
		elem := Elem(t)
		if m, ok := model.Underlying(t).(*model.Map); ok {
			elem = m.Elem
		}
		if elem == nil {
			return nil, "the path goes on after a value that has no fields"
		}
		t = elem
	}
	return nil, "the path goes on after a value that has no fields"
}

// oneofMembers returns the fields of the structs that a oneof holds, as the fields of one struct, or nil if u is not that of a oneof.
func oneofMembers(u *model.Interface) *model.Struct {
	s := &model.Struct{}
	for _, m := range u.Members {
		wrapper, ok := model.Underlying(m).(*model.Pointer)
		if !ok {
			return nil
		}
		inner, ok := model.Underlying(wrapper.Elem).(*model.Struct)
		if !ok || len(inner.Fields) != 1 || !strings.Contains(inner.Fields[0].Tag, ",oneof") {
			return nil
		}
		s.Fields = append(s.Fields, inner.Fields[0])
	}
	return s
}

// find returns the field with a name, after the embedded fields that it is promoted from, by the rule of Go. t is the type with the fields.
func (s *selector) find(fields *model.Struct, name string, t model.Type) (way []*model.Field, problem string) {
	type level struct {
		way []*model.Field
		s   *model.Struct
	}
	var names []string
	seen := map[*model.Struct]bool{}
	for now := []level{{s: fields}}; len(now) > 0; {
		var next []level
		var found [][]*model.Field
		for _, l := range now {
			if seen[l.s] {
				continue
			}
			seen[l.s] = true
			for _, f := range l.s.Fields {
				names = append(names, f.Name)
				to := append(slices.Clone(l.way), f)
				if f.Name == name {
					found = append(found, to)
				}
				if inner, ok := model.Underlying(model.Pointee(f.Type)).(*model.Struct); ok && f.Embedded {
					next = append(next, level{to, inner})
				}
			}
			if slices.ContainsFunc(l.s.Skipped, func(f *model.Field) bool { return f.Name == name }) {
				return nil, fmt.Sprintf("%s does not hold the field %s: remove the path", map[bool]string{false: "a message", true: "JSON"}[s.JSON], name)
			}
		}
		switch {
		case len(found) == 1:
			return found[0], ""
		case len(found) > 1:
			return nil, fmt.Sprintf("%s is the name of fields of several embedded structs: write the name of the embedded struct before it", name)
		}
		now = next
	}
	problem = fmt.Sprintf("%s has no field %s", model.TypeText(model.Pointee(t), s.Home), name)
	if list := model.Nearest(name, names); len(list) > 0 {
		return nil, problem + ": did you mean " + strings.Join(list, " or ") + "?"
	}
	return nil, problem + ": the path has the names of fields in Go, separated by dots"
}
