package lower

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bale/measure"
	"bale/schema"
)

type lowerer struct {
	plan  *Plan
	gaps  []measure.Gap
	msgs  map[string]*Msg
	names map[string]bool
	// opened are the messages that are being filled, each a part of the one before.
	opened []*Msg
	root   string                // the path of the root that is being lowered
	top    schema.Type           // that root
	holder string                // the innermost field of a struct with a name on the way: "path/of/package.Type.Field"
	open   map[*schema.Named]int // types without a message that are being lowered: how many messages there were
	// refused are the messages of structs that turned out to have a gap, with their gaps. Types that lead to each other, such as those
	// of Stripe's API, would be looked at again on every way to them.
	refused map[string][]measure.Gap
}

// mark remembers the messages that there are; undo forgets those that came after: they may hold one
// that turned out to have a gap.
func (l *lowerer) mark() (undo func()) {
	msgs, names, n := maps.Clone(l.msgs), maps.Clone(l.names), len(l.plan.Msgs)
	return func() { l.msgs, l.names, l.plan.Msgs = msgs, names, l.plan.Msgs[:n] }
}

func (l *lowerer) gap(path, format string, args ...any) *Node {
	l.record(measure.Gap{Path: path, Reason: fmt.Sprintf(format, args...)})
	return nil
}

// maxGaps is how many gaps of a root are recorded.
const maxGaps = 1000

func (l *lowerer) record(g measure.Gap) {
	if len(l.gaps) < maxGaps && !slices.Contains(l.gaps, g) {
		l.gaps = append(l.gaps, g)
	}
}

// refuse remembers that the message of a key has the gaps that were recorded after the first n, below path.
func (l *lowerer) refuse(key, path string, n int) {
	var gaps []measure.Gap
	for _, g := range l.gaps[n:] {
		gaps = append(gaps, measure.Gap{Path: strings.TrimPrefix(g.Path, path), Reason: g.Reason})
	}
	if gaps == nil { // there are so many that no more were recorded
		gaps = []measure.Gap{{Reason: "it has parts that cannot be carried"}}
	}
	l.refused[key] = gaps
}

// isRefused reports whether the message of a key, which stands at path, has gaps, and records them.
func (l *lowerer) isRefused(key, path string) bool {
	gaps, ok := l.refused[key]
	for _, g := range gaps {
		l.record(measure.Gap{Path: path + g.Path, Reason: g.Reason})
	}
	return ok
}

// ownRoot reports whether n is a type of the user's that may be outermost.
func (l *lowerer) ownRoot(n *Node) bool {
	if n.Form != Same {
		return false
	}
	named, ok := n.Src.(*schema.Named)
	if _, isStruct := schema.Underlying(n.Src).(*schema.Struct); isStruct {
		return ok || l.plan.Caps.RootType == nil
	}
	return ok && l.plan.Caps.RootType != nil && l.plan.Caps.RootType(named)
}

// node lowers t, which stands at path. It returns nil when there is a gap below.
func (l *lowerer) node(t schema.Type, path string) *Node {
	if l.plan.Caps.Own && !Hidden(t, l.plan.In) && !(l.plan.Caps.Refs && isStruct(t) && path != l.root) && l.own(t, map[schema.Type]bool{}) {
		return &Node{Form: Same, Src: t, Go: t}
	}
	if n, ok := t.(*schema.Named); ok {
		if n.Way != "" || l.closed(n) {
			return l.marshalled(n, path)
		}
		if before, ok := l.open[n]; ok && before == len(l.msgs) {
			return l.gap(path, "%s holds itself with no struct between, and its schema would have no end", schema.Key(n))
		} else if ok {
			defer func() { l.open[n] = before }()
		} else {
			defer delete(l.open, n)
		}
		l.open[n] = len(l.msgs)
	}
	if s, ok := t.(*schema.Struct); ok && l.hides(s) {
		return l.unspelled(path)
	}
	switch u := schema.Underlying(t).(type) {
	case *schema.Basic:
		return l.basic(t, u.Kind, path)
	case *schema.Time:
		return l.time(t, path)
	case *schema.Struct:
		return l.message(t, u, path)
	case *schema.Slice:
		return l.list(t, u.Elem, path)
	case *schema.Array:
		return l.array(t, u, path)
	case *schema.Pointer:
		return l.pointer(t, u.Elem, path)
	case *schema.Map:
		return l.mapping(t, u, path)
	case *schema.Interface:
		return l.interfaceOf(t, u, path)
	}
	panic(fmt.Sprintf("lower: no such node: %T", t))
}
