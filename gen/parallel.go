package gen

import (
	"bale/gen/emit"
	"bale/model"
)

// markParallel records that slices of type t are encoded and decoded in parallel.
func (c *checker) markParallel(t model.Type, path, pos string) {
	s, ok := model.Underlying(t).(*model.Slice)
	if !ok {
		c.fail(pos, path, "parallel is for slices, not for what holds them: give the slice a type with a name, and write //bale:parallel above that")
		return
	}
	if !worthGoroutine(s.Elem) {
		c.fail(pos, path, "parallel is for slices of structs: encoding the elements of %s takes less time than distributing them; remove it", model.TypeText(s, c.model.Package))
	} else if f := c.formatLacking(func(f *emit.Format) bool { return f.Parallel }); f != "" {
		c.fail(pos, path, "parallel has no effect in the format %s: remove it, or use another format", f)
	}
	c.directives.ParallelSlices[s] = true
}

// worthGoroutine reports whether encoding elements of type t is worth a goroutine: t is a struct, a pointer to a struct, or a
// union.
func worthGoroutine(t model.Type) bool {
	switch u := model.Underlying(t).(type) {
	case *model.Struct, *model.Interface:
		return true
	case *model.Pointer:
		_, ok := model.Underlying(u.Elem).(*model.Struct)
		return ok
	}
	return false
}
