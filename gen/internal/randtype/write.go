package randtype

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A writer writes a type and the types that it consists of.
type writer struct {
	r         *rand.Rand
	rules     *rand.Rand // chooses directives; seeds had their types before it chose any
	name      string
	left      int      // number of parts until only small types are written
	decls     []string // declarations; the type itself is the first
	named     []string // complete named types, which can be used again
	keys      []string // complete named types that can be map keys
	enclosing []string // structs that are being written, which types inside them may refer to
	boxes     []string // generic types
	hides     bool     // fields may be unexported
	unions    []string // interfaces with declared unions
}

// chance is true once in of cases, on average.
func (w *writer) chance(of int) bool { return w.r.IntN(of) == 0 }

// pick returns a random element of a list.
func (w *writer) pick(list ...string) string { return list[w.r.IntN(len(list))] }

// declare declares a named type, and returns its name.
func (w *writer) declare(typ string) string {
	name := w.reserve()
	w.decls[w.index(name)] = fmt.Sprintf("type %s %s\n", name, typ)
	return name
}

// reserve returns the name of a type that is declared later.
func (w *writer) reserve() string {
	name := w.name
	if n := len(w.decls); n > 0 {
		name = fmt.Sprintf("%sx%d", w.name, n)
		if w.hides && w.chance(4) {
			name = "t" + name[1:]
		}
	}
	w.decls = append(w.decls, "")
	return name
}

// index returns the index in decls of a reserved name.
func (w *writer) index(name string) int {
	_, number, ok := strings.Cut(name, "x")
	n := 0
	if ok {
		fmt.Sscan(number, &n)
	}
	return n
}

// root writes the type itself, which is usually a struct.
func (w *writer) root() {
	if !w.chance(10) {
		w.structure(w.reserve())
		return
	}
	name := w.reserve()
	var typ string
	switch w.r.IntN(5) {
	case 0:
		w.enclosing = append(w.enclosing, name) // type T []T
		typ = "[]" + w.typ(2)
		w.enclosing = w.enclosing[:len(w.enclosing)-1]
	case 1:
		typ = "map[" + w.key(1) + "]" + w.typ(2)
	case 2:
		typ = fmt.Sprintf("[%d]%s", w.r.IntN(5), w.typ(2))
	case 3:
		typ = w.instance()
	default:
		typ = w.basic()
	}
	w.decls[0] = fmt.Sprintf("type %s %s\n", name, typ)
}

// structure writes a named struct.
func (w *writer) structure(name string) {
	w.enclosing = append(w.enclosing, name)
	body := w.fields(0)
	w.enclosing = w.enclosing[:len(w.enclosing)-1]
	w.decls[w.index(name)] = fmt.Sprintf("type %s %s\n", name, body)
}

// fields returns an unnamed struct type.
func (w *writer) fields(depth int) string {
	var b strings.Builder
	b.WriteString("struct {\n")
	n := 1 + w.r.IntN(3)
	if w.chance(25) {
		n = 0
	}
	if w.chance(20) {
		n += w.r.IntN(16) // more than one control word
	}
	hasMethods := false
	for i := range n {
		switch {
		case w.chance(20):
			fmt.Fprintf(&b, "_ %s\n", w.basic()) // a blank field, which is not encoded
		case !hasMethods && w.chance(40): // the struct gets its methods
			hasMethods = true
			fmt.Fprintf(&b, "%s\n", w.pick("Coin", "*Coin", "parts.Sealed", "*parts.Sealed", "time.Time", "*time.Time"))
		case w.chance(9):
			fmt.Fprintf(&b, "%s\n", w.embedded(depth))
		case w.hides && w.chance(3):
			fmt.Fprintf(&b, "f%d %s\n", i, w.typ(depth+1))
		default:
			fmt.Fprintf(&b, "F%d %s\n", i, w.ruled(w.sorted(w.typ(depth+1))))
		}
	}
	b.WriteString("}")
	return b.String()
}

