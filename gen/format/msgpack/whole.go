package msgpack

import (
	"strings"

	"bale/schema"
)

// wholes returns the embedded structs that may also be one field of a message: those whose types the package can write, because they are
// decoded by functions of their own.
func (c *cursor) wholes(r *record) []*field {
	var list []*field
	for _, f := range r.inlined {
		if schema.CanWrite(f.Type, c.Package) {
			list = append(list, f)
		}
	}
	return list
}

// wholeNames prints the cases for the names of embedded structs whose fields are fields of the outer struct. tinylib/msgp writes such a
// struct as one field, and vmihailenco/msgpack decodes that.
func (c *cursor) wholeNames(r *record) {
	for i, f := range c.wholes(r) {
		c.Line("case %q:\nf = %d", f.key, len(r.fields)+1+i)
	}
}

// wholeFields prints the decoding of such an embedded struct. None of its fields may occur on its own.
func (c *cursor) wholeFields(r *record) {
	if len(c.wholes(r)) == 0 {
		return
	}
	c.Line("if f > %d && !bare {\nswitch f {", len(r.fields))
	for i, f := range c.wholes(r) {
		c.Line("case %d: // %s", len(r.fields)+1+i, f.path)
		first, end := r.within(f.path + ".")
		if first < end {
			c.Line("if %s {\nreturn d.stop(baleDuplicate, \"\", n)\n}", strings.Replace(noneSeen(first, end), " == ", " != ", 1))
		}
		for bit := first; bit < end; bit++ {
			c.Line("seen[%d] |= 1 << %d", bit/64, bit%64)
		}
		c.get("v."+f.path, c.fieldType(f), f.path, false)
		c.Flush()
	}
	c.Line("}\ncontinue\n}")
}

// within returns the numbers of the first field whose path begins with a prefix, and of the one after the last.
func (r *record) within(prefix string) (first, end int) {
	for first < len(r.fields) && !strings.HasPrefix(r.fields[first].path, prefix) {
		first++
	}
	for end = first; end < len(r.fields) && strings.HasPrefix(r.fields[end].path, prefix); end++ {
	}
	return first, end
}
