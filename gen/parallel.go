package gen

import (
	"bale/gen/emit"
	"bale/schema"
)

// markParallel records that slices of type t are encoded and decoded in parallel.
func (c *checker) markParallel(t schema.Type, path, pos string) {
	s, ok := schema.Underlying(t).(*schema.Slice)
	if !ok {
		c.fail(pos, path, "parallel is for slices, not for what holds them: give the slice a type with a name, and write //bale:parallel above that")
		return
	}
	if !worthGoroutine(s.Elem) {
		c.fail(pos, path, "parallel is for slices of structs: encoding the elements of %s takes less time than distributing them; remove it", schema.TypeText(s, c.model.Package))
	} else if f := c.formatLacking(func(f *emit.Format) bool { return f.Parallel }); f != "" {
		c.fail(pos, path, "parallel has no effect in the format %s: remove it, or use another format", f)
	}
	c.directives.ParallelSlices[s] = true
}

// worthGoroutine reports whether encoding elements of type t is worth a goroutine: t is a struct, a pointer to a struct, or a
// union.
func worthGoroutine(t schema.Type) bool {
	switch u := schema.Underlying(t).(type) {
	case *schema.Struct, *schema.Interface:
		return true
	case *schema.Pointer:
		_, ok := schema.Underlying(u.Elem).(*schema.Struct)
		return ok
	}
	return false
}
