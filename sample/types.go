package sample

import (
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

var timeType = reflect.TypeOf(time.Time{})

// class determines how values of a type are made and compared.
type class int

const (
	plain      class = iota // by kind: field by field, element by element
	timestamp               // time.Time, or a type defined as it
	custom                  // with its own text, JSON or binary methods
	validated               // a number or string whose own text or JSON methods may refuse some values
	alwaysZero              // of another module, with unexported fields only and without marshal methods: always zero
)

// info describes a type.
type info struct {
	typ    reflect.Type
	kind   reflect.Kind
	class  class
	inHome bool // declared in the module in which the sampled type was named
	methods
	fields []field // of a struct, without blank fields and those that are left out
	proto  bool    // a protobuf message, which is handled field by field even if it has marshal methods
	elem   *info   // of array, map, pointer, slice
	key    *info   // of a map
	// members lists the types that an interface with a union may hold.
	members   []*info
	recursive []bool // computed lazily: which members can hold a value of the union

	hidden  *bool          // computed lazily for custom types: see form.go
	probe   *probe         // computed lazily for custom and validated types: see texts.go
	trial   *trial         // computed lazily for custom and validated types: see approve.go
	numbers *[]int64       // computed lazily for protobuf enums: see message.go
	heldBy  map[*info]bool // computed lazily: the types whose values can hold one of this type
}

type field struct {
	index    int
	name     string
	settable bool // exported, or declared in the module in which the sampled type was named
	required bool // must be set in a protobuf message
	info     *info
}

// world holds the types that are reachable from one sampled type. It is not safe for concurrent use.
type world struct {
	home   string // path of the module in which the sampled type was named, or of its package
	unions map[string][]reflect.Type
	infos  map[site]*info

	holders map[*info][]*info // computed lazily: the types that directly contain this type
}

func newWorld(root reflect.Type, unions ...Union) *world {
	return &world{home: home(root), unions: unionsOf(unions), infos: map[site]*info{}}
}

// homes holds the arguments of Home: package paths by type.
var homes sync.Map

// Home declares that t was named in the package with this path, which need not be the package that declares it. Types of that package's
// module are the user's own; all others belong to other modules. Without a call of Home, a type is taken to be named in its own
// package. Home must be called before any other function of the package.
func Home(t reflect.Type, path string) { homes.Store(t, path) }

// home returns the path of the module in which t was named, or of the package if the module is unknown.
func home(t reflect.Type) string {
	path := homePackage(t)
	module := ""
	for _, m := range modules() {
		if within(path, m) && len(m) > len(module) {
			module = m
		}
	}
	if module == "" {
		return path
	}
	return module
}

// homePackage returns the path of the package in which t was named. For an unnamed type it is that of its element type.
func homePackage(t reflect.Type) string {
	for {
		if path, ok := homes.Load(t); ok {
			return path.(string)
		}
		if t.PkgPath() != "" {
			return t.PkgPath()
		}
		switch t.Kind() {
		case reflect.Array, reflect.Map, reflect.Pointer, reflect.Slice:
			t = t.Elem()
		default:
			return ""
		}
	}
}

// modules returns the paths of all modules in this program.
var modules = sync.OnceValue(func() []string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	paths := []string{build.Main.Path}
	for _, m := range build.Deps {
		paths = append(paths, m.Path)
	}
	return paths
})

// within reports whether the package path is root or inside it.
func within(path, root string) bool {
	return root != "" && (path == root || strings.HasPrefix(path, root+"/"))
}

// info returns the info of a sampled type, or of the type of an interface's value.
func (w *world) info(t reflect.Type) *info { return w.at(site{typ: t}) }

