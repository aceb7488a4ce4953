// Package check looks at each type that the roots of a package contain: it applies the directives of types and fields, and finds what is wrong with them
// and which fields cannot be encoded.
package check

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"bale/gen/directive"
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/root"
	"bale/gen/source"
	"bale/model"
)

// A Package is what is checked.
type Package struct {
	Source *source.Package
	Known  []*emit.Format // all formats that exist, the default first
	// Flags are those that hold for the whole package, by word, and Requested those of them that are flags of the request. Several means that the
	// request may be for several packages.
	Flags, Requested map[string]bool
	Several          bool
	Errors           *model.Errors // get what is wrong
	// Unnamed gets the types that the package cannot name. The code of some formats does not need their names.
	Unnamed *model.Errors
}

// A checker visits each type that the roots contain once.
type checker struct {
	*Package
	model      *model.Model
	roots      root.List
	directives *plan.Directives
	seen       map[model.Type]bool
	root       *root.Root   // the root that is being checked
	current    *model.Named // the innermost named type that is being checked
	field      *model.Field // the innermost field that is being checked, or nil outside of structs
	owner      *model.Named // the innermost struct with a name that is being checked
	part       *model.Field // the field of owner
	reachable  map[*root.Root]map[model.Type]bool
}

// Types checks the types that roots contain, which are of the model m, and records their directives in d.
func (p *Package) Types(m *model.Model, roots root.List, d *plan.Directives) {
	c := &checker{Package: p, model: m, roots: roots, directives: d, seen: map[model.Type]bool{}, reachable: map[*root.Root]map[model.Type]bool{}}
	graph := &plan.Graph{Home: m.Package, Skip: func(*model.Field) bool { return false }}
	for _, r := range roots {
		types := map[model.Type]bool{}
		graph.Messages = r.OnlyMessages()
		graph.Contains(r.Node, func(t model.Type) bool {
			types[t] = true
			return false
		})
		c.reachable[r] = types
	}
	for _, r := range roots {
		c.root = r
		c.walk(r.Node, r.Name, r.Pos)
		for _, f := range r.Formats {
			if f.Check.Root != nil {
				*p.Errors = append(*p.Errors, f.Check.Root(r.Node, d, m.Package)...)
			}
		}
	}
	p.evolve(roots, d)
	p.unstamp(roots, d)
	p.Methods(roots, d)
}

// walk checks type t of the value at path. pos is the position of the innermost field on the path that is in the user's module.
func (c *checker) walk(t model.Type, path, pos string) {
	if n, ok := t.(*model.Named); ok {
		switch {
		case n.Marshal == model.MarshalByGogo:
			c.Errors.Add(pos, path, "custom gogo is for comparisons: generated code calls the methods of binary, gob, text and json; name one of these")
			return
		case c.isCustomPart(n):
			c.Errors.Add(pos, path, "custom %s: a message is encoded as its .proto file says, without methods of %s: remove the directive", n.Marshal, n.Name)
			return
		case c.root.CallsMethods(n, c.model.Package):
			return
		case c.isOneof(n):
		case !token.IsExported(n.Name) && n.Package != c.model.Package || plan.HiddenUnion(n, c.model.Package):
			alias := ""
			if _, ok := n.Underlying.(*model.Interface); !ok {
				alias = c.declareAlias(n)
			}
			c.Errors.Add(pos, path, "package %s does not export the type %s: %s%s", n.Package, model.TypeText(n, ""), alias, c.leaveOut())
			return
		case !model.CanName(n, c.model.Package):
			c.Unnamed.Add(pos, path, "package %s cannot name the type %s: %s%s, or use another format, whose code may not need the name",
				c.model.Package, model.TypeText(n, ""), c.declareAlias(n), c.leaveOut())
		case c.lacksMethods(n):
			all := ""
			if c.Source.InModule(n.Package) { // ./... does not reach another module of a workspace
				all = ", or for all packages: bale gen ./..."
			}
			c.Errors.Add(pos, path, "%s.%s carries //bale:gen, but its methods have not been generated, and messages depend on them: run bale gen for package %[1]s first%[3]s", n.Package, n.Name, all)
			return
		}
	}
	c.walkParts(t, path, pos)
}

// lacksMethods reports whether n is a type of another package that will have MarshalBinary and UnmarshalBinary once code for that
// package has been generated. From then on, messages hold n as a custom type. The packages of downloaded modules stay as they are.
func (c *checker) lacksMethods(n *model.Named) bool {
	downloaded := !c.Source.InModule(n.Package) && (strings.Contains(n.Pos, "@") || strings.Contains("/"+n.Pos, "/vendor/"))
	if n.Package == c.model.Package || n.Methods.Binary || downloaded {
		return false
	}
	for _, f := range c.Known { // other formats may have been generated instead, with -wire
		if slices.Contains(n.Methods.Names, "Append"+f.Suffix()) {
			return false
		}
	}
	uses, _ := directive.ParseType(c.Source.Notes.Type(n.Pos, n.Name), false)
	g := uses.Gen()
	return g != nil && c.wantsBinary(g)
}

