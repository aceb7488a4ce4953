package item

import (
	"bale/gen/emit"
	"bale/gen/plan"
	"bale/gen/printer"
)

const (
	// slack is how many bytes after the end of a message encoding may overwrite: an integer is stored in nine bytes, and may take two.
	slack = 8
	// unused is the maximum bytes that a room check requests beyond those that are used: six for a pointer, while nil takes one.
	unused = 5
	// maxHead is the maximum bytes of the head of a string, a list or a map.
	maxHead = 5
)

// maxWidth returns the maximum bytes of a value with its head, and whether there is a maximum.
func (p *generator) maxWidth(v *plan.Value) (n int, ok bool) {
	switch v.Kind {
	case plan.Bool, plan.Integer, plan.Float, plan.Complex, plan.Time, plan.ByteArray:
		return p.constant(v, false), true
	}
	return 0, false
}

// checkRoom prints the check that there is room at the cursor for room bytes and for those of a length.
func (c *cursor) checkRoom(room int, length emit.Length, path string) {
	c.CheckRoom(c.PosPlus(room), length, path)
}

// load prints the loading of a string, or of the bytes that the method of a custom type returned, into a variable, and returns the value
// of that variable. It returns other values unchanged.
func (c *cursor) load(v *plan.Value, path string) *plan.Value {
	value := printer.Unparen(v.Expr)
	switch v.Kind {
	case plan.String:
	case plan.Custom:
		value = emit.LoadKept(path)
	default:
		return v
	}
	loaded := *v
	loaded.Expr = c.FieldVar(v.Path, "text")
	c.Line("%s := %s", loaded.Expr, value)
	return &loaded
}

// checkLoaded prints the room check for room bytes followed by a value of unbounded width. The functions of other types than strings and
// custom types check the room for their values themselves.
func (c *cursor) checkLoaded(v *plan.Value, room int, path string) {
	switch v.Kind {
	case plan.String, plan.Custom:
		c.checkRoom(room+maxHead, emit.Len(v.Expr), path)
	default:
		if room > 0 {
			c.checkRoom(room, emit.Length{}, path)
		}
	}
}

// runOf returns the end of the run of fields that begins at i and that one room check covers. All fields of a run except the last have a
// bounded width.
func (p *generator) runOf(fields []*plan.Value, i int, omits bool) int {
	for ; i < len(fields); i++ {
		if _, bounded := p.maxWidth(fields[i]); !bounded || i+1 < len(fields) && fields[i+1].Field.Conditional() && omits {
			return i + 1
		}
	}
	return i
}

// checkRun prints the room check for a run of fields after head bytes. It returns the first field, and sets lastInRun to the last.
func (c *cursor) checkRun(r *plan.Struct, fields []*plan.Value, head int) (first *plan.Value) {
	room := head
	for k, f := range fields {
		if k > 0 && !r.Array {
			room += len(c.wire.KeyBytes(f.Field))
		}
		maxBytes, _ := c.maxWidth(f)
		room += maxBytes
	}
	last := fields[len(fields)-1]
	c.lastInRun = c.load(last, last.Path)
	c.checkLoaded(c.lastInRun, room, last.Path)
	if len(fields) == 1 {
		return c.lastInRun
	}
	return fields[0]
}
