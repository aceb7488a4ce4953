package msgpack

import (
	"fmt"

	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
	"bale/schema"
)

const (
	// slack is how many bytes after the end of a message encoding may overwrite: an integer is stored in nine bytes, and may take two.
	slack = 8
	// unused is the maximum bytes that a room check requests beyond those that are used: six for a pointer, while nil takes one.
	unused = 5
	// maxHead is the maximum bytes of the head of a string.
	maxHead = 5
)

// maxWidth returns the maximum bytes of a value with its head, and whether there is a maximum.
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

// checkRoom prints the check that there is room at the cursor for room bytes and for those of a length.
func (c *cursor) checkRoom(room int, length emit.Length, path string) {
	c.CheckRoom(c.PosPlus(room), length, path)
}

// load prints the loading of a string, or of the bytes that the method of a custom type returned, into a variable, and returns the
// variable. For other types it returns x.
func (c *cursor) load(x string, t schema.Type, path string) string {
	value := printer.Unparen(x)
	switch c.Kind(t, false) {
	case plan.String:
	case plan.Custom:
		value = emit.LoadKept(path)
	default:
		return x
	}
	loaded := c.Var("text")
	c.Line("%s := %s", loaded, value)
	return loaded
}

// checkLoaded prints the room check for room bytes followed by a value of unbounded width. The functions of other types than strings and
// custom types check the room for their values themselves.
func (c *cursor) checkLoaded(x string, t schema.Type, room int, path string) {
	switch c.Kind(t, false) {
	case plan.String, plan.Custom:
		c.checkRoom(room+maxHead, emit.Len(x), path)
	default:
		if room > 0 {
			c.checkRoom(room, emit.Length{}, path)
		}
	}
}

// runOf returns the end of the run of fields that begins at i and that one room check covers. All fields of a run except the last have a
// bounded width.
func (p *generator) runOf(t schema.Type, fields []*field, i int, omits bool) int {
	for ; i < len(fields); i++ {
		if _, bounded := p.maxWidth(fields[i].Type); !bounded || i+1 < len(fields) && fields[i+1].conditional() && omits {
			return i + 1
		}
	}
	return i
}

// checkRun prints the room check for a run of fields after head bytes. It returns an expression for the first field, and sets lastInRun
// to that for the last.
func (c *cursor) checkRun(t schema.Type, fields []*field, head int, path string) (first string) {
	room := head
	for k, f := range fields {
		if k > 0 && !c.array(t) {
			room += len(keyBytes(f.key))
		}
		maxBytes, _ := c.maxWidth(f.Type)
		room += maxBytes
	}
	last := fields[len(fields)-1]
	at := fmt.Sprintf("%s.%s", path, last.path)
	c.lastInRun = c.load(last.value(), last.Type, at)
	c.checkLoaded(c.lastInRun, last.Type, room, at)
	if len(fields) == 1 {
		return c.lastInRun
	}
	return fields[0].value()
}
