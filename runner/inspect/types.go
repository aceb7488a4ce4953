package inspect

import (
	"reflect"
	"time"
)

var timeType = reflect.TypeOf(time.Time{})

// Class determines how values of a type are made and compared.
type Class int

// The classes.
const (
	Plain      Class = iota // by kind: field by field, element by element
	Timestamp               // time.Time, or a type defined as it
	Custom                  // with its own text, JSON or binary methods
	Validated               // a number or string whose own text or JSON methods may refuse some values
	AlwaysZero              // of another module, with unexported fields only and without marshal methods: always zero
)

// Info describes a type.
type Info struct {
	Type   reflect.Type
	Kind   reflect.Kind
	Class  Class
	InHome bool // declared in the module in which the sampled type was named
	Methods
	Fields []Field // of a struct, without blank fields and those that are left out
	proto  bool    // a protobuf message, which is handled field by field even if it has marshal methods
	Elem   *Info   // of array, map, pointer, slice
	Key    *Info   // of a map
	// members lists the types that an interface with a union may hold.
	Members   []*Info
	recursive []bool // computed lazily: which members can hold a value of the union

	hidden  *bool          // computed lazily for custom types: see HasHiddenParts
	numbers *[]int64       // computed lazily for protobuf enums: see EnumNumbers
	heldBy  map[*Info]bool // computed lazily: the types whose values can hold one of this type
}

// Field describes a field of a struct.
type Field struct {
	Index    int
	Name     string
	Settable bool // exported, or declared in the module in which the sampled type was named
	Required bool // must be set in a protobuf message
	Info     *Info
}

// World holds the types that are reachable from one sampled type. It is not safe for concurrent use.
type World struct {
	home   string // path of the module in which the sampled type was named, or of its package
	unions map[string][]reflect.Type
	infos  map[site]*Info

	holders map[*Info][]*Info // computed lazily: the types that directly contain this type
}

// NewWorld returns a World for values of type root, in which interfaces hold the members of the given unions.
func NewWorld(root reflect.Type, unions ...Union) *World {
	return &World{home: home(root), unions: unionsOf(unions), infos: map[site]*Info{}}
}

// Info returns the info of a sampled type, or of the type of an interface's value.
func (w *World) Info(t reflect.Type) *Info { return w.at(site{typ: t}) }

func (w *World) at(s site) *Info {
	s, members := w.locate(s)
	if i := s.within; i != nil && i.Type == s.typ && members == nil {
		return i
	}
	if i := w.infos[s]; i != nil {
		return i
	}
	t := s.typ
	i := &Info{Type: t, Kind: t.Kind(), Methods: methodsOf(t)}
	w.infos[s] = i // before the parts of t, which may refer back to t
	switch i.Kind {
	case reflect.Interface:
		s.within = i
		for _, m := range members {
			i.Members = append(i.Members, w.part(s, m, "()"))
		}
	case reflect.Struct:
		s.within = nil
		i.Fields = make([]Field, 0, t.NumField())
		internal := omittedFields(t)
		i.proto = isMessage(t)
		for k := 0; k < t.NumField(); k++ {
			f := t.Field(k)
			if f.Name == "_" || !f.IsExported() && f.Type.Size() == 0 || internal != nil && internal[k] {
				continue
			}
			ours := f.IsExported() || within(f.PkgPath, w.home)
			i.Fields = append(i.Fields, Field{Index: k, Name: f.Name, Settable: ours, Required: isRequired(t, f), Info: w.part(s, f.Type, "."+f.Name)})
		}
	case reflect.Map:
		i.Key = w.part(s, t.Key(), "{key}")
		i.Elem = w.part(s, t.Elem(), "{}")
	case reflect.Array, reflect.Slice:
		i.Elem = w.part(s, t.Elem(), "[]")
	case reflect.Pointer:
		i.Elem = w.part(s, t.Elem(), "")
	}
	i.Class = w.classify(i)
	return i
}

// classify ignores methods that generated code may add: UnmarshalBinary and UnmarshalJSON of structs, slices and maps count only in
// other modules.
func (w *World) classify(i *Info) Class {
	t := i.Type
	if i.Kind == reflect.Struct && t.ConvertibleTo(timeType) {
		return Timestamp
	}
	if t.PkgPath() == "" || i.proto {
		return Plain
	}
	i.InHome = within(t.PkgPath(), w.home)
	switch i.Kind {
	case reflect.Struct:
		exported, hidden := 0, 0
		for _, f := range i.Fields {
			if t.Field(f.Index).IsExported() {
				exported++
			} else {
				hidden++
			}
		}
		switch {
		case i.InHome && i.Text && hidden > 0 && exported == 0, !i.InHome && i.any():
			return Custom
		case !i.InHome && hidden > 0 && exported == 0:
			return AlwaysZero
		}
	case reflect.Array, reflect.Map, reflect.Slice:
		if !i.InHome && i.any() {
			return Custom
		}
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Pointer, reflect.UnsafePointer:
	default:
		if i.Text || i.JSON {
			return Validated
		}
	}
	return Plain
}

// Recursive reports whether a value of i can contain another value of i.
func (w *World) Recursive(i *Info) bool { return w.Reaches(i, i) }

// Reaches reports whether a value of from can contain a value of to, at any depth greater than 0.
func (w *World) Reaches(from, to *Info) bool {
	if to.heldBy == nil {
		to.heldBy = map[*Info]bool{}
		w.addHolders(to.heldBy, to)
	}
	return to.heldBy[from]
}

// addHolders adds to set the types whose values can contain an i, at any depth.
func (w *World) addHolders(set map[*Info]bool, i *Info) {
	if w.holders == nil {
		w.holders = map[*Info][]*Info{}
		for _, holder := range w.infos {
			for _, part := range holder.parts() {
				w.holders[part] = append(w.holders[part], holder)
			}
		}
	}
	for _, holder := range w.holders[i] {
		if !set[holder] {
			set[holder] = true
			w.addHolders(set, holder)
		}
	}
}

// parts returns the types that a value of i directly consists of.
func (i *Info) parts() []*Info {
	if i.Class != Plain {
		return nil
	}
	list := append([]*Info(nil), i.Members...)
	for _, f := range i.Fields {
		if f.Settable {
			list = append(list, f.Info)
		}
	}
	for _, part := range []*Info{i.Elem, i.Key} {
		if part != nil {
			list = append(list, part)
		}
	}
	return list
}

// IsBytes reports whether i is a slice or an array of bytes.
func (i *Info) IsBytes() bool {
	return (i.Kind == reflect.Slice || i.Kind == reflect.Array) &&
		i.Elem.Kind == reflect.Uint8 && i.Elem.Class == Plain
}
