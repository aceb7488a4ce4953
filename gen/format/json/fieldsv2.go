package json

import (
	"cmp"
	"fmt"
	"slices"

	"bale/gen/plan"
	"bale/model"
)

// A faultV2 is a reason why encoding/json/v2 refuses a struct.
type faultV2 struct {
	*model.Field
	path, text string
}

// A finderV2 finds the fields of structs by the rules of encoding/json/v2. They are in the order of the levels at which they are embedded.
type finderV2 struct {
	home    string
	all     []*field
	strange bool // only encoding/json/v2 handles the struct
	ignore  bool // the case of some names is ignored
	faults  []faultV2
}

// A levelV2 is an embedded struct whose fields are fields of the outer one.
type levelV2 struct {
	level
	again bool // it is embedded in another place, too: what it embeds itself has been found
}

func (f *finderV2) fail(x *model.Field, path, format string, args ...any) {
	f.faults = append(f.faults, faultV2{x, path, fmt.Sprintf(format, args...)})
}

func (f *finderV2) find(t model.Type) {
	seen := map[model.Type]bool{t: true}
	for queue := []levelV2{{level: level{t: t}}}; len(queue) > 0; queue = queue[1:] {
		l := queue[0]
		s, ok := model.Underlying(l.t).(*model.Struct)
		if !ok {
			f.strange = true
			continue
		}
		f.strange = f.strange || len(s.Unsupported) > 0 || s.Blank != nil
		for _, x := range s.Skipped {
			if tag, ok := model.JSONTagOf(x.Tag); ok && !tag.Skips() {
				f.fail(x, l.path+x.Name, "an unexported field must not have a tag with the key json")
			}
		}
		names := map[string]bool{}
		found := 0
		for i, x := range s.Fields {
			if model.JSONIgnores(x.Tag, true) {
				continue
			}
			found++
			if l.outer != nil && !x.Exported && x.Package != f.home {
				f.strange = true
			}
			if inner := f.add(l, i, x, names); inner != nil {
				inner.again = seen[inner.t]
				seen[inner.t] = true
				if !l.again {
					queue = append(queue, *inner)
				}
			}
		}
		f.strange = f.strange || found == 0 // perhaps it is refused
	}
}

// add adds a field, or returns an embedded struct whose fields are to be added. names has those of the struct.
func (f *finderV2) add(l levelV2, i int, x *model.Field, names map[string]bool) *levelV2 {
	path, tag := l.path+x.Name, tagV2Of(x)
	if tag.fault != "" {
		f.fail(x, path, "%s", tag.fault)
		return nil
	}
	elem := x.Type
	p, isPointer := x.Type.(*model.Pointer)
	if isPointer {
		elem = p.Elem
	}
	index := append(slices.Clone(l.index), i)
	if x.Embedded && !tag.named && !isStruct(elem) {
		f.fail(x, path, "an embedded field that is not a struct needs a name in its tag")
		return nil
	}
	if tag.embed || x.Embedded && !tag.named {
		return f.embed(l, index, x, tag, elem)
	}
	if !x.Exported {
		if !x.Embedded || !isStruct(elem) || hasMethodsV2(elem) {
			f.fail(x, path, "the field is not exported")
		}
		f.strange = true
	}
	one := &field{
		Field: &plan.Field{Field: x, Name: cmp.Or(tag.name, x.Name), Path: path, Pointer: l.outer},
		index: index, tagged: tag.named, omitEmpty: tag.omitEmpty, omitZero: tag.omitZero, quoted: tag.quoted,
	}
	if names[one.Name] {
		f.fail(x, path, "two fields have the name %s", one.Name)
	}
	names[one.Name] = true
	f.ignore = f.ignore || tag.ignoreCase
	f.checkQuoted(one)
	f.all = append(f.all, one)
	return nil
}

// embed returns an embedded struct whose fields are to be added. Maps and raw values, which have the unknown names, are for encoding/json/v2.
func (f *finderV2) embed(l levelV2, index []int, x *model.Field, tag tagV2, elem model.Type) *levelV2 {
	path := l.path + x.Name
	if n, ok := elem.(*model.Named); ok && n.Package == "encoding/json/jsontext" && n.Name == "Value" {
		f.strange = true
		return nil
	}
	switch {
	case tag.named || tag.omitEmpty || tag.omitZero || tag.quoted || tag.ignoreCase:
		f.fail(x, path, "an embedded field can have no option but embed")
		return nil
	case hasMethodsV2(elem):
		f.fail(x, path, "the type of an embedded field must not have methods that encode or decode it: give the field a name in its tag")
		return nil
	}
	switch u := model.Underlying(elem).(type) {
	case *model.Struct:
		inner := &levelV2{level: level{t: elem, index: index, path: path + ".", outer: l.outer}}
		isPointer := elem != x.Type
		if isPointer {
			inner.outer = &plan.Embedded{Field: x, Path: path, Elem: elem, Outer: l.outer}
		}
		if !x.Exported && x.Package != f.home || isPointer && !model.CanWrite(elem, f.home) {
			f.strange = true
		}
		return inner
	case *model.Map:
		if b, ok := model.Underlying(u.Key).(*model.Basic); ok && b.Kind == model.String && !hasMethodsV2(u.Key) {
			f.strange = true
			return nil
		}
	}
	f.fail(x, path, "the option embed is for structs, maps with strings as keys, and jsontext.Value")
	return nil
}

// checkQuoted checks the option string, which is for numbers. Types with methods are for encoding/json/v2.
func (f *finderV2) checkQuoted(x *field) {
	if !x.quoted {
		return
	}
	elem := x.Type
	if p, ok := elem.(*model.Pointer); ok {
		elem = p.Elem
	}
	if hasMethodsV2(elem) {
		f.strange = true
		return
	}
	if b, ok := model.Underlying(elem).(*model.Basic); ok && b.Kind != model.Bool && b.Kind != model.String {
		return
	}
	if _, ok := model.Underlying(elem).(*model.Pointer); ok {
		f.strange = true
		return
	}
	f.fail(x.Field.Field, x.Path, "the option string is for numbers")
}

// fieldsV2 returns the fields of the struct t for encoding/json/v2.
func fieldsV2(t model.Type, home string) *fields {
	f := &finderV2{home: home}
	f.find(t)
	list := dominant(slices.Clone(f.all))
	return &fields{list, f.all, f.strange || len(f.faults) > 0 || len(list) == 0, f.ignore}
}
