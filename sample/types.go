package sample

import (
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

var timeType = reflect.TypeOf(time.Time{})

// class is how a type's values are made and compared.
type class int

const (
	open    class = iota // by its kind: field by field, element by element
	clock                // time.Time, or a type defined as it
	sealed               // through its own text, JSON or binary form
	checked              // a number or string whose own text or JSON form may refuse some values
	shut                 // of another module, unexported inside, without any such form: always zero
)

// info is what is known of one type.
type info struct {
	typ   reflect.Type
	kind  reflect.Kind
	class class
	ours  bool // of the module that the sampled type was named in
	methods
	fields []field // of a struct, without blank ones and those that are left out
	proto  bool    // a protobuf message, which goes field by field whatever methods it has
	elem   *info   // of array, map, pointer, slice
	key    *info   // of a map
	// members are what an interface with a union may hold.
	members   []*info
	recursive []bool // lazily: which members can hold a value of the union

	hides   *bool          // lazily, of sealed types: see form.go
	texts   *texts         // lazily, of sealed and checked types: see texts.go
	trial   *trial         // lazily, of sealed and checked types: see approve.go
	numbers *[]int64       // lazily, of a protobuf enum: see message.go
	from    map[*info]bool // lazily: the types whose values can hold one of this type
}

type field struct {
	index int
	name  string
	ours  bool // exported, or of the module that the sampled type was named in
	must  bool // in a protobuf message, and cannot be unset
	info  *info
}

// world is the types that can be reached from one sampled type. It is not safe for
// concurrent use.
type world struct {
	home   string // path of the module that the sampled type was named in, or of its package
	unions map[string][]reflect.Type
	infos  map[site]*info

	holders map[*info][]*info // lazily: the types that have a part of this type
}

func newWorld(root reflect.Type, unions ...Union) *world {
	return &world{home: home(root), unions: unionsOf(unions), infos: map[site]*info{}}
}

// homes has what Home was told: the paths of packages by types.
var homes sync.Map

// Home says that t was named in the package of this path, which need not be the one that declares it: the types of that package's
// module are the user's own, and all others are those of other modules. Without it, a type was named where it is declared. Home is
// called before any other function of the package.
func Home(t reflect.Type, path string) { homes.Store(t, path) }

// home is the module that t was named in, or the package where the module is not known.
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

// homePackage is the path of the package that t was named in, or, when it has no name, the one of what t is made of.
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

// modules is the paths of all modules in this program.
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

// within reports whether the package path is root or below it.
func within(path, root string) bool {
	return root != "" && (path == root || strings.HasPrefix(path, root+"/"))
}

// info is the info of a sampled type, or of what an interface holds.
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
	w.infos[s] = i // before what t is made of, which may lead back to t
	switch i.kind {
	case reflect.Interface:
		s.within = i
		for _, m := range members {
			i.members = append(i.members, w.part(s, m, "()"))
		}
	case reflect.Struct:
		s.within = nil
		i.fields = make([]field, 0, t.NumField())
		internal := internals(t)
		i.proto = isMessage(t)
		for k := 0; k < t.NumField(); k++ {
			f := t.Field(k)
			if f.Name == "_" || !f.IsExported() && f.Type.Size() == 0 || internal != nil && internal[k] {
				continue
			}
			ours := f.IsExported() || within(f.PkgPath, w.home)
			i.fields = append(i.fields, field{index: k, name: f.Name, ours: ours, must: cannotBeUnset(t, f), info: w.part(s, f.Type, "."+f.Name)})
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

// classify decides without regard to methods that generated code adds: UnmarshalBinary
// and UnmarshalJSON of structs, slices and maps count in other modules only.
func (w *world) classify(i *info) class {
	t := i.typ
	if i.kind == reflect.Struct && t.ConvertibleTo(timeType) {
		return clock
	}
	if t.PkgPath() == "" || i.proto {
		return open
	}
	i.ours = within(t.PkgPath(), w.home)
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
		case i.ours && i.text && hidden > 0 && exported == 0, !i.ours && i.any():
			return sealed
		case !i.ours && hidden > 0 && exported == 0:
			return shut
		}
	case reflect.Array, reflect.Map, reflect.Slice:
		if !i.ours && i.any() {
			return sealed
		}
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Pointer, reflect.UnsafePointer:
	default:
		if i.text || i.json {
			return checked
		}
	}
	return open
}

// recursive reports whether a value of i can hold another one.
func (w *world) recursive(i *info) bool { return w.reaches(i, i) }

// reaches reports whether a value of from can hold, at any depth but not as itself, a to.
func (w *world) reaches(from, to *info) bool {
	if to.from == nil {
		to.from = map[*info]bool{}
		w.addHolders(to.from, to)
	}
	return to.from[from]
}

// addHolders adds to set the types whose values can hold an i, at any depth.
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

// parts is the types that a value of i is made of.
func (i *info) parts() []*info {
	if i.class != open {
		return nil
	}
	list := append([]*info(nil), i.members...)
	for _, f := range i.fields {
		if f.ours {
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

// isBytes reports whether i is a slice or array of bytes.
func (i *info) isBytes() bool {
	return (i.kind == reflect.Slice || i.kind == reflect.Array) &&
		i.elem.kind == reflect.Uint8 && i.elem.class == open
}

// onlyNil reports whether no value of i but nil can be made.
func (i *info) onlyNil() bool {
	switch i.kind {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Interface:
		return i.typ.NumMethod() > 0 && len(i.members) == 0
	}
	return false
}
