package msgpack

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

const (
	// slack is how many bytes behind the end of a message may be written to: a number is stored in nine bytes, and may have two.
	slack = 8
	// unused is how many bytes more than it takes a check may ask for: nil takes one, and a pointer to what is nil six.
	unused = 5
	// maxHead is how many bytes the head of a string takes at most.
	maxHead = 5
)

// maxWidth returns how many bytes a value takes at most with its head, if that is bounded.
func (p *generator) maxWidth(t schema.Type) (n int, ok bool) {
	switch p.Kind(t, false) {
	case plan.Bool, plan.Integer, plan.Float, plan.Complex:
		return p.sizeNumber("", plan.Basic(t), false), true
	case plan.Time:
		return 15, true
	case plan.ByteArray:
		return len(binHead(plan.Len(t))) + plan.Len(t), true
	}
	return 0, false
}

// check prints the check that so many bytes and those of a length have room at the cursor.
func (c *cursor) check(room int, length emit.Length, path string) {
	c.CheckRoom(c.AtPlus(room), length, path)
}

// load prints what loads a string, or what a method of a custom type returned, into a variable, and returns that; x for another.
func (c *cursor) load(x string, t schema.Type, path string) string {
	value := printer.Bare(x)
	switch c.Kind(t, false) {
	case plan.String:
	case plan.Custom:
		value = emit.KeptCustom(path)
	default:
		return x
	}
	loaded := c.Var("text")
	c.Line("%s := %s", loaded, value)
	return loaded
}

// checkLoaded prints the check for so many bytes and for a value whose width has no bound. That of another function checks for itself.
func (c *cursor) checkLoaded(x string, t schema.Type, room int, path string) {
	switch c.Kind(t, false) {
	case plan.String, plan.Custom:
		c.check(room+maxHead, emit.Len(x), path)
	default:
		if room > 0 {
			c.check(room, emit.Length{}, path)
		}
	}
}

// runOf returns the end of the fields from i on that are checked together: all but the last one are of bounded width.
func (p *generator) runOf(t schema.Type, fields []*field, i int, omits bool) int {
	for ; i < len(fields); i++ {
		if _, bounded := p.maxWidth(fields[i].Type); !bounded || i+1 < len(fields) && fields[i+1].omit && omits {
			return i + 1
		}
	}
	return i
}

// checkRun prints the check for fields, before the first of which so many bytes of head stand. It returns an expression for the
// first one, and sets loaded to that for the last.
func (c *cursor) checkRun(t schema.Type, fields []*field, head int, path string) (first string) {
	room := head
	for k, f := range fields {
		if k > 0 && !c.array(t) {
			room += len(keyBytes(f.key))
		}
		max, _ := c.maxWidth(f.Type)
		room += max
	}
	last := fields[len(fields)-1]
	at := fmt.Sprintf("%s.%s", path, last.path)
	c.loaded = c.load("v."+last.path, last.Type, at)
	c.checkLoaded(c.loaded, last.Type, room, at)
	if len(fields) == 1 {
		return c.loaded
	}
	return "v." + fields[0].path
}