// wantsBinary reports whether a type with the arguments of //bale:gen gets MarshalBinary.
func (p *Package) wantsBinary(g *directive.Gen) bool {
	for _, ending := range g.Endings {
		if ending != emit.StandardSuffix {
			return false
		}
	}
	formats, _ := emit.Choose(p.Known, g.Wires)
	if len(g.Wires) == 0 {
		formats = p.Known[:min(1, len(p.Known))]
	}
	return slices.ContainsFunc(formats, (*emit.Format).Standard)
}

// walkParts checks t's directives and the types that t consists of.
func (c *checker) walkParts(t model.Type, path, pos string) {
	if n, ok := t.(*model.Named); ok {
		if c.seen[n] {
			return
		}
		c.seen[n] = true
		defer func(n *model.Named) { c.current = n }(c.current)
		c.current = n
		c.applyToType(n, path)
	}
	switch u := model.Underlying(t).(type) {
	case *model.Struct:
		c.checkFields(t, u, path, pos)
	case *model.Interface:
		c.checkUnion(t, path, pos)
	case *model.Array:
		if name := c.formatLacking(func(f *emit.Format) bool { return f.Check.MaxArray == 0 || u.Len <= f.Check.MaxArray }); name != "" {
			c.Errors.Add(pos, path, "an array of %d elements is too long for %s: %s, or use another format", u.Len, name, c.leaveOut())
		}
		c.walk(u.Elem, path+"[]", pos)
	case *model.Slice:
		c.walk(u.Elem, path+"[]", pos)
	case *model.Map:
		if c.Flags["sorted"] && directive.Unordered(u.Key, c.model.Package) == "" {
			c.directives.SortedMaps[u] = true
		}
		c.walk(u.Key, path+"[key]", pos)
		c.walk(u.Elem, path+"[]", pos)
	case *model.Pointer:
		c.walk(u.Elem, path, pos)
	}
}

// checkFields checks the fields of struct s, which is the underlying type of t.
func (c *checker) checkFields(t model.Type, s *model.Struct, path, pos string) {
	if c.formatsCheck(t, s, path, pos) {
		return
	}
	hidden := plan.Hidden(t, c.model.Package)
	n, ok := t.(*model.Named)
	if 0 < len(hidden) && len(hidden) < len(s.Fields) && ok && c.Source.InModule(n.Package) && !c.Source.InModule(hidden[0].Package) { // type Order lib.Order
		for _, f := range hidden {
			c.Errors.Add(pos, path, "%s: %s", plan.WhyHidden(f), customSkip(n, f))
		}
	} else if len(hidden) > 0 {
		delete(c.seen, t)
		c.Errors.Add(pos, path, "%s: %s", plan.WhyHidden(hidden[0]), c.leaveOutOrReplace()+c.advice(t))
		return
	}
	if why := c.refused(s); why != "" {
		c.Errors.Add(pos, path, "%s", why)
		return
	}
	defer func(owner *model.Named, part, field *model.Field) { c.owner, c.part, c.field = owner, part, field }(c.owner, c.part, c.field)
	for _, f := range s.Fields {
		if slices.Contains(hidden, f) {
			continue
		}
		c.field = f
		if n, ok := t.(*model.Named); ok {
			c.owner, c.part = n, f
		}
		at := pos
		if c.Source.InModule(f.Package) {
			at = f.Pos
		}
		where := path + "." + f.Name
		c.checkFieldFormats(c.applyToField(f, where, c.Known, c.directives), f, where)
		c.was(f, where)
		c.ownAll(f, c.directives)
		if plan.HiddenUnion(f.Type, c.model.Package) { // the compiler infers the type of a field, but not that of an element
			c.walkParts(f.Type, where, at)
		} else {
			c.walk(f.Type, where, at)
		}
	}
}

// formatsCheck lets the formats that encode the current type check the fields of the struct s, if they have a way of their own to encode it. It reports
// whether all of them have one.
func (c *checker) formatsCheck(t model.Type, s *model.Struct, path, pos string) bool {
	defer func(owner *model.Named, part, field *model.Field) { c.owner, c.part, c.field = owner, part, field }(c.owner, c.part, c.field)
	all := true
	done := map[*emit.Format]bool{}
	for _, f := range c.formats() {
		if !done[f] {
			done[f] = true
			all = f.Check.Fields != nil && f.Check.Fields(c.walker(), t, s, path, pos) && all
		}
	}
	return all && len(done) > 0
}

// walker returns the checker for a format that checks fields itself.
func (c *checker) walker() *emit.Walk {
	return &emit.Walk{
		Home: c.model.Package, Directives: c.directives, SortsMaps: c.Flags["sorted"], Fail: c.Errors.Add, Type: c.walk, LeaveOut: c.leaveOut,
		Enter: func(t model.Type, f *model.Field) {
			if n, ok := t.(*model.Named); ok {
				c.owner, c.part = n, f
			}
			c.field = f
		},
	}
}