// sorted adds the directive sorted to some maps of strings.
func (w *writer) sorted(typ string) string {
	if strings.HasPrefix(typ, "map[string]") && w.chance(2) {
		return typ + " `bale:\"sorted\"`"
	}
	return typ
}

// ruled adds the directives own and intern to some fields of strings and byte slices.
func (w *writer) ruled(typ string) string {
	switch bytes := strings.HasSuffix(typ, "[]byte"); {
	case bytes && w.rules.IntN(3) == 0, strings.HasSuffix(typ, "string") && w.rules.IntN(4) == 0:
		return typ + " `bale:\"own\"`"
	case !bytes && strings.HasSuffix(typ, "string") && w.rules.IntN(6) == 0:
		return typ + " `bale:\"intern\"`"
	}
	return typ
}

// embedded returns an embedded field. Its type is new, so that field names are unique.
func (w *writer) embedded(depth int) string {
	star := w.pick("", "", "*")
	var name string
	if depth < 4 && w.left > 0 {
		name = w.reserve()
		w.structure(name)
	} else {
		name = w.declare(w.basic())
	}
	if name[0] == 't' {
		star = "" // only its package can set an embedded pointer to an unexported type
	}
	return star + name
}

// typ returns any type. Types that contain others are rarer at greater depths.
func (w *writer) typ(depth int) string {
	w.left--
	if w.left < 0 || w.r.IntN(6) < depth {
		return w.leaf()
	}
	switch w.r.IntN(16) {
	case 0, 1, 2:
		return "[]" + w.typ(depth+1)
	case 3:
		return fmt.Sprintf("[%d]%s", w.r.IntN(5), w.typ(depth+1))
	case 4:
		return fmt.Sprintf("map[%s]%s", w.key(depth+1), w.typ(depth+1))
	case 5:
		return "*" + w.typ(depth+1)
	case 6:
		return w.pick("**", "***", "[]*", "*[]", "[]**") + w.typ(depth+2)
	case 7, 8:
		name := w.reserve()
		w.structure(name)
		w.named = append(w.named, name)
		return name
	case 9:
		return w.fields(depth + 1)
	case 10:
		return w.reused(depth)
	case 11:
		if len(w.enclosing) > 0 {
			return w.pick("[]", "*", "map[string]", "[]*", "map[uint8]*", "*[]") + w.pick(w.enclosing[0], w.enclosing[len(w.enclosing)-1])
		}
	case 12:
		if w.chance(3) {
			return w.pick("", "*", "[]") + "parts.Deep"
		}
		return w.instance()
	case 13:
		return w.keep(w.declare(w.pick("[]", "[2]", "map[string]", "[]*") + w.typ(depth+1)))
	case 14:
		if w.hides { // tests are in another package, and have to name union members
			return w.leaf()
		}
		return w.pick("", "", "[]", "[2]", "*", "map[string]") + w.union(depth)
	}
	return w.leaf()
}

// union returns an interface with a declared union.
func (w *writer) union(depth int) string {
	if len(w.unions) > 0 && w.chance(3) {
		return w.pick(w.unions...)
	}
	name := w.reserve()
	w.unions = append(w.unions, name) // its members may contain it
	var members []string
	for range 1 + w.r.IntN(4) {
		m := w.typ(depth + 1)
		if !strings.Contains(m, "\n") && !slices.Contains(w.unions, m) && !slices.Contains(members, m) {
			members = append(members, m)
		}
	}
	if members == nil {
		members = []string{w.name}
	}
	w.decls[w.index(name)] = fmt.Sprintf("//bale:union %s\ntype %s any\n", strings.Join(members, ", "), name)
	return name
}

// reused returns a type that has been used before, since lists of the same elements share slabs.
func (w *writer) reused(depth int) string {
	if len(w.named) == 0 {
		return w.typ(depth + 1)
	}
	return w.pick("", "[]", "[]", "*", "[]*", "[3]") + w.pick(w.named...)
}

