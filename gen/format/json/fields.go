package json

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"bale/gen/plan"
	"bale/model"
)

// A field is a field of a struct as encoding/json sees it.
type field struct {
	*plan.Field
	index     []int
	tagged    bool
	omitEmpty bool
	omitZero  bool
	quoted    bool
	nullable  bool // a pointer with the option string, which Go 1.27 sets to nil for the string "null"
}

// fieldsV1 returns the fields of the struct t for encoding/json.
func fieldsV1(t model.Type, home string) *fields {
	f := &finder{home: home}
	f.find(t)
	return &fields{list: dominant(f.all), all: f.all, strange: f.strange}
}

// fields are the fields of a struct.
type fields struct {
	list       []*field // in the order in which they are encoded
	all        []*field // with those that others hide
	strange    bool     // only the library handles the struct
	ignoreCase bool     // the case of some names does not matter, by their tags for encoding/json/v2
}

// A finder finds the fields of a struct by the rule of encoding/json: of several fields with one name, the one that is embedded least deep is
// encoded; of several there, the one whose tag has the name; if more than one is left, none is. [plan.Promoter] is for formats that refuse a struct
// whose fields would be lost by this rule.
type finder struct {
	home    string
	all     []*field
	strange bool
}

// A level is an embedded struct whose fields are fields of the outer one.
type level struct {
	t     model.Type
	index []int
	path  string
	outer *plan.Embedded
}

func (f *finder) find(t model.Type) {
	next := []level{{t: t}}
	count := map[model.Type]int{}
	visited := map[model.Type]bool{}
	for len(next) > 0 {
		current, times := next, count
		next, count = nil, map[model.Type]int{}
		for _, l := range current {
			if visited[l.t] {
				continue
			}
			visited[l.t] = true
			s, ok := model.Underlying(l.t).(*model.Struct)
			if !ok { // time.Time, whose fields are not exported
				continue
			}
			if len(s.Unsupported) > 0 {
				f.strange = true
			}
			for i, x := range s.Fields {
				if l.outer != nil && !x.Exported && x.Package != f.home {
					f.strange = true
				}
				inner := f.add(l, i, x, times[l.t] > 1)
				if inner == nil {
					continue
				}
				if count[inner.t]++; count[inner.t] == 1 {
					next = append(next, *inner)
				}
			}
		}
	}
}

// add adds a field, or returns an embedded struct whose fields are to be added.
func (f *finder) add(l level, i int, x *model.Field, twice bool) *level {
	if ignored(x) {
		return nil
	}
	tag := x.JSONTag()
	name := tag.Name
	if !isValidName(name) {
		f.strange = f.strange || name != "" // whether such a name counts depends on the version of Go
		name = ""
	}
	index := append(slices.Clone(l.index), i)
	elem, isPointer := x.Type, false
	if p, ok := x.Type.(*model.Pointer); ok {
		elem, isPointer = p.Elem, true
	}
	if n, ok := elem.(*model.Named); ok && x.Embedded && n.Package == "encoding/json" && n.Name == "Number" {
		f.strange = true // from Go 1.27 on, it has a method that the struct inherits
	}
	if x.Embedded && isStruct(elem) && name == "" {
		inner := &level{t: elem, index: index, path: l.path + x.Name + ".", outer: l.outer}
		if isPointer {
			inner.outer = &plan.Embedded{Field: x, Path: l.path + x.Name, Elem: elem, Outer: l.outer}
		}
		if !x.Exported && x.Package != f.home || isPointer && !model.CanWrite(elem, f.home) {
			f.strange = true
		}
		return inner
	}
	one := &field{
		Field: &plan.Field{Field: x, Name: cmp.Or(name, x.Name), Path: l.path + x.Name, Pointer: l.outer},
		index: index, tagged: name != "", omitEmpty: tag.Has("omitempty"), omitZero: tag.Has("omitzero"),
	}
	if tag.Has("string") {
		_, one.quoted = model.Underlying(elem).(*model.Basic)
		one.nullable = isPointer && !one.quoted
		n, ok := elem.(*model.Named)
		f.strange = f.strange || ok && (plan.IsPointer(n) || hasAny(n, methodsV2...)) // the result depends on the version of Go
	}
	f.all = append(f.all, one)
	if twice {
		f.all = append(f.all, one) // the rule tells one from several
	}
	return nil
}

// ignored reports whether encoding/json ignores a field.
func ignored(f *model.Field) bool {
	return model.JSONIgnores(f.Tag, f.Exported || f.Embedded && isStruct(model.Pointee(f.Type)))
}

func isStruct(t model.Type) bool {
	switch model.Underlying(t).(type) {
	case *model.Struct, *model.Time:
		return true
	}
	return false
}

// dominant sorts all fields by their names, and returns those that are encoded, in the order of the source.
func dominant(all []*field) (list []*field) {
	slices.SortStableFunc(all, func(a, b *field) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.rank(), b.rank()), slices.Compare(a.index, b.index))
	})
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Name == all[0].Name {
			n++
		}
		if n == 1 || all[0].rank() != all[1].rank() {
			list = append(list, all[0])
		}
		all = all[n:]
	}
	slices.SortFunc(list, func(a, b *field) int { return slices.Compare(a.index, b.index) })
	return list
}