// refused returns the reason why a format that encodes the current type cannot encode the struct s, or "".
func (c *checker) refused(s *model.Struct) string {
	for _, f := range c.formats() {
		if s.Opaque && f.View.Kind != emit.LikeProto {
			return "the message has protobuf's opaque API, whose fields only the format proto can encode: use wire=proto, or generate the message with api_level = API_OPEN"
		}
		if f.Check.Struct == nil {
			continue
		}
		if why := f.Check.Struct(s); why != "" {
			return why
		}
	}
	return ""
}

// foreign reports whether the field that is being checked is another module's, whose source cannot be changed. A field of a struct without
// a name then belongs to a struct with a name.
func (c *checker) foreign() bool {
	return c.field != nil && c.owner != nil && !c.Source.InModule(c.field.Package)
}

// fieldless reports whether no field that can be left out holds what is being checked: it is an element or a key, or in a struct without a
// name that another module declares.
func (c *checker) fieldless() bool {
	return c.field == nil || c.owner == nil && !c.Source.InModule(c.field.Package)
}

// leaveOut returns the advice on how to leave out the field that is being checked. A field of another module cannot be marked.
func (c *checker) leaveOut() string {
	switch {
	case c.fieldless():
		return "change the type " + c.root.Name
	case !c.foreign():
		return "mark the field `bale:\"skip\"`"
	case c.Source.InModule(c.part.Package):
		return "mark the field " + c.part.Name + " `bale:\"skip\"`"
	}
	return customSkip(c.owner, c.part)
}

// customSkip returns the advice to leave out a field of n, whose struct another module declares.
func customSkip(n *model.Named, f *model.Field) string {
	return fmt.Sprintf("leave the field out with //bale:custom %s.%s.%s skip, anywhere in a file of the package", n.Package, n.Name, f.Name)
}

// leaveOutOrReplace is leaveOut with the advice to change the type of a field that can be changed.
func (c *checker) leaveOutOrReplace() string {
	const replace = "give it a type of its own with MarshalBinary and UnmarshalBinary"
	switch {
	case c.fieldless():
		return replace
	case c.foreign():
		return c.leaveOut()
	}
	return c.leaveOut() + ", or " + replace
}

// advice returns the part of an error that suggests a directive for type t, which has fields that the package cannot name. It
// returns "" if none helps.
func (c *checker) advice(t model.Type) string {
	n, ok := t.(*model.Named)
	if !ok {
		return ""
	}
	own, name := n.Package == c.model.Package, n.Package+"."+n.Name
	if own {
		name = n.Name
	}
	switch {
	case !own && !token.IsExported(n.Name):
		return ""
	case n.Methods.JSON:
		return fmt.Sprintf("; or encode all such fields by the type's JSON methods: //bale:custom %s json", name)
	case own || c.fieldless():
		return ""
	}
	return fmt.Sprintf("; or leave out all such fields: //bale:custom %s skip", name)
}

// anyFormat reports whether has returns true for a format of any root.
func (c *checker) anyFormat(has func(*emit.Format) bool) bool {
	return slices.ContainsFunc(c.roots, func(r *root.Root) bool { return slices.ContainsFunc(r.Formats, has) })
}

// inFormat reports whether has returns true for a format that encodes the current type.
func (c *checker) inFormat(has func(*emit.Format) bool) bool {
	return slices.ContainsFunc(c.roots, func(r *root.Root) bool { return c.reachable[r][c.current] && slices.ContainsFunc(r.Formats, has) })
}

// formats returns the formats that encode the current type. A format is there once for each root.
func (c *checker) formats() (list []*emit.Format) {
	for _, r := range c.roots {
		if c.reachable[r][c.current] {
			list = append(list, r.Formats...)
		}
	}
	return list
}

// formatLacking returns the name of a format that encodes the current type and for which has returns false, or "" if there is none.
func (c *checker) formatLacking(has func(*emit.Format) bool) string {
	for _, f := range c.formats() {
		if !has(f) {
			return f.Name
		}
	}
	return ""
}

// isOneof reports whether n is the interface of a oneof that is checked as a part of its message, and whose name no code needs.
func (c *checker) isOneof(n *model.Named) bool {
	if c.owner == nil || c.part == nil || c.part.Type != model.Type(n) {
		return false
	}
	s, ok := c.owner.Underlying.(*model.Struct)
	return ok && s.Proto != nil && c.formatLacking(func(f *emit.Format) bool { return f.View.Kind == emit.LikeProto }) == ""
}

// isCustomPart reports whether a directive says that the messages or enums n are encoded by methods, in a message that is encoded as its .proto file
// says.
func (c *checker) isCustomPart(n *model.Named) bool {
	chosen := n.Marshal != "" && n.Marshal != model.MarshalByFields
	return chosen && plan.InProtoFile(n) && c.owner != nil && c.root.ByDeclaration(c.owner)
}