func (w *world) at(s site) *info {
	s, members := w.locate(s)
	if i := s.within; i != nil && i.typ == s.typ && members == nil {
		return i
	}
	if i := w.infos[s]; i != nil {
		return i
	}
	t := s.typ
	i := &info{typ: t, kind: t.Kind(), methods: methodsOf(t)}
	w.infos[s] = i // before the parts of t, which may refer back to t
	switch i.kind {
	case reflect.Interface:
		s.within = i
		for _, m := range members {
			i.members = append(i.members, w.part(s, m, "()"))
		}
	case reflect.Struct:
		s.within = nil
		i.fields = make([]field, 0, t.NumField())
		internal := omittedFields(t)
		i.proto = isMessage(t)
		for k := 0; k < t.NumField(); k++ {
			f := t.Field(k)
			if f.Name == "_" || !f.IsExported() && f.Type.Size() == 0 || internal != nil && internal[k] {
				continue
			}
			ours := f.IsExported() || within(f.PkgPath, w.home)
			i.fields = append(i.fields, field{index: k, name: f.Name, settable: ours, required: isRequired(t, f), info: w.part(s, f.Type, "."+f.Name)})
		}
	case reflect.Map:
		i.key = w.part(s, t.Key(), "{key}")
		i.elem = w.part(s, t.Elem(), "{}")
	case reflect.Array, reflect.Slice:
		i.elem = w.part(s, t.Elem(), "[]")
	case reflect.Pointer:
		i.elem = w.part(s, t.Elem(), "")
	}
	i.class = w.classify(i)
	return i
}

// classify ignores methods that generated code may add: UnmarshalBinary and UnmarshalJSON of structs, slices and maps count only in
// other modules.
func (w *world) classify(i *info) class {
	t := i.typ
	if i.kind == reflect.Struct && t.ConvertibleTo(timeType) {
		return timestamp
	}
	if t.PkgPath() == "" || i.proto {
		return plain
	}
	i.inHome = within(t.PkgPath(), w.home)
	switch i.kind {
	case reflect.Struct:
		exported, hidden := 0, 0
		for _, f := range i.fields {
			if t.Field(f.index).IsExported() {
				exported++
			} else {
				hidden++
			}
		}
		switch {
		case i.inHome && i.text && hidden > 0 && exported == 0, !i.inHome && i.any():
			return custom
		case !i.inHome && hidden > 0 && exported == 0:
			return alwaysZero
		}
	case reflect.Array, reflect.Map, reflect.Slice:
		if !i.inHome && i.any() {
			return custom
		}
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Pointer, reflect.UnsafePointer:
	default:
		if i.text || i.json {
			return validated
		}
	}
	return plain
}

// recursive reports whether a value of i can contain another value of i.
func (w *world) recursive(i *info) bool { return w.reaches(i, i) }

// reaches reports whether a value of from can contain a value of to, at any depth greater than 0.
func (w *world) reaches(from, to *info) bool {
	if to.heldBy == nil {
		to.heldBy = map[*info]bool{}
		w.addHolders(to.heldBy, to)
	}
	return to.heldBy[from]
}

// addHolders adds to set the types whose values can contain an i, at any depth.
func (w *world) addHolders(set map[*info]bool, i *info) {
	if w.holders == nil {
		w.holders = map[*info][]*info{}
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
func (i *info) parts() []*info {
	if i.class != plain {
		return nil
	}
	list := append([]*info(nil), i.members...)
	for _, f := range i.fields {
		if f.settable {
			list = append(list, f.info)
		}
	}
	for _, part := range []*info{i.elem, i.key} {
		if part != nil {
			list = append(list, part)
		}
	}
	return list
}

// isBytes reports whether i is a slice or an array of bytes.
func (i *info) isBytes() bool {
	return (i.kind == reflect.Slice || i.kind == reflect.Array) &&
		i.elem.kind == reflect.Uint8 && i.elem.class == plain
}

// onlyNil reports whether nil is the only value of i that this package can make.
func (i *info) onlyNil() bool {
	switch i.kind {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Interface:
		return i.typ.NumMethod() > 0 && len(i.members) == 0
	}
	return false
}