// rank orders fields with one name: by how deep they are embedded, and fields whose tags have the name first.
func (f *field) rank() int {
	if f.tagged {
		return 2 * len(f.index)
	}
	return 2*len(f.index) + 1
}

// isValidName reports whether encoding/json takes the name in a tag.
func isValidName(name string) bool {
	for _, c := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return name != ""
}

// check returns the reasons why encoding/json can encode no value of the root.
func check(root *model.Named, d *plan.Directives, home string) model.Errors {
	if d.JSONV2[root] {
		return slices.Concat(checkV2(root, home), checkMixed(root, d, home), checkFormsV2(root, d, home))
	}
	c := &checker{rules: rulesV1, seen: map[model.Type]bool{}, home: home, forms: d.JSONUnions}
	if field := root.JSON.Embedded; field != "" {
		c.fail(root.Pos, root.Name, "encoding/json calls methods of its embedded field %s, such as MarshalJSON or MarshalText, which the methods of bale gen would replace: remove the format json, or %s", field, withoutMethods(root, field))
	} else if root.JSON.Any() {
		c.fail(root.Pos, root.Name, "encoding/json calls its hand-written methods MarshalJSON, MarshalText, UnmarshalJSON or UnmarshalText, which the methods of bale gen would replace: remove the format json or these methods")
	} else if hasAny(root, methodsV2...) {
		c.fail(root.Pos, root.Name, "encoding/json calls its hand-written methods %s from Go 1.27 on, and the methods of bale gen do not: remove the format json or these methods, or embed a type without methods if they are those of an embedded field", strings.Join(methodsV2, ", "))
	}
	c.walk(root, root.Name, root.Pos)
	return append(c.errs, checkMixed(root, d, home)...)
}

// withoutMethods returns the advice for an embedded field of a root whose methods the root has.
func withoutMethods(root *model.Named, field string) string {
	if outer, inner, ok := strings.Cut(field, "."); ok { // a type of its own for outer would have the methods of inner, too
		return fmt.Sprintf("write the fields of %s in %s, or let %[1]s embed a type without methods in place of %[3]s", outer, root.Name, inner)
	}
	if s, ok := model.Underlying(root).(*model.Struct); ok {
		for _, f := range s.Fields {
			if f.Name == field && isInterface(f.Type) {
				return "write " + field + " " + model.TypeText(f.Type, "") + ", which does not embed the interface"
			}
		}
	}
	return "embed a type without methods, as in type Fields " + field
}

// A checker finds types that the library refuses.
type checker struct {
	*rules
	seen  map[model.Type]bool
	errs  model.Errors
	home  string
	forms map[*model.Interface]*plan.JSONUnion
	own   string // path of the innermost field around the current type that package home declares, or "" if there is none
}

func (c *checker) fail(pos, path, format string, args ...any) {
	c.errs = append(c.errs, &model.Error{Pos: pos, Path: path, Msg: fmt.Sprintf(format, args...)})
}

// failField is fail for the value at path. The error ends with the advice, if any, and with the advice to leave out the field that holds the
// value. The source of a field of another module cannot be changed.
func (c *checker) failField(pos, path, text string, advice ...string) {
	advice = append(advice, "leave the field out with the tag `json:\"-\"`")
	switch field := strings.TrimRight(path, "[]"); {
	case field == c.own:
	case c.own == "":
		advice = append(advice, "declare a type of your own if the field is of another module")
	default:
		advice = append(advice, fmt.Sprintf("leave out %s if the field is of another module", c.own))
	}
	c.fail(pos, path, "%s: %s", text, strings.Join(advice, ", or "))
}

// eachField checks the type of each field of a struct at path.
func (c *checker) eachField(s *model.Struct, path, pos string) {
	defer func(own string) { c.own = own }(c.own)
	around := c.own
	for _, f := range s.Fields {
		where := path + "." + f.Name
		if c.own = around; f.Package == c.home {
			c.own = where
		}
		c.walk(f.Type, where, cmp.Or(f.Pos, pos))
	}
}

// walk finds types that the library refuses.
func (c *checker) walk(t model.Type, path, pos string) {
	if !c.checkType(c, t, path, pos) {
		return
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		if u.Kind == model.Complex64 || u.Kind == model.Complex128 {
			c.failField(pos, path, c.library+" cannot encode complex numbers")
		}
	case *model.Interface:
		c.checkUnion(t, path, pos)
	case *model.Slice:
		c.walk(u.Elem, path+"[]", pos)
	case *model.Array:
		c.walk(u.Elem, path+"[]", pos)
	case *model.Pointer:
		c.walk(u.Elem, path, pos)
	case *model.Map:
		c.checkKey(c, u.Key, path, pos)
		c.walk(u.Elem, path+"[]", pos)
	case *model.Struct:
		c.eachField(u, path, pos)
	}
}

// checkTypeV1 reports whether the parts of t are to be checked.
func (c *checker) checkTypeV1(t model.Type, path, pos string) bool {
	n, ok := t.(*model.Named)
	if !ok {
		return true
	}
	if c.seen[n] || n.JSON.Any() && plan.Members(n) == nil {
		return false
	}
	c.seen[n] = true
	c.checkCopy(n, path, pos)
	return true
}