// keep adds a named type to the types that can be used again.
func (w *writer) keep(name string) string {
	w.named = append(w.named, name)
	return name
}

// instance returns an instance of a generic type.
func (w *writer) instance() string {
	if w.chance(3) {
		return "parts.Box[" + w.typ(3) + "]"
	}
	if len(w.boxes) == 0 || w.chance(3) {
		name := w.reserve()
		w.decls[w.index(name)] = "type " + name + w.pick(
			"[K comparable, V any] struct {\nKey K\nValue V\nMany []V\nByKey map[K]V\n}\n",
			"[K comparable, V any] struct {\nHead V\nKeys []K\nNext *"+name+"[K, V]\n}\n",
			"[K comparable, V any] map[K][]V\n",
			"[K comparable, V any] struct {\nPairs []struct {\nK K\nV *V\n}\n}\n")
		w.boxes = append(w.boxes, name)
	}
	return fmt.Sprintf("%s[%s, %s]", w.pick(w.boxes...), w.key(2), w.typ(3))
}

// basics are the basic types.
var basics = []string{
	"bool", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
	"float32", "float64", "complex64", "complex128",
}

// customTypes are custom types of package parts whose methods do not encode them like their underlying types.
var customTypes = []string{"parts.Grade", "parts.Rank", "parts.Ratio", "parts.Key", "parts.Quad", "parts.Sum"}

// basic returns a basic type.
func (w *writer) basic() string { return w.pick(basics...) }

// leaf returns a type that contains no random type.
func (w *writer) leaf() string {
	switch w.r.IntN(22) {
	case 0:
		return "[]byte"
	case 1, 2:
		return "string"
	case 3:
		return "time.Time"
	case 4:
		return "time.Duration"
	case 5:
		return fmt.Sprintf("[%d]byte", w.r.IntN(40))
	case 6:
		return w.key(3)
	case 7:
		return w.pick("parts.Code", "parts.Names", "parts.Point", "parts.Sealed", "parts.Word", "parts.Tone", "*parts.Sealed", "[]parts.Word")
	case 8:
		return w.pick("Coin", "[]Coin", "netip.Addr", "*big.Int")
	case 9:
		return w.pick("struct{}", "[0]string", "[]struct{}", "[0]struct{ A int }", "[2]struct{}", "map[struct{}]struct{}", "map[[0]bool][2]struct{}")
	case 10:
		return w.keep(w.declare(w.pick(w.basic(), "[]byte", "[]string", "[4]byte", "time.Duration")))
	case 11:
		return "[]" + w.basic()
	case 12, 13:
		return w.pick("", "[]", "[]", "[2]", "[0]", "[][2]", "*", "map[string]") + w.pick(customTypes...)
	}
	return w.basic()
}

// key returns a type of map keys.
func (w *writer) key(depth int) string {
	if depth > 3 {
		return w.basic()
	}
	switch w.r.IntN(12) {
	case 0:
		return fmt.Sprintf("[%d]%s", w.r.IntN(4), w.key(depth+1))
	case 1:
		return fmt.Sprintf("struct {\nA %s\nB %s\n}", w.key(depth+1), w.key(depth+1))
	case 2, 3:
		name := w.declare(w.pick(w.basic(), "[3]uint16", fmt.Sprintf("struct {\nA %s\nB, C %s\n}", w.key(depth+1), w.key(depth+1))))
		w.keys = append(w.keys, name)
		return w.keep(name)
	case 4:
		return w.pick("parts.Code", "parts.Point", "parts.Sealed", "parts.Word", "parts.Tone", "Coin", "time.Duration", "netip.Addr")
	case 5:
		if len(w.keys) > 0 {
			return w.pick(w.keys...)
		}
		return "struct{}"
	case 6, 7, 8:
		return "string"
	}
	return w.basic()
}
