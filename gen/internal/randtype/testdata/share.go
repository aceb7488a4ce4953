package PACKAGE_test

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"balepins/internal/bale/baletest"
)

// A sharer gives places of a value memory that other places of it have.
type sharer struct {
	r      *rand.Rand
	places map[reflect.Type][]reflect.Value // slices, pointers, maps and interfaces, by type
	parts  map[reflect.Type][]reflect.Value // what pointers can point to
	count  int
}

// share makes places of v share memory: shallow copies, parts of lists with their capacity, pointers to other parts of v, the same map twice.
func share(v reflect.Value, seed uint64) {
	s := &sharer{r: rand.New(rand.NewPCG(seed, 3)), places: map[reflect.Type][]reflect.Value{}, parts: map[reflect.Type][]reflect.Value{}}
	s.find(v)
	for _, t := range s.types() {
		for _, x := range s.places[t] {
			if s.r.IntN(2) == 0 {
				s.change(x, t)
			}
		}
	}
}

// types returns the types of the places in an order that is the same each time.
func (s *sharer) types() []reflect.Type {
	var list []reflect.Type
	for t := range s.places {
		i := 0
		for i < len(list) && list[i].String() < t.String() {
			i++
		}
		list = append(list[:i], append([]reflect.Type{t}, list[i:]...)...)
	}
	return list
}

// change gives x memory of another place.
func (s *sharer) change(x reflect.Value, t reflect.Type) {
	from := s.places[t][s.r.IntN(len(s.places[t]))]
	if t.Kind() == reflect.Pointer && s.r.IntN(2) == 0 {
		if list := s.parts[t.Elem()]; len(list) > 0 {
			x.Set(list[s.r.IntN(len(list))].Addr().Convert(t))
			return
		}
	}
	if t.Kind() == reflect.Slice && from.Cap() > 0 && s.r.IntN(2) == 0 {
		i := s.r.IntN(from.Cap())
		j := i + s.r.IntN(from.Cap()-i+1)
		x.Set(from.Slice3(i, j, j+s.r.IntN(from.Cap()-j+1)))
		return
	}
	x.Set(from)
}

// find finds the places in v.
func (s *sharer) find(v reflect.Value) {
	if s.count++; s.count > 2000 {
		return
	}
	if !v.CanSet() && v.CanAddr() { // an unexported field
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	t := v.Type()
	if v.CanSet() {
		s.parts[t] = append(s.parts[t], v)
	}
	switch t.Kind() {
	case reflect.Struct:
		if t.PkgPath() != "" && !ownPackages[t.PkgPath()] { // such as time.Time
			return
		}
		for i := range v.NumField() {
			if t.Field(i).Name != "_" {
				s.find(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			s.find(v.Index(i))
		}
	case reflect.Slice:
		s.add(v)
		for i := range v.Len() {
			s.find(v.Index(i))
		}
	case reflect.Pointer:
		if s.add(v); !v.IsNil() {
			s.find(v.Elem())
		}
	case reflect.Map:
		s.add(v)
	case reflect.Interface:
		if s.add(v); !v.IsNil() && v.Elem().Kind() == reflect.Pointer && !v.Elem().IsNil() {
			s.find(v.Elem().Elem())
		}
	}
}

func (s *sharer) add(v reflect.Value) {
	if v.CanSet() {
		s.places[v.Type()] = append(s.places[v.Type()], v)
	}
}

var ownPackages = map[string]bool{"balepins/PACKAGE": true, "balepins/parts": true}

// checkShared decodes messages into used values whose places share memory. They must become the values of the messages.
func checkShared[T any](t *testing.T, c baletest.Case[T], values []*T) {
	for i, v := range values[:min(40, len(values))] {
		message, err := c.Marshal(v)
		if err != nil {
			continue
		}
		fresh, used := new(T), new(T)
		if c.Unmarshal(fresh, message) != nil {
			continue
		}
		other, err := c.Marshal(values[(i*7+3)%len(values)])
		if err != nil {
			continue
		}
		for seed := range uint64(4) {
			if err := c.Unmarshal(used, other); err != nil {
				break
			}
			share(reflect.ValueOf(used).Elem(), seed*1000+uint64(i))
			if err := c.Unmarshal(used, message); err != nil {
				t.Fatalf("value %d, seed %d: %v", i, seed, err)
			}
			c.Want(t, i, "decoded into a value that shares memory", used, fresh)
		}
	}
}
