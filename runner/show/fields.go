package show

import (
	"bytes"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// A finder finds the field that each byte of a message belongs to. No format has code for that: the finder changes a byte, decodes the message, and
// looks which field has changed.
type finder struct {
	*session
	message []byte
	value   reflect.Value // of the message
	err     string        // of the message, if it is torn
}

// Limits of the search. The time is proportional to the product of the bytes that are changed and the bytes that are decoded each time.
const (
	maxFound = 4 << 10  // bytes whose fields are found
	maxWork  = 16 << 20 // decoded bytes, if a message can only be decoded as a whole
)

// changes are the bits of a byte that the finder changes, one after the other, until it knows the field.
var changes = []byte{0x01, 0x10, 0x04, 0x20, 0x40, 0x02, 0x08, 0x80}

// find returns the path of the field that each of the first bytes of a message belongs to. A path is "" if the byte belongs to none, such as the
// number of strings at the beginning of a compact message.
func (s *session) find(message []byte) []string {
	f := &finder{session: s, message: bytes.Clone(message[:min(len(message), maxFound)])}
	n := len(f.message)
	f.decodeMessage()
	if f.err != "" && pathOf(f.err, s.t.Name) == "" { // the format has its data in several parts
		f.message = bytes.Clone(message)
		n = min(n, maxWork/max(1, len(message)))
		f.decodeMessage()
	}
	paths := f.cutPaths(n)
	for i := range paths {
		paths[i] = f.path(i, paths[i])
	}
	return paths
}

func (f *finder) decodeMessage() {
	f.value, f.err = f.decoded(f.message)
}

// decoded decodes a message, and returns the value and the text of the error, or "".
func (f *finder) decoded(message []byte) (reflect.Value, string) {
	v := f.t.New()
	n, err := f.decode(message, v)
	text := ""
	switch {
	case err != nil:
		text = err.Error()
	case n < len(message):
		text = f.t.Name + ": offset " + strconv.Itoa(n)
	}
	return reflect.ValueOf(v).Elem(), text
}

// cutPaths returns, for each of the first n bytes, the path in the error for the bytes before it, where the message ends within the field.
// Between two fields of a message that does not mark its end, there is no error; the byte belongs to the field that follows. The path may be that
// of a list, since a decoder may check first that all elements can be there.
func (f *finder) cutPaths(n int) []string {
	paths := make([]string, n)
	between := make([]bool, n)
	for i := range paths {
		_, err := f.decoded(f.message[:i:i])
		if between[i] = err == ""; !between[i] {
			paths[i] = pathOf(err, f.t.Name)
		}
	}
	for i := n - 2; i >= 0; i-- {
		if between[i] {
			paths[i] = paths[i+1]
		}
	}
	return paths
}

// Each change of a byte is a vote for a field. A field has won with enough votes.
const (
	onlyVote   = 2 // no other field has changed, and the message is valid
	firstVote  = 1 // others have changed, too, or the message is malformed
	enoughVote = 3
)

// path returns the path of the field that has byte i. cut is its path by cutPaths, which has a vote.
func (f *finder) path(i int, cut string) string {
	cut = f.existing(cut)
	votes := map[string]int{cut: firstVote}
	for _, bits := range changes {
		f.message[i] ^= bits
		v, err := f.decoded(f.message)
		f.message[i] ^= bits
		d := &differences{partial: err != f.err}
		f.root.diff(d, v, f.value)
		switch {
		case err == f.err && len(d.paths) == 1:
			votes[d.paths[0]] += onlyVote
		case err == f.err && len(d.paths) > 0:
			votes[d.firstInside(cut)] += firstVote
		case err != f.err:
			d.paths = append(d.paths, f.existing(pathOf(err, f.t.Name)))
			if path := d.firstInside(cut); path == cut || isInside(path, cut) {
				votes[path] += firstVote
			}
		}
		for path, n := range votes {
			if n >= enoughVote {
				return path
			}
		}
	}
	best := cut
	for path, n := range votes {
		if n > votes[best] || n == votes[best] && (len(path) > len(best) || len(path) == len(best) && path < best) {
			best = path
		}
	}
	return best
}

// existing returns the part of a path that the value has. The elements of a map have no paths.
func (f *finder) existing(path string) string {
	if strings.Contains(path, " to ") { // a run of fields
		return path
	}
	n, v, rest := f.root, f.value, path
	for rest != "" {
		next, x, after := step(n, v, rest)
		if next == nil {
			return strings.TrimRight(strings.TrimSuffix(path, rest), ".")
		}
		n, v, rest = next, x, after
	}
	return path
}

// isInside reports whether a path is that of a part of the value at another path, or of a field next to the first of a run of fields.
func isInside(path, of string) bool {
	if first, _, run := strings.Cut(of, " to "); run {
		of = first[:max(0, strings.LastIndexByte(first, '.'))]
		return of == "" || isInside(path, of)
	}
	rest, ok := strings.CutPrefix(path, of)
	return ok && of != "" && rest != "" && (rest[0] == '.' || rest[0] == '[')
}

// pathOf returns the path in the error of a decoder, without the name of the type.
func pathOf(err, name string) string {
	path, _, found := strings.Cut(err, ": offset ")
	if !found {
		return ""
	}
	return strings.TrimPrefix(strings.TrimPrefix(path, name), ".")
}

// differences are the parts that are different in two values.
type differences struct {
	// partial means that the first value is that of a message that could not be decoded to its end, so its zero parts do not count.
	partial bool
	paths   []string
	pairs   pairs
	at      []byte // path of the part that is compared, with a dot in front of each field
}

// maxDifferences is the number of differences after which the search ends.
const maxDifferences = 8

// firstInside returns the first path that is inside another one or equal to it, or else the first.
func (d *differences) firstInside(of string) string {
	for _, path := range d.paths {
		if path == of || isInside(path, of) {
			return path
		}
	}
	return d.paths[0]
}

// add adds the path of a if it is not the same as b.
func (d *differences) add(same bool, a reflect.Value) {
	if !same && !(d.partial && a.IsZero()) {
		d.paths = append(d.paths, strings.TrimPrefix(string(d.at), "."))
	}
}

// diff adds the parts of a and b that are different.
func (n *node) diff(d *differences, a, b reflect.Value) {
	switch {
	case len(d.paths) >= maxDifferences || d.pairs.depth > maxDepth:
	case n.timestamp:
		x, y := a.Convert(timeType).Interface().(time.Time), b.Convert(timeType).Interface().(time.Time)
		_, zoneX := x.Zone()
		_, zoneY := y.Zone()
		d.add(x.Equal(y) && zoneX == zoneY, a)
	case n.own():
		d.add(n.same(a, b), a)
	default:
		n.diffParts(d, a, b)
	}
}

func (n *node) diffParts(d *differences, a, b reflect.Value) {
	before := len(d.at)
	switch n.kind {
	case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		d.add(bytes.Equal(memory(a), memory(b)), a)
	case reflect.Struct:
		for _, f := range n.fields {
			d.at = append(append(d.at, '.'), f.name...)
			f.node.diff(d, part(a, f.index), part(b, f.index))
			d.at = d.at[:before]
		}
	case reflect.Pointer:
		if a.IsNil() != b.IsNil() {
			d.add(false, a)
		} else if !a.IsNil() && d.pairs.enter(a, b) {
			n.elem.diff(d, a.Elem(), b.Elem())
			d.pairs.leave()
		}
	case reflect.Interface:
		n.diffMembers(d, a, b)
	case reflect.Slice, reflect.Array:
		switch {
		case a.Len() != b.Len() || n.kind == reflect.Slice && a.IsNil() != b.IsNil():
			d.add(false, a)
		case n.isBytes():
			d.add(bytes.Equal(a.Bytes(), b.Bytes()), a)
		case n.kind == reflect.Array || d.pairs.enter(a, b):
			for i := 0; i < a.Len() && len(d.paths) < maxDifferences; i++ {
				d.at = append(strconv.AppendInt(append(d.at, '['), int64(i), 10), ']')
				n.elem.diff(d, a.Index(i), b.Index(i))
				d.at = d.at[:before]
			}
			if n.kind == reflect.Slice {
				d.pairs.leave()
			}
		}
	case reflect.Map:
		d.add(d.pairs.try(n, a, b), a)
	default:
		d.add(a.Equal(b), a)
	}
}

// diffMembers is diff for an interface.
func (n *node) diffMembers(d *differences, a, b reflect.Value) {
	if a.IsNil() || b.IsNil() || a.Elem().Type() != b.Elem().Type() {
		d.add(a.IsNil() && b.IsNil(), a)
		return
	}
	m, x := n.held(a)
	if m == nil {
		d.add(reflect.DeepEqual(a.Interface(), b.Interface()), a)
		return
	}
	_, y := n.held(b)
	before := len(d.at)
	d.at = append(d.at, ".("+typeName(m.typ)+")"...)
	m.diff(d, x, y)
	d.at = d.at[:before]
}

// typeName returns the name of a type in paths.
func typeName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer && t.Elem().Name() != "" {
		return "*" + t.Elem().Name()
	}
	return shortName(t)
}

// join returns the path of a field.
func join(path, field string) string { return strings.TrimPrefix(path+"."+field, ".") }
