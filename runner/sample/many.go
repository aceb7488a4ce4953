package sample

import (
	"reflect"
	"strings"

	"bale/runner/inspect"
)

// manyElements is the number of elements in the "many elements" edges, unless they would exceed manyBytes. Their values Few have one hundredth of them.
const (
	manyElements = 200_000
	fewShare     = 100
	manyBytes    = 64 << 20
)

// place is the position of a slice in a value: the fields that lead to it, without pointers and arrays.
type place struct {
	info  *inspect.Info
	steps []int // indexes into the Fields of info
	path  string
}

// many adds at most two edges with many elements in one of the shallowest slices. If possible, the elements of one contain pointers and
// those of the other do not.
func (e *edger) many() {
	places := e.shallowest()
	chosen := places
	if len(places) > 2 {
		second := places[1]
		for _, p := range places[1:] {
			if inspect.PlainType(p.info.Elem.Type) != inspect.PlainType(places[0].info.Elem.Type) {
				second = p
				break
			}
		}
		chosen = []place{places[0], second}
	}
	for _, p := range chosen {
		name := "many elements"
		if p.path != "" {
			name += ": " + p.path
		}
		v, few := e.withElements(p, 1), e.withElements(p, fewShare)
		if v.IsValid() {
			e.edges = append(e.edges, Edge{name, v, few})
		}
	}
}

// withElements returns a value with manyElements divided by share in the slice at a place. It returns an invalid value if a pointer to the slice is nil.
func (e *edger) withElements(p place, share int) reflect.Value {
	f := e.filler()
	v := reflect.New(e.typ).Elem()
	f.value(v)
	s := descend(e.m.Info(e.typ), v, p.steps)
	if !s.IsValid() {
		return s
	}
	s.Set(f.manyOf(p.info, share))
	return v
}

// shallowest returns the slices inside the fewest structs. Byte slices are returned only if there are no others.
func (e *edger) shallowest() []place {
	level := []place{{info: e.m.Info(e.typ)}}
	seen := map[*inspect.Info]bool{}
	for len(level) > 0 {
		var slices, bytes, next []place
		for _, p := range level {
			for p.info.Class == inspect.Plain && (p.info.Kind == reflect.Pointer || p.info.Kind == reflect.Array) && !p.info.IsBytes() {
				if p.info.Kind == reflect.Array && p.info.Type.Len() == 0 || seen[p.info] {
					break
				}
				if p.info.Kind == reflect.Pointer {
					seen[p.info] = true
				}
				p.info = p.info.Elem
			}
			if p.info.Class != inspect.Plain {
				continue
			}
			switch p.info.Kind {
			case reflect.Slice:
				switch {
				case p.info.IsBytes():
					bytes = append(bytes, p)
				case !onlyNil(p.info.Elem):
					slices = append(slices, p)
				}
			case reflect.Struct:
				if seen[p.info] {
					continue
				}
				seen[p.info] = true
				for k, fd := range p.info.Fields {
					if fd.Settable {
						steps := append(append([]int(nil), p.steps...), k)
						next = append(next, place{fd.Info, steps, strings.TrimPrefix(p.path+"."+fd.Name, ".")})
					}
				}
			}
		}
		if len(slices) > 0 {
			return slices
		}
		if len(bytes) > 0 {
			return bytes
		}
		level = next
	}
	return nil
}

// descend returns the value that steps lead to from v. It returns an invalid value if a pointer on the path is nil.
func descend(i *inspect.Info, v reflect.Value, steps []int) reflect.Value {
	for {
		switch {
		case i.Kind == reflect.Pointer:
			if v.IsNil() {
				return reflect.Value{}
			}
			v = v.Elem()
			i = i.Elem
		case i.Kind == reflect.Array:
			v = v.Index(0)
			i = i.Elem
		case len(steps) == 0:
			return v
		default:
			fd := i.Fields[steps[0]]
			v = inspect.Accessible(v.Field(fd.Index))
			i = fd.Info
			steps = steps[1:]
		}
	}
}

// manyOf returns a slice of type i with manyElements divided by share. The first and last three elements are filled. Those between are zero, or one pointer to a zero
// value.
func (f *filler) manyOf(i *inspect.Info, share int) reflect.Value {
	const ends = 3
	n := manyElements
	if size := int(i.Type.Elem().Size()); n*size > manyBytes {
		n = manyBytes / size
	}
	n = max(n/share, 2*ends)
	s := reflect.MakeSlice(i.Type, n, n)
	if i.Elem.Kind == reflect.Pointer {
		p := reflect.New(i.Type.Elem().Elem()).Convert(i.Type.Elem())
		for k := 0; k < n; k++ {
			s.Index(k).Set(p)
		}
	}
	f.budget = f.maxBudget
	f.elements(i, s.Slice(0, ends))
	f.elements(i, s.Slice(n-ends, n))
	return s
}
