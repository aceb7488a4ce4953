package lower

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bale/model"
	"bale/runner/measure"
)

type lowerer struct {
	plan  *Plan
	gaps  []measure.Gap
	msgs  map[string]*Msg
	names map[string]bool
	// stack holds the messages being filled; each is a part of the one before.
	stack  []*Msg
	root   string               // path of the root being lowered
	top    model.Type           // the root being lowered
	holder string               // the innermost field of a named struct on the path: "path/of/package.Type.Field"
	held   model.Type           // the type of that field
	active map[*model.Named]int // types without a message that are being lowered, with the number of messages at that time
	// refused holds the gaps of structs that cannot be lowered, by the key of their message. Without it, mutually recursive types, such
	// as those of Stripe's API, would be lowered again on every path to them.
	refused map[string][]measure.Gap
}

// mark returns a function that removes the messages added since: they may contain one that has a gap.
func (l *lowerer) mark() (undo func()) {
	msgs, names, n := maps.Clone(l.msgs), maps.Clone(l.names), len(l.plan.Msgs)
	return func() { l.msgs, l.names, l.plan.Msgs = msgs, names, l.plan.Msgs[:n] }
}

func (l *lowerer) gap(path, format string, args ...any) *Node {
	return l.gapWith("", path, format, args...)
}

// gapWith records a gap with the directive that removes it.
func (l *lowerer) gapWith(directive, path, format string, args ...any) *Node {
	l.record(measure.Gap{Path: path, Reason: fmt.Sprintf(format, args...), Directive: directive})
	return nil
}

// maxGaps is the maximum number of gaps recorded for a root.
const maxGaps = 1000

func (l *lowerer) record(g measure.Gap) {
	if len(l.gaps) < maxGaps && !slices.Contains(l.gaps, g) {
		l.gaps = append(l.gaps, g)
	}
}

// refuse records that the message with this key has the gaps recorded after the first n, whose paths begin with path.
func (l *lowerer) refuse(key, path string, n int) {
	var gaps []measure.Gap
	for _, g := range l.gaps[n:] {
		gaps = append(gaps, measure.Gap{Path: strings.TrimPrefix(g.Path, path), Reason: g.Reason, Directive: g.Directive})
	}
	if gaps == nil { // maxGaps was reached
		gaps = []measure.Gap{{Reason: "it has parts that cannot be carried"}}
	}
	l.refused[key] = gaps
}

// isRefused reports whether the message with this key has gaps. It records them for the message at path.
func (l *lowerer) isRefused(key, path string) bool {
	gaps, ok := l.refused[key]
	for _, g := range gaps {
		l.record(measure.Gap{Path: path + g.Path, Reason: g.Reason})
	}
	return ok
}

// ownRoot reports whether n is a type of the user's that may be the outermost type.
func (l *lowerer) ownRoot(n *Node) bool {
	if n.Form != Unchanged {
		return false
	}
	named, ok := n.Src.(*model.Named)
	if _, isStruct := model.Underlying(n.Src).(*model.Struct); isStruct {
		return ok || l.plan.Caps.RootType == nil
	}
	return ok && l.plan.Caps.RootType != nil && l.plan.Caps.RootType(named)
}

// node lowers t, which is at path. It returns nil if t has a gap.
func (l *lowerer) node(t model.Type, path string) *Node {
	if l.plan.Caps.Own && !Hidden(t, l.plan.In) && !(l.plan.Caps.Refs && isStruct(t) && path != l.root) && l.own(t, map[model.Type]bool{}) {
		return &Node{Form: Unchanged, Src: t, Go: t}
	}
	if n, ok := t.(*model.Named); ok {
		if model.HidesName(n, l.plan.In.Path) && !Hidden(n, l.plan.In) {
			return l.unnameableGap(n, path)
		}
		if n.Marshal != "" || l.inaccessible(n) {
			return l.customNode(n, path)
		}
		if before, ok := l.active[n]; ok && before == len(l.msgs) {
			return l.gap(path, "%s contains itself without a struct in between, so its schema would be infinite", model.Key(n))
		} else if ok {
			defer func() { l.active[n] = before }()
		} else {
			defer delete(l.active, n)
		}
		l.active[n] = len(l.msgs)
	}
	if s, ok := t.(*model.Struct); ok && l.hides(s) {
		return l.unnamedGap(path)
	}
	switch u := model.Underlying(t).(type) {
	case *model.Basic:
		return l.basic(t, u.Kind, path)
	case *model.Time:
		return l.time(t, path)
	case *model.Struct:
		return l.message(t, u, path)
	case *model.Slice:
		return l.list(t, u.Elem, path)
	case *model.Array:
		return l.array(t, u, path)
	case *model.Pointer:
		return l.pointer(t, u.Elem, path)
	case *model.Map:
		return l.mapping(t, u, path)
	case *model.Interface:
		return l.interfaceOf(t, u, path)
	}
	panic(fmt.Sprintf("lower: no such node: %T", t))
}
